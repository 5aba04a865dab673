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
  Placed &= S.K != Kind::Opaque;
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

} // namespace

void planPageLocks(const Program &P, const CopyTrees &Trees,
                   const std::vector<FunctionCopies> &Functions,
                   const PinningThreshold &Pin, CopyPlan &Plan) {
  for (unsigned I = 0; I < P.Host.Variables.size(); ++I) {
    const SharedVariable &V = P.Host.Variables[I];
    if (V.D != SharedVariable::Dialect::HostOnly || !V.Pointer ||
        !Trees.obstacle({I}).empty())
      continue;
    Usage U;
    Lifetime Life;
    for (auto [F, Now] : llvm::zip_equal(P.Host.Functions, Functions)) {
      count(Now.Root, Now.Copies, I, /*InLoop=*/false, U);
      collect(F.Body, {I}, F.Editable, /*InLoop=*/false, Life);
    }
    if (!Life.IsPlain || Life.Allocations.empty() || !(U.Once || U.Repeatedly))
      continue;
    std::optional<int64_t> Bytes;
    if (V.Pointer->Size && V.Pointer->Size->Divisor == 1)
      Bytes = V.Pointer->Size->Numerator.constant();
    int64_t AtLeast = U.Repeatedly ? Pin.RepeatedBytes : Pin.OnceBytes;
    if (Bytes ? *Bytes < AtLeast : !U.Repeatedly)
      continue;
    for (auto &[Statement, Size] : Life.Allocations)
      Plan.Locks.push_back({false, next(*Statement, CodePosition::Side::After),
                            V.Name, Size, Bytes ? 0 : AtLeast});
    for (const HostStatement *Statement : Life.Frees)
      Plan.Locks.push_back(
          {true, next(*Statement, CodePosition::Side::Before), V.Name, "", 0});
    Plan.Messages.push_back({DiagKind::PageLocked,
                             {V.NameRange.Begin},
                             {V.Name, U.Repeatedly ? "repeatedly" : "once"}});
  }
}

} // namespace tessera
