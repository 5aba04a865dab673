//===- ReachingValues.cpp -------------------------------------------------===//
#include "values/ReachingValues.h"
#include "values/HostConstants.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace tessera {
namespace {

/// `a = a + a;` thirty times has more paths than anybody waits for.
constexpr unsigned MostSteps = 10000;

bool hasLabels(const Stmt *S) {
  return S && (isa<LabelStmt>(S) || llvm::any_of(S->children(), hasLabels));
}

/// Whether nothing names the place that \p E, an assignment, is.
bool isUsedByValue(const Expr *E, const ParentMap &Parents) {
  const Stmt *Up = Parents.getParentIgnoreParens(E);
  const auto *Cast = dyn_cast_or_null<CastExpr>(Up);
  return !isa_and_nonnull<Expr>(Up) || isa<ExprWithCleanups>(Up) ||
         (Cast && Cast->getCastKind() == CK_LValueToRValue) ||
         (isa<BinaryOperator>(Up) && cast<BinaryOperator>(Up)->isCommaOp());
}

/// Whether \p Use reads a variable, gives it a value, or hands it to a call
/// that is over when it returns: no other name of it remains.
bool leavesNoName(const DeclRefExpr *Use, const ParentMap &Parents) {
  const Stmt *Of = Use;
  while (true) {
    const Stmt *Up = Parents.getParent(Of);
    if (isa_and_nonnull<ParenExpr>(Up)) {
      Of = Up;
      continue;
    }
    if (const auto *Cast = dyn_cast_or_null<CastExpr>(Up)) {
      if (Cast->getCastKind() == CK_LValueToRValue && !Cast->isGLValue())
        return true;
      Of = Up;
      continue;
    }
    if (const auto *Member = dyn_cast_or_null<MemberExpr>(Up)) {
      if (Member->isArrow() || !isa<FieldDecl>(Member->getMemberDecl()))
        return false;
      Of = Up;
      continue;
    }
    if (const auto *Make = dyn_cast_or_null<CXXConstructExpr>(Up))
      return Make->getConstructor()->isCopyOrMoveConstructor() &&
             Make->getConstructor()->isTrivial();
    if (const auto *Call = dyn_cast_or_null<CallExpr>(Up)) {
      if (const auto *Set = dyn_cast<CXXOperatorCallExpr>(Call))
        return Set->getOperator() == OO_Equal && isUsedByValue(Set, Parents);
      const QualType Result = Call->getType();
      return !isa<CXXMemberCallExpr>(Call) && !Call->isGLValue() &&
             (Result->isVoidType() || Result->isArithmeticType() ||
              Result->isEnumeralType());
    }
    if (const auto *Unary = dyn_cast_or_null<UnaryOperator>(Up)) {
      if (Unary->isIncrementDecrementOp())
        return isUsedByValue(Unary, Parents);
      if (Unary->getOpcode() != UO_AddrOf)
        return false;
      Of = Up;
      continue;
    }
    const auto *Set = dyn_cast_or_null<BinaryOperator>(Up);
    return Set && Set->isAssignmentOp() && Set->getLHS() == Of &&
           isUsedByValue(Set, Parents);
  }
}

void findNamed(const Stmt *S, const ParentMap &Parents, VariableSet &Into) {
  if (!S)
    return;
  if (const auto *Use = dyn_cast<DeclRefExpr>(S))
    if (const auto *V = dyn_cast<VarDecl>(Use->getDecl());
        V && !leavesNoName(Use, Parents))
      Into.insert(V);
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S)) // which may run later
    for (const LambdaCapture &Each : Lambda->captures())
      if (Each.capturesVariable())
        if (const auto *V = dyn_cast<VarDecl>(Each.getCapturedVar()))
          Into.insert(V);
  for (const Stmt *Child : S->children())
    findNamed(Child, Parents, Into);
}

bool mayChange(const Stmt *S, const VarDecl *V) {
  return S && changesIn(S).Assigned.count(V);
}

/// `V = e` or `V.x = e`.
struct Assigned {
  const VarDecl *To;
  std::optional<unsigned> Axis;
  const Expr *Value;
};

/// What the statement \p S does, if it is made of assignments alone:
/// `block.x = block.y = 16`.
std::vector<Assigned> assignments(const Stmt *S) {
  const auto *E = dyn_cast<Expr>(S);
  if (!E)
    return {};
  E = E->IgnoreParenImpCasts();
  if (const auto *Full = dyn_cast<ExprWithCleanups>(E))
    E = Full->getSubExpr()->IgnoreParenImpCasts();
  const Expr *To = nullptr, *Value = nullptr;
  if (const auto *Set = dyn_cast<BinaryOperator>(E);
      Set && Set->getOpcode() == BO_Assign) {
    To = Set->getLHS();
    Value = Set->getRHS();
  } else if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
             Call && Call->getOperator() == OO_Equal &&
             Call->getNumArgs() == 2) {
    To = Call->getArg(0);
    Value = Call->getArg(1);
  } else {
    return {};
  }
  std::vector<Assigned> All = assignments(Value);
  if (!All.empty()) {
    if (Value->getType().getCanonicalType().getUnqualifiedType() !=
        To->getType().getCanonicalType().getUnqualifiedType())
      return {}; // each makes it another one
    Value = All.back().Value;
  }
  To = To->IgnoreParens();
  std::optional<unsigned> Axis;
  if (auto Size = sizeOfDim3(To)) {
    To = Size->first->IgnoreParens();
    Axis = Size->second;
  }
  const auto *Use = dyn_cast<DeclRefExpr>(To);
  const auto *V = Use ? dyn_cast<VarDecl>(Use->getDecl()) : nullptr;
  if (!V || V->getType()->isReferenceType())
    return {};
  All.push_back({V, Axis, Value});
  return All;
}

} // namespace

/// What a statement of \p In before \p S gives \p V. Null if none does;
/// \p Unknown is set if one may.
const Expr *ReachingValues::before(const Stmt *S, const CompoundStmt *In,
                                   const VarDecl *V, Which Axis,
                                   bool &Unknown) const {
  auto Here = llvm::find(In->body(), S);
  while (Here != In->body_begin()) {
    const Stmt *Each = *--Here;
    if (const auto *Group = dyn_cast<DeclStmt>(Each))
      if (llvm::is_contained(Group->decls(), V)) {
        Unknown = !V->getInit() || mayChange(Each, V);
        return V->getInit();
      }
    const std::vector<Assigned> Made = assignments(Each);
    for (const Assigned &A : llvm::reverse(Made))
      if (A.To == V && (!A.Axis || A.Axis == Axis)) {
        Unknown = mayChange(A.Value, V);
        return A.Value;
      }
    const bool OfOthers =
        !Made.empty() && llvm::all_of(Made, [&](const Assigned &A) {
          return !mayChange(A.Value, V) &&
                 (A.To != V || (A.Axis && Axis && *A.Axis != *Axis));
        });
    if (!OfOthers && mayChange(Each, V)) {
      Unknown = true;
      return nullptr;
    }
  }
  return nullptr;
}

const Expr *ReachingValues::find(const DeclRefExpr *Use, Which Axis) const {
  const auto *V = dyn_cast<VarDecl>(Use->getDecl());
  if (!Body || !V || !V->isLocalVarDeclOrParm() || V->isStaticLocal() ||
      V->getType()->isReferenceType() || V->getType().isVolatileQualified() ||
      changesIn(Body).Unseen.count(V))
    return nullptr;
  if (!Parents) {
    Parents = std::make_unique<ParentMap>(const_cast<Stmt *>(Body));
    HasLabels = hasLabels(Body);
    findNamed(Body, *Parents, Named);
  }
  if (HasLabels || Named.count(V) || ++Steps > MostSteps)
    return nullptr;
  for (const Stmt *Child = Use, *Up; Child != Body; Child = Up) {
    Up = Parents->getParent(Child);
    if (!Up || isa<LambdaExpr, SwitchCase, CXXCatchStmt>(Up))
      return nullptr;
    if (const auto *In = dyn_cast<CompoundStmt>(Up)) {
      bool Unknown = false;
      const Expr *Found = before(Child, In, V, Axis, Unknown);
      if (Found || Unknown)
        return Unknown ? nullptr : Found;
      continue;
    }
    if (const auto *If = dyn_cast<IfStmt>(Up)) {
      const bool InBranch = Child == If->getThen() || Child == If->getElse();
      if (mayChange(InBranch ? static_cast<const Stmt *>(If->getCond()) : If,
                    V) ||
          mayChange(If->getInit(), V) ||
          mayChange(If->getConditionVariableDeclStmt(), V))
        return nullptr;
      continue;
    }
    if (mayChange(Up, V)) // a loop, or what is evaluated with the use
      return nullptr;
  }
  return nullptr;
}

const Expr *ReachingValues::number(const DeclRefExpr *Use) const {
  return find(Use, std::nullopt);
}

const Expr *ReachingValues::size(const DeclRefExpr *Use, unsigned Axis) const {
  return find(Use, Axis);
}

} // namespace tessera
