//===- PlanSpread.cpp - Which programs can use several GPUs ---------------===//
#include "tessera/Plan/PlanSpread.h"
#include "BlockOffsets.h"
#include "PointerPlans.h"
#include "tessera/Analysis/BlockRange.h"
#include "tessera/Plan/Proportions.h"
#include "tessera/Polyhedral/Guarded.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace tessera {

using Action = TransferAction::Kind;

namespace {

/// How one launch uses one array: blocks with the id `b` along the axis touch
/// the rows `Rows * b - Before` to `Rows * (b + 1) + Behind`, less one.
struct Use {
  unsigned Launch = 0; ///< into SpreadPlan::Launches
  SharedVarId Array;
  bool Writes = false;
  bool Whole = false; ///< anything may be read
  int64_t Rows = 0, Before = 0, Behind = 0;
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
  Obstacle addLaunch(LaunchId Id);
  Obstacle addUse(IslContext &Context, const SharedAccess &Effect);
  Obstacle alignShares();
  SpreadArray &arrayFor(SharedVarId Id);
  void commit();

  const Program &P;
  const std::vector<PlanDecision> &Decisions;
  TransferPlan &Into;
  SpreadPlan Plan;
  std::vector<Use> Uses;
};

/// The elements of a row: of what the first subscript selects.
int64_t rowElements(const SharedVariable &V) {
  int64_t Elements = 1;
  for (int64_t Extent : llvm::drop_begin(V.Extents, V.Extents.empty() ? 0 : 1))
    Elements *= Extent;
  return Elements;
}

int64_t rowsOf(const SharedVariable &V) {
  return V.Extents.empty() ? 1 : V.Extents.front();
}

int64_t dividedUp(int64_t Value, int64_t By) { return (Value + By - 1) / By; }

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
    if (V.Where == Placement::Device && variable({I}).Pointer)
      return "'" + name({I}) + "' has a size that only run time knows";
  }
  for (const TransferAction &A : Into.Actions) {
    if (A.K == Action::ReadElement)
      return "the host reads single elements of '" + name(A.Variable) + "'";
    if (A.K == Action::Allocate && A.IfNeeded)
      return "the program has no main function";
  }
  return "";
}

/// Whether \p K touches memory of a GPU that is not in the plan.
bool usesOwnMemory(const KernelModel &K, const TransferPlan &Into) {
  return llvm::any_of(K.Arrays, [&](const ArrayInfo &A) {
    return A.K == ArrayInfo::Kind::Global &&
           !(A.Variable &&
             Into.Variables[A.Variable->Index].Where != Placement::Managed);
  });
}

Obstacle SpreadPlanner::addLaunch(LaunchId Id) {
  const LaunchModel &L = P.launch(Id);
  const KernelModel &K = P.kernel(L.Kernel);
  if (L.Statement.size() == 0)
    return "the launch is part of a larger statement";
  if (!L.StreamText.empty())
    return "the launch has a stream of its own";
  if (!L.GridRepeatable)
    return "the grid of the launch cannot be evaluated twice";
  if (!hasCompleteAccesses(K))
    return "not all that '" + K.Name + "' does is known";
  if (usesOwnMemory(K, Into))
    return "'" + K.Name + "' uses a variable that each GPU has for itself";
  if (changesGrid(Decisions, L.Kernel))
    return "the version of '" + K.Name + "' with tiles has fewer blocks";
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
  int64_t Row = rowElements(V);
  auto RangeOfRows = [&](bool Written) {
    std::optional<BlockRange> Range;
    if (Array && K.array(*Array).ElementBytes == V.ElementBytes)
      Range = blockRange(Context, K, L, *Array, S.Axis, Written);
    return Range && Range->Stride % Row == 0 ? Range : std::nullopt;
  };
  if (Effect.Writes) {
    std::optional<BlockRange> Written = RangeOfRows(true);
    if (!Written || !Written->isApart())
      return "it is not proved that blocks along " +
             std::string(1, "xyz"[S.Axis]) + " write different rows of '" +
             V.Name + "'";
    New.Rows = Written->Stride / Row;
  }
  std::optional<BlockRange> All = RangeOfRows(false);
  New.Whole = !All || (Effect.Writes && All->Stride / Row != New.Rows);
  if (!New.Whole) {
    New.Rows = All->Stride / Row;
    New.Before = dividedUp(std::max<int64_t>(0, -All->First), Row);
    New.Behind = dividedUp(All->ahead(), Row);
  }
  Uses.push_back(New);
  return "";
}

SpreadArray &SpreadPlanner::arrayFor(SharedVarId Id) {
  for (SpreadArray &A : Plan.Arrays)
    if (A.Variable == Id)
      return A;
  SpreadArray New;
  New.Variable = Id;
  const SharedVariable &V = variable(Id);
  New.Rows = V.Extents.empty() ? "1" : V.ExtentTexts.front();
  Plan.Arrays.push_back(New);
  return Plan.Arrays.back();
}

/// Decides how many blocks of each grid, and rows of each array, are a share.
Obstacle SpreadPlanner::alignShares() {
  for (const Use &U : Uses)
    arrayFor(U.Array);
  auto IndexOf = [&](const Use &U) {
    return unsigned(Plan.Launches.size() +
                    (&arrayFor(U.Array) - &Plan.Arrays[0]));
  };
  // Rows of a share = rows of a block * blocks of a share.
  Proportions Shares(Plan.Launches.size() + Plan.Arrays.size());
  for (const Use &U : Uses)
    if (U.Writes && !Shares.tie(IndexOf(U), U.Rows, U.Launch))
      return "the launches divide '" + name(U.Array) + "' in different ways";
  std::set<SharedVarId> Divided;
  for (const Use &U : Uses) {
    SpreadArray &A = arrayFor(U.Array);
    if (U.Whole || (!U.Writes && !Shares.tie(IndexOf(U), U.Rows, U.Launch)))
      A.Whole = true;
    else
      Divided.insert(U.Array);
    A.Before = std::max(A.Before, U.Before);
    A.Behind = std::max(A.Behind, U.Behind);
    if (U.Writes)
      Plan.Launches[U.Launch].Exchanged.push_back(U.Array);
  }
  std::vector<int64_t> Sizes = Shares.solve();
  for (unsigned I = 0; I < Plan.Launches.size(); ++I)
    Plan.Launches[I].Blocks = Sizes[I];
  for (unsigned I = 0; I < Plan.Arrays.size(); ++I) {
    SpreadArray &A = Plan.Arrays[I];
    int64_t Rows = rowsOf(variable(A.Variable));
    A.Share =
        Divided.count(A.Variable) ? Sizes[Plan.Launches.size() + I] : Rows;
    A.Whole |= 2 * (A.Before + A.Behind) >= Rows;
  }
  for (const SpreadLaunch &L : Plan.Launches)
    if (std::optional<int64_t> Blocks = P.launch(L.Launch).Grid[L.Axis])
      Plan.Shares = std::max(Plan.Shares, dividedUp(*Blocks, L.Blocks));
  if (Plan.Shares < 2)
    return "the grids cannot be divided";
  for (SpreadLaunch &L : Plan.Launches)
    llvm::erase_if(L.Exchanged, [&](SharedVarId Id) {
      return !Plan.array(Id)->isExchanged();
    });
  return "";
}

void replaceWord(std::string &Text, const std::string &Word,
                 const std::string &By) {
  for (size_t At = 0; (At = Text.find(Word, At)) != Text.npos; At += By.size())
    Text.replace(At, Word.size(), By);
}

void SpreadPlanner::commit() {
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
  std::vector<TransferAction> Starts;
  for (const TransferAction &A : Into.Actions)
    if (A.K == Action::Allocate)
      Starts.push_back({Action::FindGpus, {}, A.Where});
  llvm::append_range(Into.Actions, Starts);
  llvm::sort(Into.Actions, inOrder);
  Into.Actions.erase(llvm::unique(Into.Actions), Into.Actions.end());
  Into.Spread = std::move(Plan);
}

} // namespace

std::optional<Diagnostic> planSpread(const Program &P,
                                     const std::vector<PlanDecision> &Decisions,
                                     TransferPlan &Into) {
  return SpreadPlanner(P, Decisions, Into).run();
}

} // namespace tessera
