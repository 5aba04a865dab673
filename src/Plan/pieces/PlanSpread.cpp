//===- PlanSpread.cpp - Which programs can use several GPUs ---------------===//
#include "tessera/Plan/PlanSpread.h"
#include "pieces/BlockOffsets.h"
#include "pieces/RowLength.h"
#include "tessera/Analysis/BlockRange.h"
#include "tessera/Plan/Proportions.h"
#include "tessera/Polyhedral/Guarded.h"
#include "tessera/Support/Words.h"
#include "transfers/PointerPlans.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace tessera {

using Action = TransferAction::Kind;

namespace {

/// How one launch uses one array: blocks with the id `b` along the axis touch
/// the rows `Rows * b - Before` to `Rows * (b + 1) + Behind`, less one. A row
/// has `Length` elements.
struct Use {
  unsigned Launch = 0; ///< into SpreadPlan::Launches
  SharedVarId Array;
  bool Writes = false;
  bool Whole = false; ///< anything may be read
  int64_t Rows = 0, Before = 0, Behind = 0;
  Polynomial Length;
};

/// Why something cannot be done: a sentence, or nothing.
using Obstacle = std::string;

class SpreadPlanner {
public:
  SpreadPlanner(const Program &P, const std::vector<PlanDecision> &Decisions,
                TransferPlan &Into)
      : P(P), Decisions(Decisions), Into(Into) {}

  std::optional<Diagnostic> run() {
    SourcePlace Where = SourcePlace::nowhere();
    Obstacle Why = checkProgram();
    for (unsigned I = 0; I < P.Launches.size() && Why.empty(); ++I) {
      Where = {P.Launches[I].Source.Begin};
      Why = addLaunch({I});
    }
    if (Why.empty())
      Why = alignShares();
    if (!Why.empty())
      return Diagnostic{DiagKind::NotSpread, Where, {Why}};
    commit();
    return std::nullopt;
  }

private:
  const SharedVariable &variable(SharedVarId Id) const {
    return P.Host.variable(Id);
  }
  const std::string &name(SharedVarId Id) const { return variable(Id).Name; }

  Obstacle checkProgram();
  Obstacle checkEvents(const HostStatement &S) const;
  const HostFunction *mainFunction() const;
  bool repeatsCopies(const std::string &Name);
  bool usesOwnMemory(const KernelModel &K);
  Obstacle addLaunch(LaunchId Id);
  Obstacle addUse(IslContext &Context, const SharedAccess &Effect);
  Obstacle chooseRows();
  std::optional<int64_t> constantRows(SharedVarId Id) const;
  Obstacle alignShares();
  SpreadArray &arrayFor(SharedVarId Id);
  unsigned indexOf(SharedVarId Id) {
    return Plan.Launches.size() + (&arrayFor(Id) - Plan.Arrays.data());
  }
  void joinExchanged(std::set<SharedVarId> &Divided);
  Obstacle countShares(const std::set<SharedVarId> &Divided);
  void commit();

  const Program &P;
  const std::vector<PlanDecision> &Decisions;
  TransferPlan &Into;
  SpreadPlan Plan;
  std::vector<Use> Uses;
  std::map<SharedVarId, std::optional<HostValue>> Counts; ///< of rows
};

int64_t dividedUp(int64_t Value, int64_t By) { return (Value + By - 1) / By; }

/// Functions that take device copies take one of each.
Obstacle SpreadPlanner::checkEvents(const HostStatement &S) const {
  for (const MemoryEvent &E : S.Events)
    if (Into.Variables[E.Variable.Index].Where == Placement::Device &&
        (E.K == MemoryEvent::Kind::HandOn || E.InCallee))
      return "'" + name(E.Variable) + "' is handed on to a function";
  for (const HostStatement &Child : S.Children)
    if (Obstacle Why = checkEvents(Child); !Why.empty())
      return Why;
  return "";
}

const HostFunction *SpreadPlanner::mainFunction() const {
  for (const HostFunction &F : P.Host.Functions)
    if (F.IsMain)
      return &F;
  return nullptr;
}

Obstacle SpreadPlanner::checkProgram() {
  if (P.Launches.empty())
    return "nothing is launched";
  if (P.Host.Identifiers.count("cudaSetDevice"))
    return "the program chooses its GPU itself";
  if (P.Host.UnseenLaunch)
    return "a template launches a kernel";
  for (unsigned I = 0; I < Into.Variables.size(); ++I) {
    const VariablePlan &V = Into.Variables[I];
    if (V.Where == Placement::Managed)
      return "'" + name({I}) + "' is in managed memory";
    if (V.hasFlags())
      return "only run time knows which copies of '" + name({I}) +
             "' are valid";
    if (V.Where == Placement::Device && V.SavesBytes &&
        variable({I}).isMember())
      return "each object has a '" + name({I}) + "' of its own size";
  }
  if (!mainFunction())
    return "the program has no main function";
  for (const HostFunction &F : P.Host.Functions)
    if (Obstacle Why = checkEvents(F.Body); !Why.empty())
      return Why;
  for (const TransferAction &A : Into.Actions)
    if (A.K == Action::Allocate && A.IfNeeded)
      return "the program has no main function";
  return "";
}

/// The statement that consists of \p Call, at most in a checking macro.
std::optional<SourceRange> statementOf(const Program &P, const HostStatement &S,
                                       SourceRange Call) {
  for (unsigned I = S.hasHeader() ? 1 : 0; I < S.Children.size(); ++I)
    if (std::optional<SourceRange> Found = statementOf(P, S.Children[I], Call))
      return Found;
  return isAlone(P, S, Call) && S.Events.empty() ? std::optional(S.Source)
                                                 : std::nullopt;
}

/// Whether all GPUs can have \p Name, a constant, with the same contents.
bool SpreadPlanner::repeatsCopies(const std::string &Name) {
  for (const ConstantUse &Use : P.Host.Constants) {
    if (Use.Name != Name)
      continue;
    std::optional<SourceRange> Statement;
    for (const HostFunction &F : P.Host.Functions)
      if (!Statement && F.Editable && Use.Copy.size() > 0)
        Statement = statementOf(P, F.Body, Use.Copy);
    if (!Statement)
      return false;
    Plan.ConstantCopies.insert(*Statement);
  }
  return true;
}

/// Whether \p K touches memory of a GPU that is not in the plan.
bool SpreadPlanner::usesOwnMemory(const KernelModel &K) {
  return llvm::any_of(K.Arrays, [&](const ArrayInfo &A) {
    if (A.K != ArrayInfo::Kind::Global)
      return false;
    if (!A.Variable)
      return !A.Constant || !repeatsCopies(A.Name);
    return Into.Variables[A.Variable->Index].Where == Placement::Managed;
  });
}

Obstacle SpreadPlanner::addLaunch(LaunchId Id) {
  const LaunchModel &L = P.launch(Id);
  const KernelModel &K = P.kernel(L.Kernel);
  if (L.SwitchedOff)
    return "a directive switches a launch off";
  if (L.Statement.size() == 0)
    return "the launch is part of a larger statement";
  if (!L.StreamText.empty())
    return "the launch has a stream of its own";
  if (!L.Effect.empty())
    return "'" + L.Effect + "' would be evaluated for each GPU";
  if (!L.GridRepeatable)
    return "the grid of the launch cannot be evaluated twice";
  if (!hasCompleteAccesses(K))
    return "not all that '" + K.Name + "' does is known";
  if (usesOwnMemory(K))
    return "'" + K.Name + "' uses a variable that each GPU has for itself";
  if (changesLaunch(Decisions, L.Kernel))
    return "the version of '" + K.Name +
           "' with tiles has fewer blocks, or more shared memory than every "
           "launch may have";
  for (const LaunchArgument &A : L.Arguments)
    if (A.IsPointer &&
        !(A.Root.Variable &&
          Into.Variables[A.Root.Variable->Index].Where == Placement::Device))
      return "'" + A.Text + "' points to memory that is not followed";
  SpreadLaunch New;
  New.Launch = Id;
  New.Statement = L.Statement;
  bool Found = false;
  for (unsigned Axis : {2, 1, 0})
    if (!Found && L.Grid[Axis].value_or(2) > 1) {
      New.Axis = Axis;
      Found = true;
    }
  if (!Found)
    return "the grid of '" + K.Name + "' has one block";
  for (const SpreadLaunch &Other : Plan.Launches)
    if (P.launch(Other.Launch).Kernel == L.Kernel && Other.Axis != New.Axis)
      return "the launches of '" + K.Name + "' have different axes";
  if (Obstacle Why = offsetObstacle(P, L.Kernel, New.Axis); !Why.empty())
    return Why;
  Plan.Launches.push_back(std::move(New));
  IslContext Context;
  for (const SharedAccess &Effect : launchEffects(P, Id))
    if (Into.Variables[Effect.Variable.Index].Where == Placement::Device)
      if (Obstacle Why = addUse(Context, Effect); !Why.empty())
        return Why;
  return "";
}

/// Of the launch that was added last.
Obstacle SpreadPlanner::addUse(IslContext &Context,
                               const SharedAccess &Effect) {
  const SpreadLaunch &S = Plan.Launches.back();
  const LaunchModel &L = P.launch(S.Launch);
  const KernelModel &K = P.kernel(L.Kernel);
  const SharedVariable &V = variable(Effect.Variable);
  Use New;
  New.Launch = Plan.Launches.size() - 1;
  New.Array = Effect.Variable;
  New.Writes = Effect.Writes;
  std::optional<ArrayId> Array = arrayOf(P, L, Effect.Variable);
  auto RangeOfRows = [&](bool Written) {
    std::optional<BlockRange> Range;
    if (Array && K.array(*Array).ElementBytes == V.ElementBytes)
      Range = blockRange(Context, K, L, *Array, S.Axis, Written);
    return Range ? inRows(P, L, V, *Range) : std::nullopt;
  };
  if (Effect.Writes) {
    std::optional<BlockRange> Written = RangeOfRows(true);
    bool Atomic = llvm::any_of(K.Accesses, [&](const AccessInfo &A) {
      return A.Array == Array && A.K == AccessInfo::Kind::Atomic;
    });
    if (!Written && Atomic)
      return "all blocks may change '" + V.Name +
             "' atomically, and each GPU has a copy of its own";
    if (!Written || !Written->isApart())
      return "it is not proved that blocks along " +
             std::string(1, "xyz"[S.Axis]) + " write different rows of '" +
             V.Name + "'";
    New.Rows = Written->Stride;
    New.Length = Written->Row;
  }
  std::optional<BlockRange> All = RangeOfRows(false);
  New.Whole = !All || (Effect.Writes &&
                       (All->Stride != New.Rows || All->Row != New.Length));
  if (!New.Whole) {
    New.Rows = All->Stride;
    New.Length = All->Row;
    New.Before = std::max<int64_t>(0, -All->First);
    New.Behind = All->ahead();
  }
  Uses.push_back(New);
  return "";
}

std::optional<int64_t> SpreadPlanner::constantRows(SharedVarId Id) const {
  const std::optional<HostValue> &Rows = Counts.at(Id);
  std::optional<int64_t> Known =
      Rows ? Rows->Numerator.constant() : std::nullopt;
  return Known ? std::optional(*Known / Rows->Divisor) : std::nullopt;
}

SpreadArray &SpreadPlanner::arrayFor(SharedVarId Id) {
  for (SpreadArray &A : Plan.Arrays)
    if (A.Variable == Id)
      return A;
  SpreadArray New;
  New.Variable = Id;
  const SharedVariable &V = variable(Id);
  if (!V.Pointer)
    New.Rows = V.Extents.empty() ? "1" : V.ExtentTexts.front();
  Plan.Arrays.push_back(New);
  return Plan.Arrays.back();
}

/// Decides what a row of each array is: as launches write it, or as the first
/// one reads it. Arrays that exchange their memory have the same rows.
Obstacle SpreadPlanner::chooseRows() {
  std::map<SharedVarId, Polynomial> Lengths;
  for (bool Writes : {true, false})
    for (Use &U : Uses) {
      if (U.Writes != Writes || (U.Whole && !Writes))
        continue;
      auto Known = Lengths.find(U.Array);
      if (Known == Lengths.end())
        for (const std::vector<SharedVarId> &Group : exchangeGroups(P.Host))
          for (SharedVarId Id : Group)
            if (llvm::is_contained(Group, U.Array))
              Lengths[Id] = U.Length;
      if (Known == Lengths.end() || Known->second == U.Length)
        continue;
      if (Writes)
        return "the launches divide '" + name(U.Array) + "' in different ways";
      U.Whole = true;
    }
  for (SpreadArray &A : Plan.Arrays) {
    const SharedVariable &V = variable(A.Variable);
    const VariablePlan &Place = Into.Variables[A.Variable.Index];
    auto Chosen = Lengths.find(A.Variable);
    Polynomial Length =
        Chosen == Lengths.end() ? Polynomial(rowElements(V)) : Chosen->second;
    std::optional<HostValue> Count = rowCount(V, Length);
    Counts[A.Variable] = Count;
    if (!V.Pointer)
      continue;
    std::optional<int64_t> Elements = Length.constant();
    if (Elements == 1) {
      A.Rows = elementsText(V, Place);
      continue;
    }
    std::optional<Polynomial> Whole =
        Count ? Count->Numerator.dividedBy(Count->Divisor) : std::nullopt;
    if (!Whole || !V.Pointer->NamesSize || Place.SavesBytes)
      return "it is not known how many rows '" + V.Name + "' has";
    A.Rows = sizeText(*Whole);
    if (!Elements)
      A.Length = sizeText(Length);
  }
  return "";
}

/// Decides how many blocks of each grid, and rows of each array, are a share.
Obstacle SpreadPlanner::alignShares() {
  for (const Use &U : Uses)
    arrayFor(U.Array);
  for (const TransferAction &A : Into.Actions)
    if (A.K == Action::Exchange) {
      arrayFor(A.Variable);
      arrayFor(*A.Other);
    }
  if (Obstacle Why = chooseRows(); !Why.empty())
    return Why;
  // Rows of a share = rows of a block * blocks of a share.
  Proportions Shares(Plan.Launches.size() + Plan.Arrays.size());
  for (const TransferAction &A : Into.Actions)
    if (A.K == Action::Exchange)
      Shares.tie(indexOf(A.Variable), 1, indexOf(*A.Other));
  for (const Use &U : Uses)
    if (U.Writes && !Shares.tie(indexOf(U.Array), U.Rows, U.Launch))
      return "the launches divide '" + name(U.Array) + "' in different ways";
  std::set<SharedVarId> Divided;
  for (const Use &U : Uses) {
    SpreadArray &A = arrayFor(U.Array);
    if (U.Whole ||
        (!U.Writes && !Shares.tie(indexOf(U.Array), U.Rows, U.Launch)))
      A.Whole = true;
    else
      Divided.insert(U.Array);
    A.Before = std::max(A.Before, U.Before);
    A.Behind = std::max(A.Behind, U.Behind);
    if (U.Writes)
      Plan.Launches[U.Launch].Exchanged.push_back(U.Array);
  }
  joinExchanged(Divided);
  std::vector<int64_t> Sizes = Shares.solve();
  for (unsigned I = 0; I < Plan.Launches.size(); ++I)
    Plan.Launches[I].Blocks = Sizes[I];
  for (unsigned I = 0; I < Plan.Arrays.size(); ++I) {
    SpreadArray &A = Plan.Arrays[I];
    std::optional<int64_t> Rows = constantRows(A.Variable);
    A.Share = Divided.count(A.Variable) ? Sizes[Plan.Launches.size() + I]
                                        : Rows.value_or(1);
    A.Whole |= Rows && 2 * (A.Before + A.Behind) >= *Rows;
  }
  for (SpreadLaunch &L : Plan.Launches)
    llvm::erase_if(L.Exchanged, [&](SharedVarId Id) {
      return !Plan.array(Id)->isExchanged();
    });
  return countShares(Divided);
}

/// Pointers that exchange their memory have the same needs.
void SpreadPlanner::joinExchanged(std::set<SharedVarId> &Divided) {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const TransferAction &A : Into.Actions) {
      if (A.K != Action::Exchange)
        continue;
      SpreadArray &L = arrayFor(A.Variable), &R = arrayFor(*A.Other);
      SpreadArray Old[] = {L, R};
      L.Before = R.Before = std::max(L.Before, R.Before);
      L.Behind = R.Behind = std::max(L.Behind, R.Behind);
      L.Whole = R.Whole = L.Whole || R.Whole;
      for (const SpreadArray &O : Old)
        Changed |=
            O.Before != L.Before || O.Behind != L.Behind || O.Whole != L.Whole;
      if (Divided.count(A.Variable) != Divided.count(*A.Other)) {
        Divided.insert({A.Variable, *A.Other});
        Changed = true;
      }
    }
  }
}

/// Spells the number of shares. All arrays and launches need the same one.
Obstacle SpreadPlanner::countShares(const std::set<SharedVarId> &Divided) {
  std::optional<int64_t> Known = 1;
  for (const SpreadLaunch &L : Plan.Launches) {
    std::optional<int64_t> Blocks = P.launch(L.Launch).Grid[L.Axis];
    if (Known && Blocks)
      Known = std::max(*Known, dividedUp(*Blocks, L.Blocks));
    else
      Known.reset();
  }
  if (Known && *Known < 2)
    return "the grids cannot be divided";
  Plan.Shares = Known.value_or(0);
  const SpreadArray *First = nullptr;
  for (SpreadArray &A : Plan.Arrays) {
    A.Shares = Known ? std::to_string(*Known)
               : A.Share == 1
                   ? A.Rows
                   : "(" + A.Rows + " + " + std::to_string(A.Share - 1) +
                         ") / " + std::to_string(A.Share);
    if (Known || !Divided.count(A.Variable))
      continue;
    if (!First)
      First = &A;
    const std::optional<HostValue> &L = Counts[First->Variable],
                                   &R = Counts[A.Variable];
    if (!L || !R ||
        !(L->Numerator * (R->Divisor * A.Share) ==
          R->Numerator * (L->Divisor * First->Share)))
      return "'" + name(First->Variable) + "' and '" + name(A.Variable) +
             "' may need different numbers of shares";
  }
  for (const Use &U : Uses)
    if (U.Writes)
      Plan.Launches[U.Launch].Shares = arrayFor(U.Array).Shares;
  for (const SpreadLaunch &L : Plan.Launches)
    if (L.Shares.empty())
      return "a launch writes nothing";
  return "";
}

void SpreadPlanner::commit() {
  for (TransferAction &A : Into.Actions) // each GPU has but a part
    if (A.K == Action::CopyOnDevice) {
      A.K = Action::Upload;
      A.Other.reset();
    }
  std::map<KernelId, bool> PassesAll;
  for (SpreadLaunch &S : Plan.Launches) {
    KernelId Kernel = P.launch(S.Launch).Kernel;
    if (!PassesAll.count(Kernel))
      PassesAll[Kernel] = offsetBlocks(P, Decisions, Kernel, S.Axis, Into);
    S.PassesAll = PassesAll[Kernel];
    auto IsCheck = [&](const TransferAction &A) {
      return A.K == Action::CheckLaunch &&
             A.Where.S == CodePosition::Side::After &&
             A.Where.Statement == S.Statement;
    };
    S.Checks = llvm::any_of(Into.Actions, IsCheck);
    S.MayBeEmpty = mayBeEmpty(P.launch(S.Launch), S.Axis);
    llvm::erase_if(Into.Actions, IsCheck);
  }
  while (P.Host.Identifiers.count(Plan.Gpu))
    Plan.Gpu += "_";
  // Device copies have names that nothing else has.
  for (LaunchPlan &L : Into.Launches)
    for (const SpreadArray &A : Plan.Arrays) {
      const std::string &Old = Into.Variables[A.Variable.Index].DeviceSpelling;
      for (auto &[Index, Text] : L.Replaced)
        replaceWord(Text, Old, Old + "[" + Plan.Gpu + "]");
      for (std::string &Text : L.Appended)
        replaceWord(Text, Old, Old + "[" + Plan.Gpu + "]");
    }
  Into.Actions.push_back(
      {Action::FindGpus,
       {},
       {CodePosition::Side::AtStart, mainFunction()->Body.Source, false}});
  sortByPlace(Into.Actions);
  Into.Spread = std::move(Plan);
}

} // namespace

std::optional<Diagnostic> planSpread(const Program &P,
                                     const std::vector<PlanDecision> &Decisions,
                                     TransferPlan &Into) {
  return SpreadPlanner(P, Decisions, Into).run();
}

} // namespace tessera
