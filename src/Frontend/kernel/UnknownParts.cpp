//===- UnknownParts.cpp - What keeps values from being known --------------===//
#include "kernel/UnknownParts.h"
#include "kernel/calls/CalleeFacts.h"
#include "kernel/text/UsersText.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace tessera {
namespace {

using Kind = UnknownPart::Kind;

class PartFinder {
public:
  PartFinder(const FrontendContext &C, const IndexScope &Scope,
             const std::set<const VarDecl *> &Mutated)
      : C(C), Scope(Scope), Mutated(Mutated) {}

  /// \p Found, or what may pass the end of its type, where that is all.
  UnknownPart orWrapping(UnknownPart Found) const {
    return Found.K == Kind::None ? Wraps : Found;
  }

  UnknownPart find(const Expr *E) {
    E = E->IgnoreParenImpCasts();
    if (builtinSymbol(E) || isa<IntegerLiteral, CXXBoolLiteralExpr>(E) ||
        (!E->isValueDependent() && !E->isGLValue() &&
         E->getType()->isIntegralOrEnumerationType() &&
         E->isIntegerConstantExpr(C.AST)))
      return {};
    if (const auto *Use = dyn_cast<DeclRefExpr>(E))
      return variable(Use);
    if (isa<ArraySubscriptExpr>(E) || isLoad(E))
      return part(Kind::Data, E);
    if (const auto *Cast = dyn_cast<CastExpr>(E))
      return find(Cast->getSubExpr());
    if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
      if (Unary->getOpcode() == UO_Deref)
        return part(Kind::Data, E);
      if (Unary->isIncrementDecrementOp())
        return part(Kind::Changes, E);
      if (UnknownPart Of = find(Unary->getSubExpr()); Of.K != Kind::None)
        return Of;
      return Unary->getOpcode() == UO_Not ? part(Kind::Operator, E)
                                          : UnknownPart{};
    }
    if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
      for (const Expr *Side : {Binary->getLHS(), Binary->getRHS()})
        if (UnknownPart Of = find(Side); Of.K != Kind::None)
          return Of;
      const BinaryOperatorKind Op = Binary->getOpcode();
      const bool Known = Op == BO_Add || Op == BO_Sub || Op == BO_Mul ||
                         Op == BO_Shl || Op == BO_Comma ||
                         Binary->isComparisonOp() || Binary->isLogicalOp();
      return Known ? UnknownPart{} : part(Kind::Operator, E);
    }
    if (const auto *Pick = dyn_cast<ConditionalOperator>(E)) {
      for (const Expr *Each :
           {Pick->getCond(), Pick->getTrueExpr(), Pick->getFalseExpr()})
        if (UnknownPart Of = find(Each); Of.K != Kind::None)
          return Of;
      return part(Kind::Operator, E);
    }
    if (const auto *Call = dyn_cast<CallExpr>(E)) {
      for (const Expr *Argument : Call->arguments())
        if (UnknownPart Of = find(Argument); Of.K != Kind::None)
          return Of;
      return part(Kind::Call, E);
    }
    if (const auto *Member = dyn_cast<MemberExpr>(E)) {
      if (Member->isArrow())
        return part(Kind::Data, E);
      return find(Member->getBase());
    }
    return part(Kind::Other, E);
  }

  UnknownPart place(const Expr *E) {
    E = E->IgnoreParenImpCasts();
    if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E)) {
      if (UnknownPart Of = find(Subscript->getIdx()); Of.K != Kind::None)
        return Of;
      return place(Subscript->getBase());
    }
    if (const auto *Unary = dyn_cast<UnaryOperator>(E))
      return place(Unary->getSubExpr());
    if (const auto *Cast = dyn_cast<CastExpr>(E)) {
      if (UnknownPart Of = place(Cast->getSubExpr()); Of.K != Kind::None)
        return Of;
      return isa<ExplicitCastExpr>(Cast) && takesForOthers(Cast)
                 ? part(Kind::Type, E)
                 : UnknownPart{};
    }
    if (const auto *Member = dyn_cast<MemberExpr>(E))
      return place(Member->getBase());
    if (const auto *Sum = dyn_cast<BinaryOperator>(E);
        Sum && Sum->isAdditiveOp())
      for (const Expr *Side : {Sum->getLHS(), Sum->getRHS()}) {
        const bool Points =
            Side->getType()->isPointerType() || Side->getType()->isArrayType();
        if (UnknownPart Of = Points ? place(Side) : find(Side);
            Of.K != Kind::None)
          return Of;
      }
    if (const auto *Use = dyn_cast<DeclRefExpr>(E))
      if (const auto *V = dyn_cast<VarDecl>(Use->getDecl());
          V && V->isLocalVarDecl() && V->getType()->isPointerType()) {
        if (Mutated.count(V))
          return part(Kind::Changes, E);
        if (V->getInit() && enter(V))
          return place(V->getInit());
      }
    return {};
  }

private:
  /// Whether \p Cast gives elements another type.
  bool takesForOthers(const CastExpr *Cast) const {
    const QualType From = Cast->getSubExpr()->getType()->getPointeeType(),
                   To = Cast->getType()->getPointeeType();
    return !From.isNull() && !To.isNull() &&
           !C.AST.hasSameUnqualifiedType(From, To);
  }

  bool enter(const VarDecl *V) { return Seen.insert(V).second; }

  UnknownPart variable(const DeclRefExpr *Use) {
    const auto *V = dyn_cast<VarDecl>(Use->getDecl());
    if (!V || V->getType()->isRecordType())
      return {};
    if (!V->hasLocalStorage())
      return V->getType().isConstQualified() || V->getType()->isArrayType()
                 ? UnknownPart{}
                 : part(Kind::Data, Use);
    if (!V->getType()->isIntegralOrEnumerationType())
      return V->getInit() && enter(V) && !Mutated.count(V)
                 ? find(V->getInit())
                 : part(Mutated.count(V) ? Kind::Changes : Kind::Other, Use);
    // It may be the counter of a loop, which is known.
    if (Scope.value(V)) {
      if (Wraps.K == Kind::None && !Scope.exactValue(V))
        Wraps = part(Kind::Wraps, Use);
      return {};
    }
    if (Mutated.count(V))
      return part(Kind::Changes, Use);
    if (isa<ParmVarDecl>(V))
      return {};
    if (V->getInit() && enter(V))
      if (UnknownPart Of = find(V->getInit()); Of.K != Kind::None)
        return Of;
    return {};
  }

  /// Whether \p E is a call that gives what memory holds.
  static bool isLoad(const Expr *E) {
    const auto *Call = dyn_cast<CallExpr>(E);
    const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
    if (!F || !F->getIdentifier())
      return false;
    llvm::StringRef Name = F->getName();
    return Name.starts_with("__ld") || Name.starts_with("atomic") ||
           isWarpOperation(F);
  }

  UnknownPart part(Kind K, const Expr *E) const { return partAt(C, K, E); }

  const FrontendContext &C;
  const IndexScope &Scope;
  const std::set<const VarDecl *> &Mutated;
  std::set<const VarDecl *> Seen;
  UnknownPart Wraps;
};

} // namespace

UnknownPart partAt(const FrontendContext &C, UnknownPart::Kind K,
                   const Stmt *S) {
  return {K, usersText(C, S), C.place(S->getBeginLoc())};
}

UnknownPart unknownPartOf(const FrontendContext &C, const Expr *E,
                          const IndexScope &Scope,
                          const std::set<const VarDecl *> &Mutated) {
  PartFinder Find(C, Scope, Mutated);
  const UnknownPart Found = Find.find(E);
  return Find.orWrapping(Found);
}

UnknownPart unknownPlaceOf(const FrontendContext &C, const Expr *Access,
                           const IndexScope &Scope,
                           const std::set<const VarDecl *> &Mutated) {
  PartFinder Find(C, Scope, Mutated);
  const UnknownPart Found = Find.place(Access);
  return Find.orWrapping(Found);
}

} // namespace tessera
