//===- PageLocks.cpp - Page-locks for the program's own copies ------------===//
#include "copies/PageLocks.h"
#include "llvm/ADT/STLExtras.h"
#include <functional>

namespace tessera {
namespace {

using Kind = HostStatement::Kind;
using Event = MemoryEvent::Kind;

/// What becomes of the memory of one pointer, over all functions.
struct Lifetime {
  struct Place {
    const HostStatement *Statement;
    std::string Pointer, Bytes; ///< there
  };
  std::vector<Place> Allocations, Frees;
  bool IsPlain = true;  ///< these are statements of their own, made once
  bool IsLocked = true; ///< by the program
};

/// Adds the events in \p S, which is a statement of its own if \p Placed.
void collect(const HostFunction &F, const HostStatement &S,
             const std::string &Name, SharedVarId Id, bool Placed, bool InLoop,
             Lifetime &Into) {
  Placed &= !isUnfollowed(S);
  for (const MemoryEvent &E : S.Events) {
    bool Concerned = E.Variable == Id || E.Other == Id;
    bool Ends = E.K == Event::Free;
    if (!Concerned || E.K == Event::HandOn)
      continue;
    Into.IsLocked &= Ends || E.PageLocked;
    Into.IsPlain &=
        Placed && S.K == Kind::Leaf && !E.Sometimes &&
        (Ends || (E.K == Event::Allocate && !InLoop && !E.HostBytes.empty()));
    if (Ends)
      Into.Frees.push_back({&S, F.objectOf(Id) + Name, ""});
    else
      Into.Allocations.push_back({&S, F.objectOf(Id) + Name, E.HostBytes});
  }
  for (unsigned I = 0; I < S.Children.size(); ++I) {
    bool Header = I == 0 && (S.K == Kind::Loop || S.K == Kind::If);
    collect(F, S.Children[I], Name, Id, Placed && !Header,
            InLoop || S.K == Kind::Loop, Into);
  }
}

/// How often copies name a variable.
struct Usage {
  bool Once = false, Repeatedly = false;
};

void count(const CopyNode &N, const CopyTrees &Trees,
           const std::vector<CopyOfBytes> &Copies, unsigned Variable,
           bool InLoop, Usage &Into) {
  if (N.Copy && (Trees.bases(Copies[*N.Copy].To).count(Variable) ||
                 Trees.bases(Copies[*N.Copy].From).count(Variable)))
    (InLoop ? Into.Repeatedly : Into.Once) = true;
  InLoop |= N.isLoop() || N.K == Kind::Opaque;
  for (const CopyNode &Child : N.Children)
    count(Child, Trees, Copies, Variable, InLoop, Into);
}

CodePosition next(const HostStatement &S, CodePosition::Side Side) {
  return {Side, S.Source, S.Unbraced};
}

/// Before every return of main, and at its end.
void atReturns(const HostStatement &S, std::vector<CodePosition> &Into) {
  if (S.K == Kind::Return)
    Into.push_back(next(S, CodePosition::Side::Before));
  for (const HostStatement &Child : S.Children)
    atReturns(Child, Into);
}

/// Where the memory of an array begins and ends to be used.
void addArray(const HostFunction &Main, const SharedVariable &V,
              CopyPlan &Plan) {
  const HostStatement &Body = Main.Body;
  Plan.Locks.push_back({false,
                        {CodePosition::Side::AtStart, Body.Source, false},
                        V.Name,
                        "sizeof(" + V.Name + ")",
                        0});
  std::vector<CodePosition> Ends;
  atReturns(Body, Ends);
  if (Body.Children.empty() || Body.Children.back().K != Kind::Return)
    Ends.push_back({CodePosition::Side::AtEnd, Body.Source, false});
  for (const CodePosition &Where : Ends)
    Plan.Locks.push_back({true, Where, V.Name, "", 0});
}

void addPointer(const Lifetime &Life, int64_t AtLeast, CopyPlan &Plan) {
  for (const Lifetime::Place &At : Life.Allocations)
    Plan.Locks.push_back({false, next(*At.Statement, CodePosition::Side::After),
                          At.Pointer, At.Bytes, AtLeast});
  for (const Lifetime::Place &At : Life.Frees)
    Plan.Locks.push_back({true, next(*At.Statement, CodePosition::Side::Before),
                          At.Pointer, "", 0});
}

} // namespace

bool isRepeated(const Program &P, const HostFunction &F) {
  unsigned Calls = 0;
  std::function<void(const HostStatement &, bool)> Look =
      [&](const HostStatement &S, bool InLoop) {
        InLoop |= S.K == Kind::Loop || S.K == Kind::Opaque;
        if (llvm::is_contained(S.Calls, &F - P.Host.Functions.data()))
          Calls += InLoop || !S.CalledOnce.count(&F - P.Host.Functions.data())
                       ? 2
                       : 1;
        for (const HostStatement &Child : S.Children)
          Look(Child, InLoop);
      };
  for (const HostFunction &Caller : P.Host.Functions)
    Look(Caller.Body, /*InLoop=*/false);
  return Calls > 1;
}

std::set<SharedVarId>
planPageLocks(const Program &P, const CopyTrees &Trees,
              const std::vector<FunctionCopies> &Functions,
              const PinningThreshold &Pin, CopyPlan &Plan) {
  std::set<SharedVarId> Locked;
  auto Main = llvm::find_if(P.Host.Functions,
                            [](const HostFunction &F) { return F.IsMain; });
  bool HasMain = Main != P.Host.Functions.end() && Main->Editable &&
                 Main->Body.K == Kind::Sequence;
  for (unsigned I = 0; I < P.Host.Variables.size(); ++I) {
    const SharedVariable &V = P.Host.Variables[I];
    bool Nameable =
        !V.Outlives || V.isMember() || (V.Qualifier.empty() && !V.Shadowed);
    if (V.D != SharedVariable::Dialect::HostOnly || V.Const || !Nameable ||
        !Trees.obstacle({I}).empty() || (!V.Pointer && !V.Outlives))
      continue; // also: the stack
    Usage U;
    Lifetime Life;
    for (auto [F, Now] : llvm::zip_equal(P.Host.Functions, Functions)) {
      count(Now.Root, Trees, Now.Copies, I, isRepeated(P, F), U);
      bool Known = Trees.obstacleIn(F, {I}).empty();
      collect(F, F.Body, V.Name, {I}, F.Editable && Known, /*InLoop=*/false,
              Life);
    }
    if (V.Pointer && Life.IsLocked && !Life.Allocations.empty())
      Locked.insert({I});
    bool Possible =
        V.Pointer ? Life.IsPlain && !Life.Allocations.empty() : HasMain;
    int64_t AtLeast = U.Repeatedly ? Pin.RepeatedBytes : Pin.OnceBytes;
    std::optional<int64_t> Bytes = V.knownBytes();
    if (!Possible || !(U.Once || U.Repeatedly) ||
        (Bytes ? *Bytes < AtLeast : !U.Repeatedly))
      continue;
    Locked.insert({I});
    if (V.Pointer)
      addPointer(Life, Bytes ? 0 : AtLeast, Plan);
    else
      addArray(*Main, V, Plan);
    Plan.Messages.push_back({DiagKind::PageLocked,
                             {V.NameRange.Begin},
                             {V.Name, U.Repeatedly ? "repeatedly" : "once"}});
  }
  return Locked;
}

} // namespace tessera
