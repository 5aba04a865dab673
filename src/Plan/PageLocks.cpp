//===- PageLocks.cpp - Page-locks for the program's own copies ------------===//
#include "PageLocks.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {
namespace {

using Kind = HostStatement::Kind;
using Event = MemoryEvent::Kind;

/// What becomes of the memory of one pointer, over all functions.
struct Lifetime {
  std::vector<std::pair<const HostStatement *, std::string>> Allocations;
  std::vector<const HostStatement *> Frees;
  bool IsPlain = true; ///< these are statements of their own, made once
};

/// Adds the events in \p S, which is a statement of its own if \p Placed.
void collect(const HostStatement &S, SharedVarId Id, bool Placed, bool InLoop,
             Lifetime &Into) {
  Placed &= !isUnfollowed(S);
  for (const MemoryEvent &E : S.Events) {
    bool Concerned = E.Variable == Id || E.Other == Id;
    bool Ends = E.K == Event::Free;
    if (!Concerned || E.K == Event::HandOn)
      continue;
    Into.IsPlain &=
        Placed && S.K == Kind::Leaf && !E.Sometimes &&
        (Ends || (E.K == Event::Allocate && !InLoop && !E.HostBytes.empty()));
    if (Ends)
      Into.Frees.push_back(&S);
    else
      Into.Allocations.emplace_back(&S, E.HostBytes);
  }
  for (unsigned I = 0; I < S.Children.size(); ++I) {
    bool Header = I == 0 && (S.K == Kind::Loop || S.K == Kind::If);
    collect(S.Children[I], Id, Placed && !Header, InLoop || S.K == Kind::Loop,
            Into);
  }
}

/// How often copies name a variable.
struct Usage {
  bool Once = false, Repeatedly = false;
};

void count(const CopyNode &N, const std::vector<CopyOfBytes> &Copies,
           unsigned Variable, bool InLoop, Usage &Into) {
  if (N.Copy &&
      (Copies[*N.Copy].To == Variable || Copies[*N.Copy].From == Variable))
    (InLoop ? Into.Repeatedly : Into.Once) = true;
  InLoop |= N.isLoop() || N.K == Kind::Opaque;
  for (const CopyNode &Child : N.Children)
    count(Child, Copies, Variable, InLoop, Into);
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

void addPointer(const Lifetime &Life, const SharedVariable &V, int64_t AtLeast,
                CopyPlan &Plan) {
  for (auto &[Statement, Size] : Life.Allocations)
    Plan.Locks.push_back({false, next(*Statement, CodePosition::Side::After),
                          V.Name, Size, AtLeast});
  for (const HostStatement *Statement : Life.Frees)
    Plan.Locks.push_back(
        {true, next(*Statement, CodePosition::Side::Before), V.Name, "", 0});
}

/// The bytes of \p V, if they are known before run time.
std::optional<int64_t> bytesOf(const SharedVariable &V) {
  if (!V.Pointer)
    return V.bytes();
  const std::optional<HostValue> &Size = V.Pointer->Size;
  return Size && Size->Divisor == 1 ? Size->Numerator.constant() : std::nullopt;
}

} // namespace

void planPageLocks(const Program &P, const CopyTrees &Trees,
                   const std::vector<FunctionCopies> &Functions,
                   const PinningThreshold &Pin, CopyPlan &Plan) {
  auto Main = llvm::find_if(P.Host.Functions,
                            [](const HostFunction &F) { return F.IsMain; });
  bool HasMain = Main != P.Host.Functions.end() && Main->Editable &&
                 Main->Body.K == Kind::Sequence;
  for (unsigned I = 0; I < P.Host.Variables.size(); ++I) {
    const SharedVariable &V = P.Host.Variables[I];
    bool Nameable = !V.Outlives || (V.Qualifier.empty() && !V.Shadowed);
    if (V.D != SharedVariable::Dialect::HostOnly || V.Const || !Nameable ||
        !Trees.obstacle({I}).empty() || (!V.Pointer && !V.Outlives))
      continue; // also: the stack
    Usage U;
    Lifetime Life;
    for (auto [F, Now] : llvm::zip_equal(P.Host.Functions, Functions)) {
      count(Now.Root, Now.Copies, I, /*InLoop=*/false, U);
      collect(F.Body, {I}, F.Editable, /*InLoop=*/false, Life);
    }
    bool Possible =
        V.Pointer ? Life.IsPlain && !Life.Allocations.empty() : HasMain;
    int64_t AtLeast = U.Repeatedly ? Pin.RepeatedBytes : Pin.OnceBytes;
    std::optional<int64_t> Bytes = bytesOf(V);
    if (!Possible || !(U.Once || U.Repeatedly) ||
        (Bytes ? *Bytes < AtLeast : !U.Repeatedly))
      continue;
    if (V.Pointer)
      addPointer(Life, V, Bytes ? 0 : AtLeast, Plan);
    else
      addArray(*Main, V, Plan);
    Plan.Messages.push_back({DiagKind::PageLocked,
                             {V.NameRange.Begin},
                             {V.Name, U.Repeatedly ? "repeatedly" : "once"}});
  }
}

} // namespace tessera
