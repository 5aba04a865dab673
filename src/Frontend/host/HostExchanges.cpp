//===- HostExchanges.cpp - What exchanges pointers ------------------------===//
//
// A function that does nothing else, `void rotate(Grid *g)`, needs no
// transfers: for its callers the memory only has other names.
//
//===----------------------------------------------------------------------===//
#include "Steps.h"
#include "host/HostParts.h"
#include "variables/PointerRoots.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace tessera {

namespace {
class ExchangeFinder : public DynamicRecursiveASTVisitor {
public:
  explicit ExchangeFinder(FrontendContext &C) : C(C) {}

  bool VisitCallExpr(CallExpr *E) override {
    const FunctionDecl *Callee = E->getDirectCallee();
    if (Callee && Callee->getIdentifier() && Callee->getName() == "swap" &&
        E->getNumArgs() == 2)
      join(namedPointer(E->getArg(0)), namedPointer(E->getArg(1)));
    return true;
  }
  bool VisitCompoundStmt(CompoundStmt *S) override {
    for (const PointerRotation &R : findRotations(S)) {
      for (const Stmt *Part : R.Assignments)
        C.Exchanges[Part] = {};
      C.Exchanges[R.Assignments.back()] = R.Pointers;
      for (const ValueDecl *Other : R.Pointers)
        join(R.Pointers.front(), Other);
    }
    return true;
  }

private:
  void join(const ValueDecl *A, const ValueDecl *B) {
    std::optional<SharedVarId> IdA = C.held(A), IdB = C.held(B);
    if (!IdA || !IdB)
      return;
    std::set<unsigned> All = {IdA->Index, IdB->Index};
    for (unsigned I : {IdA->Index, IdB->Index})
      All.insert(C.ExchangedWith[I].begin(), C.ExchangedWith[I].end());
    for (unsigned I : All)
      C.ExchangedWith[I] = All;
  }

  FrontendContext &C;
};
} // namespace

void collectExchanges(FrontendContext &C) {
  ExchangeFinder Find(C);
  for (Decl *D : C.mainFileDecls())
    Find.TraverseDecl(D);
}

using Kind = HostStatement::Kind;
using Event = MemoryEvent::Kind;

/// The exchanges that \p F makes, if it does nothing else; else nothing.
static std::vector<MemoryEvent> onlyExchanges(const HostFunction &F) {
  std::vector<MemoryEvent> All;
  if (F.CalledUnseen || F.BeforeMain || F.IsMain || !F.Editable ||
      F.Body.K != Kind::Sequence || !F.Body.Accesses.empty())
    return {};
  for (const HostStatement &S : F.Body.Children) {
    bool Other = S.K != Kind::Leaf || !S.Accesses.empty() ||
                 !S.Launches.empty() || !S.Calls.empty();
    for (const MemoryEvent &E : S.Events) {
      Other |= E.K != Event::Exchange;
      All.push_back(E);
    }
    if (Other)
      return {};
  }
  return All;
}

/// Forgets the exchanges of functions that \p S calls in a way that is not
/// followed.
static void dropUnknown(const HostStatement &S, HostModel &H) {
  for (unsigned Callee : S.Calls) {
    std::vector<MemoryEvent> &Events = H.Functions[Callee].OnlyExchanges;
    bool Known = S.CalledOnce.count(Callee) && S.K == Kind::Leaf &&
                 llvm::none_of(Events, [&](const MemoryEvent &E) {
                   return S.OtherObjects.count({Callee, E.Variable}) ||
                          S.OtherObjects.count({Callee, *E.Other});
                 });
    if (!Known)
      Events.clear();
  }
  for (const HostStatement &Child : S.Children)
    dropUnknown(Child, H);
}

static void passOn(HostStatement &S, const HostModel &H) {
  for (unsigned Callee : S.Calls)
    for (MemoryEvent E : H.Functions[Callee].OnlyExchanges) {
      E.InCallee = true;
      S.Events.push_back(E);
    }
  for (HostStatement &Child : S.Children)
    passOn(Child, H);
}

void passOnExchanges(HostModel &H) {
  for (HostFunction &F : H.Functions)
    F.OnlyExchanges = onlyExchanges(F);
  for (const HostFunction &F : H.Functions)
    dropUnknown(F.Body, H);
  for (HostFunction &F : H.Functions)
    passOn(F.Body, H);
}

} // namespace tessera
