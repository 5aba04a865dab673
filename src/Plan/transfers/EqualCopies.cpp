//===- EqualCopies.cpp - Arrays that begin with the same contents ---------===//
#include "transfers/EqualCopies.h"
#include "transfers/PointerPlans.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {
namespace {

using Action = TransferAction::Kind;

class EqualityFinder {
public:
  EqualityFinder(const Program &P,
                 const std::vector<std::optional<HostUses>> &Uses,
                 const std::vector<std::vector<SharedVarId>> &Groups,
                 SharedVarId A, SharedVarId B)
      : P(P), Uses(Uses), A(A), B(B), FillsA(fillingStatements(P, A, Groups)),
        FillsB(fillingStatements(P, B, Groups)) {}

  /// Whether both have the same contents on the host right before \p Place.
  bool equalBefore(SourceRange Place) const {
    return llvm::any_of(P.Host.Functions, [&](const HostFunction &F) {
      return equalIn(F.Body, Place);
    });
  }

private:
  bool equalIn(const HostStatement &S, SourceRange Place) const {
    if (!S.Source.contains(Place))
      return false;
    for (unsigned I = 0; I < S.Children.size(); ++I) {
      if (S.K == HostStatement::Kind::Sequence && S.Children[I].Source == Place)
        return equalBehind(S, I);
      if (equalIn(S.Children[I], Place))
        return true;
    }
    return false;
  }

  /// Behind the first \p Count statements of \p Sequence.
  bool equalBehind(const HostStatement &Sequence, unsigned Count) const {
    for (unsigned I = Count; I-- > 0;) {
      const HostStatement &S = Sequence.Children[I];
      if (makesEqual(S))
        return true;
      if (S.K == HostStatement::Kind::Opaque || writes(S))
        return false;
    }
    return false;
  }

  bool makesEqual(const HostStatement &S) const {
    if (!FillsA.count(&S) || !FillsB.count(&S) || callsWrite(S))
      return false;
    return llvm::any_of(S.CertainWrites, [&](const CertainWrite &W) {
      return W.EqualTo && ((W.Variable == A && *W.EqualTo == B) ||
                           (W.Variable == B && *W.EqualTo == A));
    });
  }

  /// Whether a function that \p S calls does.
  bool callsWrite(const HostStatement &S) const {
    return llvm::any_of(S.Calls,
                        [&](unsigned Callee) {
                          return Uses[A.Index]->inFunction(Callee).HostWrites ||
                                 Uses[B.Index]->inFunction(Callee).HostWrites;
                        }) ||
           llvm::any_of(S.Children, [&](const HostStatement &Child) {
             return callsWrite(Child);
           });
  }

  bool writes(const HostStatement &S) const {
    for (SharedVarId Id : {A, B}) {
      VariableUse U = Uses[Id.Index]->of(S);
      if (U.HostWrites || U.DeviceWrites || U.MovesCopies || U.Allocates ||
          U.Frees)
        return true;
    }
    return llvm::any_of(
        S.Children, [&](const HostStatement &Child) { return writes(Child); });
  }

  const Program &P;
  const std::vector<std::optional<HostUses>> &Uses;
  SharedVarId A, B;
  std::set<const HostStatement *> FillsA, FillsB;
};

bool haveOneSize(const SharedVariable &A, const SharedVariable &B) {
  if (A.isMember() || B.isMember() || A.ElementBytes != B.ElementBytes)
    return false;
  if (!A.Pointer && !B.Pointer)
    return A.bytes() == B.bytes();
  if (!A.Pointer || !B.Pointer || !A.Pointer->Size || !B.Pointer->Size)
    return false;
  return A.Pointer->Size->Numerator == B.Pointer->Size->Numerator &&
         A.Pointer->Size->Divisor == B.Pointer->Size->Divisor;
}

} // namespace

void copyEqualArrays(const Program &P,
                     const std::vector<std::optional<HostUses>> &Uses,
                     const std::vector<std::vector<SharedVarId>> &Groups,
                     std::vector<TransferAction> &Actions) {
  auto HasFlag = [&](SharedVarId Id) {
    return llvm::any_of(Actions, [&](const TransferAction &A) {
      return A.Variable == Id && (A.IfInvalid || A.K == Action::MarkHost ||
                                  A.K == Action::MarkDevice);
    });
  };
  for (TransferAction &Second : Actions) {
    if (Second.K != Action::Upload || HasFlag(Second.Variable) ||
        Second.Where.S != CodePosition::Side::Before)
      continue;
    for (const TransferAction &First : Actions) {
      if (First.K != Action::Upload || !(First.Where == Second.Where) ||
          First.Variable.Index >= Second.Variable.Index ||
          HasFlag(First.Variable) ||
          !haveOneSize(P.Host.variable(First.Variable),
                       P.Host.variable(Second.Variable)) ||
          !EqualityFinder(P, Uses, Groups, First.Variable, Second.Variable)
               .equalBefore(Second.Where.Statement))
        continue;
      Second.K = Action::CopyOnDevice;
      Second.Other = First.Variable;
      break;
    }
  }
}

} // namespace tessera
