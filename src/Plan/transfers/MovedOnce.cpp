//===- MovedOnce.cpp ------------------------------------------------------===//
#include "transfers/MovedOnce.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

using Kind = HostStatement::Kind;

/// Whether the innermost loop in \p S around \p Inner also has \p Other.
static bool sharesLoops(const HostStatement &S, SourceRange Inner,
                        SourceRange Other) {
  bool Repeats = S.K == Kind::Loop && S.Source != Inner;
  if ((Repeats || S.K == Kind::Opaque) && !S.Source.contains(Other))
    return false;
  return llvm::all_of(S.Children, [&](const HostStatement &Child) {
    return !Child.Source.contains(Inner) || sharesLoops(Child, Inner, Other);
  });
}

/// The statements in \p S that allocate the memory of \p Id.
static void collectAllocations(const HostStatement &S, SharedVarId Id,
                               std::vector<SourceRange> &Into) {
  if (llvm::any_of(S.Events, [&](const MemoryEvent &E) {
        return E.K == MemoryEvent::Kind::Allocate && E.Variable == Id;
      }))
    Into.push_back(S.Source);
  for (const HostStatement &Child : S.Children)
    collectAllocations(Child, Id, Into);
}

bool isMovedOnce(const Program &P, SharedVarId Id,
                 const std::vector<TransferAction> &Moves, int64_t Bytes) {
  const SharedVariable &V = P.Host.variable(Id);
  if (V.D != SharedVariable::Dialect::Managed || !V.Pointer ||
      !V.Pointer->Size || !V.Pointer->Size->Numerator.symbols().empty() ||
      V.Pointer->Size->Numerator.constantTerm() / V.Pointer->Size->Divisor <
          Bytes)
    return false;
  const TransferAction *Only = nullptr;
  for (const TransferAction &A : Moves)
    if (A.Variable == Id && A.K != TransferAction::Kind::Clear) {
      if (Only)
        return false;
      Only = &A;
    }
  if (!Only)
    return false;
  std::vector<SourceRange> Allocations;
  const HostFunction *Around = nullptr;
  for (const HostFunction &F : P.Host.Functions) {
    collectAllocations(F.Body, Id, Allocations);
    if (F.Source.contains(Only->Where.Statement))
      Around = &F;
  }
  return Around && Allocations.size() == 1 &&
         Around->Source.contains(Allocations.front()) &&
         sharesLoops(Around->Body, Only->Where.Statement, Allocations.front());
}

} // namespace tessera
