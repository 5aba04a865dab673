//===- PointerPlans.cpp - Pointers to memory that is shared at run time ---===//
#include "transfers/PointerPlans.h"
#include "tessera/Analysis/HostOverwrites.h"
#include "tessera/Analysis/Overwrites.h"
#include "tessera/Polyhedral/Guarded.h"
#include "transfers/HandedOn.h"
#include "transfers/UnusedNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <functional>

namespace tessera {

using Kind = HostStatement::Kind;
using Event = MemoryEvent::Kind;
using Action = TransferAction::Kind;

//===----------------------------------------------------------------------===//
// Obstacles
//===----------------------------------------------------------------------===//

/// Events that change what memory a pointer holds.
static bool changesMemory(const MemoryEvent &E) {
  return E.K == Event::Allocate || E.K == Event::Free || E.K == Event::Exchange;
}

static bool concerns(const MemoryEvent &E, SharedVarId Id) {
  return E.Variable == Id || E.Other == Id;
}

namespace {

/// Looks at the events of one pointer in one function.
class EventChecker {
public:
  EventChecker(SharedVarId Id, const HostUses &Uses) : Id(Id), Uses(Uses) {}

  std::string check(const HostStatement &S, bool Followed) const {
    Followed &= S.K != Kind::Opaque && S.K != Kind::Try;
    if (std::string Why = statement(S, Followed); !Why.empty())
      return Why;
    for (unsigned I = 0; I < S.Children.size(); ++I) {
      bool Repeats = S.K == Kind::Loop && I == 0;
      if (std::string Why = check(S.Children[I], Followed && !Repeats);
          !Why.empty())
        return Why;
    }
    return "";
  }

private:
  std::string statement(const HostStatement &S, bool Followed) const {
    unsigned Changes = 0, Exchanges = 0, HandedOn = 0;
    for (const MemoryEvent &E : S.Events)
      if (concerns(E, Id)) {
        Changes += changesMemory(E);
        Exchanges += E.K == Event::Exchange;
        HandedOn += E.K == Event::HandOn;
      }
    if (!Changes)
      return "";
    VariableUse U = Uses.of(S);
    if ((Changes > 1 && Exchanges < Changes) || HandedOn || U.host() ||
        U.device())
      return "one statement allocates, frees or exchanges it and uses it";
    if (!Followed)
      return "it is allocated, freed or exchanged where control flow is not "
             "followed";
    return "";
  }

  SharedVarId Id;
  const HostUses &Uses;
};

} // namespace

static bool mayReturn(const HostStatement &S) {
  return S.K == Kind::Return || S.K == Kind::Opaque || S.K == Kind::Try ||
         S.MayReturn || llvm::any_of(S.Children, mayReturn);
}

/// Callers see allocation, then use, then free: whether \p Body does just that
/// on every path.
static bool keepsOrder(const HostStatement &Body, SharedVarId Id,
                       const HostUses &Uses) {
  if (Body.K != Kind::Sequence)
    return false;
  // What is behind: nothing, the allocation, uses, the free.
  enum { Start, Allocated, Used, Freed } At = Start;
  bool Returned = false;
  for (const HostStatement &S : Body.Children) {
    VariableUse Inside, Own = Uses.of(S);
    std::function<void(const HostStatement &)> Add =
        [&](const HostStatement &Part) {
          Inside.add(Uses.of(Part));
          for (const HostStatement &Child : Part.Children)
            Add(Child);
        };
    Add(S);
    if (S.K == Kind::If) // its condition is evaluated whatever follows
      Own.add(Uses.of(S.Children.front()));
    bool Always = S.K == Kind::Leaf || S.K == Kind::If || S.K == Kind::Return;
    if ((Inside.Allocates && !(Own.Allocates && Always)) ||
        (Inside.Frees && !(Own.Frees && Always)))
      return false;
    if ((Inside.Allocates || Inside.Frees) && Returned)
      return false;
    if (Inside.Allocates && At != Start)
      return false;
    if (Inside.any() && At == Freed)
      return false;
    if (Inside.Frees)
      At = Freed;
    else if (Inside.host() || Inside.device())
      At = Used;
    else if (Inside.Allocates)
      At = Allocated;
    Returned |= mayReturn(S) && !Inside.Allocates;
  }
  return true;
}

static bool exchanges(const HostStatement &S, SharedVarId Id) {
  return llvm::any_of(S.Events,
                      [&](const MemoryEvent &E) {
                        return E.K == Event::Exchange && concerns(E, Id);
                      }) ||
         llvm::any_of(S.Children, [&](const HostStatement &Child) {
           return exchanges(Child, Id);
         });
}

std::string pointerObstacle(const Program &P, SharedVarId Id,
                            const HostUses &Uses) {
  const SharedVariable &V = P.Host.variable(Id);
  if (Uses.mayBeCaught())
    return "exceptions are caught";
  bool HasMain = llvm::any_of(P.Host.Functions,
                              [](const HostFunction &F) { return F.IsMain; });
  if (!V.isLocal() && !V.isMember() && !HasMain)
    return "functions of other files may use it";
  for (unsigned I = 0; I < P.Host.Functions.size(); ++I) {
    const HostFunction &F = P.Host.Functions[I];
    if (!Uses.isScope(I))
      continue;
    EventChecker Check(Id, Uses);
    if (std::string Why = Check.check(F.Body, /*Followed=*/true); !Why.empty())
      return Why;
    if (V.isLocal() || F.IsMain)
      continue;
    if (!V.isMember() && F.OnlyExchanges.empty() && exchanges(F.Body, Id))
      return "a function other than main exchanges it";
    const VariableUse &U = Uses.inFunction(I);
    if (V.isMember() && F.isDestructor())
      continue; // its object is not used any more
    if (Uses.knowsObject(I) && (U.Allocates || U.Frees) &&
        !keepsOrder(F.Body, Id, Uses))
      return "'" + F.Name +
             "' allocates or frees it on some paths, or not first or last";
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Exchanges
//===----------------------------------------------------------------------===//

static void collectExchanges(const HostStatement &S,
                             std::vector<unsigned> &Group) {
  for (const MemoryEvent &E : S.Events)
    if (E.K == Event::Exchange) {
      unsigned Old = Group[E.Other->Index], New = Group[E.Variable.Index];
      for (unsigned &G : Group)
        G = G == Old ? New : G;
    }
  for (const HostStatement &Child : S.Children)
    collectExchanges(Child, Group);
}

std::vector<std::vector<SharedVarId>> exchangeGroups(const HostModel &H) {
  std::vector<unsigned> Group(H.Variables.size());
  for (unsigned I = 0; I < Group.size(); ++I)
    Group[I] = I;
  for (const HostFunction &F : H.Functions)
    collectExchanges(F.Body, Group);
  std::map<unsigned, std::vector<SharedVarId>> Members;
  for (unsigned I = 0; I < Group.size(); ++I)
    Members[Group[I]].push_back({I});
  std::vector<std::vector<SharedVarId>> Result;
  for (auto &[First, All] : Members)
    Result.push_back(std::move(All));
  return Result;
}

bool needsSavedBytes(const HostModel &H,
                     const std::vector<SharedVarId> &Group) {
  const std::optional<PointerMemory> &First = H.variable(Group.front()).Pointer;
  return First && llvm::any_of(Group, [&](SharedVarId Id) {
           const std::string &Bytes = H.variable(Id).Pointer->Bytes;
           return Bytes.empty() || Bytes != First->Bytes;
         });
}

//===----------------------------------------------------------------------===//
// Launches that write everything
//===----------------------------------------------------------------------===//

/// The size of \p Id in bytes, whatever memory it holds.
static std::optional<HostValue>
sizeOf(const Program &P, SharedVarId Id,
       const std::vector<std::vector<SharedVarId>> &Groups) {
  const SharedVariable &V = P.Host.variable(Id);
  if (!V.Pointer)
    return HostValue{V.bytes()};
  for (const std::vector<SharedVarId> &Group : Groups)
    if (llvm::is_contained(Group, Id) && needsSavedBytes(P.Host, Group))
      return std::nullopt;
  return V.Pointer->Size;
}

std::optional<ArrayId> arrayOf(const Program &P, const LaunchModel &L,
                               SharedVarId Id) {
  const KernelModel &K = P.kernel(L.Kernel);
  std::optional<ArrayId> Found;
  for (unsigned I = 0; I < K.Arrays.size(); ++I) {
    const ArrayInfo &A = K.Arrays[I];
    bool Same = A.K == ArrayInfo::Kind::Global && A.Variable == Id;
    if (A.K == ArrayInfo::Kind::Parameter && A.Parameter < L.Arguments.size()) {
      const LaunchArgument &Argument = L.Arguments[A.Parameter];
      Same = Argument.Root.Variable == Id;
      if (Same && !Argument.AtRoot)
        return std::nullopt;
    }
    if (Same && Found)
      return std::nullopt;
    if (Same)
      Found = ArrayId{I};
  }
  return Found;
}

std::set<LaunchId>
overwritingLaunches(const Program &P, SharedVarId Id,
                    const std::vector<std::vector<SharedVarId>> &Groups) {
  std::set<LaunchId> Result;
  std::optional<HostValue> Bytes = sizeOf(P, Id, Groups);
  if (!Bytes)
    return Result;
  for (unsigned I = 0; I < P.Launches.size(); ++I)
    for (const SharedAccess &A : launchEffects(P, {I})) {
      if (A.Variable != Id || !A.Writes)
        continue;
      const LaunchModel &L = P.Launches[I];
      IslContext Context;
      if (std::optional<ArrayId> Array = arrayOf(P, L, Id))
        if (overwrites(Context, P.kernel(L.Kernel), L, *Array, *Bytes))
          Result.insert({I});
    }
  return Result;
}

static void collectFilling(const HostStatement &S, const SharedVariable &V,
                           SharedVarId Id, const HostValue &Bytes,
                           std::set<const HostStatement *> &Into) {
  std::vector<CertainWrite> Writes;
  llvm::copy_if(S.CertainWrites, std::back_inserter(Writes),
                [&](const CertainWrite &W) { return W.Variable == Id; });
  IslContext Context;
  if (overwrites(Context, Writes, V.ElementBytes, Bytes))
    Into.insert(&S);
  for (const HostStatement &Child : S.Children)
    collectFilling(Child, V, Id, Bytes, Into);
}

std::set<const HostStatement *>
fillingStatements(const Program &P, SharedVarId Id,
                  const std::vector<std::vector<SharedVarId>> &Groups) {
  std::set<const HostStatement *> Result;
  if (std::optional<HostValue> Bytes = sizeOf(P, Id, Groups))
    for (const HostFunction &F : P.Host.Functions)
      collectFilling(F.Body, P.Host.variable(Id), Id, *Bytes, Result);
  return Result;
}

bool isAlone(const Program &P, const HostStatement &S, SourceRange Call) {
  llvm::StringRef Source = P.Source,
                  Statement = Source.slice(S.Source.Begin, S.Source.End),
                  Alone = Source.slice(Call.Begin, Call.End);
  if (S.K != Kind::Leaf || !Statement.consume_back(";"))
    return false;
  Statement = Statement.trim();
  if (Statement == Alone)
    return true;
  Statement =
      Statement.drop_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
  return Statement.consume_front("(") && Statement.consume_back(")") &&
         Statement.trim() == Alone;
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

namespace {

class EventPlanner {
public:
  EventPlanner(const Program &P, TransferPlan &Plan) : P(P), Plan(Plan) {}

  void visit(const HostFunction &F) { visit(F, F.Body, F.Body); }

  std::vector<RemovedText> Removed;

private:
  /// \p Outer is the statement that \p S is the condition of, or itself.
  void visit(const HostFunction &F, const HostStatement &S,
             const HostStatement &Outer) {
    for (const MemoryEvent &E : S.Events)
      if (Plan.Variables[E.Variable.Index].Where == Placement::Device)
        plan(F, E, S, Outer);
    for (unsigned I = 0; I < S.Children.size(); ++I)
      visit(F, S.Children[I],
            S.hasHeader() && S.K != Kind::Loop && I == 0 ? S : S.Children[I]);
  }

  void plan(const HostFunction &F, const MemoryEvent &E, const HostStatement &S,
            const HostStatement &Outer) {
    const VariablePlan &V = Plan.Variables[E.Variable.Index];
    CodePosition Before = {CodePosition::Side::Before, Outer.Source,
                           Outer.Unbraced};
    CodePosition Behind = Before;
    if (&S == &Outer && S.K == Kind::Leaf)
      Behind.S = CodePosition::Side::After;
    switch (E.K) {
    case Event::Allocate:
      if (E.Flags.size() > 0) {
        Plan.Replacements.push_back({E.Flags, ""});
        Removed.push_back({E.Flags, Plan.Replacements.size() - 1, Gone::Part});
      }
      if (V.Alone) {
        call(E, S, "cudaMalloc");
        break;
      }
      if (V.SavesBytes) {
        Plan.Actions.push_back({Action::SaveBytes, E.Variable, Before, false,
                                std::nullopt, text(E.Bytes)});
        Plan.Replacements.push_back(
            {E.Bytes, F.objectOf(E.Variable) + V.Bytes});
      }
      Plan.Actions.push_back({Action::Allocate, E.Variable, Behind});
      call(E, S, "cudaMallocHost");
      break;
    case Event::Free:
      if (V.Alone)
        break;
      Plan.Actions.push_back({Action::Free, E.Variable, Behind});
      call(E, S, "cudaFreeHost");
      break;
    case Event::Exchange:
      if (E.InCallee || V.Alone)
        break;
      Plan.Actions.push_back({Action::Exchange, E.Variable, Behind});
      Plan.Actions.back().Other = E.Other;
      Plan.Actions.back().Step = Step++;
      break;
    case Event::Advise:
      advise(E, S);
      break;
    case Event::HandOn:
      Plan.Replacements.push_back(
          {E.Name, isHandedBoth(E) ? ", " + V.DeviceSpelling + ", " + V.Bytes
                                   : V.DeviceSpelling});
      break;
    }
  }

  /// Calls \p Function instead, and checks it where the user does nothing with
  /// the result.
  void call(const MemoryEvent &E, const HostStatement &S,
            llvm::StringRef Function) {
    bool Alone = S.K == Kind::Leaf && text(S.Source) == text(E.Call) + ";";
    std::string Check = Alone ? Plan.CheckMacro + "(" : "";
    Plan.Replacements.push_back({E.Callee, Check + Function.str()});
    if (Alone)
      Plan.Replacements.push_back({{E.Call.End, E.Call.End}, ")"});
  }

  /// The call is an error for memory that is not managed.
  void advise(const MemoryEvent &E, const HostStatement &S) {
    const bool Whole = isAlone(P, S, E.Call) && !S.Unbraced;
    const bool IsStatement =
        S.K == Kind::Leaf && text(S.Source) == text(E.Call) + ";";
    if (Whole)
      Plan.Replacements.push_back({wholeLines(P, S.Source), ""});
    else
      Plan.Replacements.push_back(
          {E.Call, IsStatement ? "(void)0" : "cudaSuccess"});
    Removed.push_back({Whole ? S.Source : E.Call, Plan.Replacements.size() - 1,
                       Whole         ? Gone::Statement
                       : IsStatement ? Gone::Effect
                                     : Gone::Value});
  }

  std::string text(SourceRange R) const {
    return P.Source.substr(R.Begin, R.size());
  }

  const Program &P;
  TransferPlan &Plan;
  unsigned Step = 0; ///< of exchanges
};

} // namespace

void planPointers(const Program &P, TransferPlan &Plan) {
  EventPlanner Planner(P, Plan);
  for (const HostFunction &F : P.Host.Functions)
    Planner.visit(F);
  dropUnusedNames(P, Planner.Removed, Plan.Replacements);
  planParameters(P, Plan);
}

} // namespace tessera
