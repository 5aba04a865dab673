//===- DerivedParameters.cpp - Values of parameters with a name -----------===//
//
// A variable that a kernel computes from its parameters before it does anything
// else is as good as one of these, however it is computed: launches compute it,
// too.
//
//   const int half = n / 2;
//
//===----------------------------------------------------------------------===//
#include "kernel/KernelBuilder.h"
#include "source/TypeText.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace tessera {

using Parts = std::vector<ParameterInfo::Part>;

static void add(Parts &Into, const Parts &More) {
  Into.insert(Into.end(), More.begin(), More.end());
}

static bool isLeading(const FunctionDecl *F, const VarDecl *V) {
  const auto *Body = dyn_cast_or_null<CompoundStmt>(F->getBody());
  if (!Body)
    return false;
  for (const Stmt *S : Body->body()) {
    const auto *Group = dyn_cast<DeclStmt>(S);
    if (!Group)
      return false;
    if (llvm::is_contained(Group->decls(), V))
      return true;
  }
  return false;
}

/// What nothing but its operands decides, and no value makes fail.
static bool isPlain(const BinaryOperator *E, const ASTContext &AST) {
  switch (E->getOpcode()) {
  case BO_Add:
  case BO_Sub:
  case BO_Mul:
  case BO_And:
  case BO_Or:
  case BO_Xor:
  case BO_LAnd:
  case BO_LOr:
    return true;
  case BO_Div:
  case BO_Rem:
  case BO_Shl:
  case BO_Shr: {
    Expr::EvalResult By;
    const int64_t Least = E->isShiftOp() ? 0 : 1;
    return E->getRHS()->EvaluateAsInt(By, AST) &&
           By.Val.getInt().isRepresentableByInt64() &&
           By.Val.getInt().getExtValue() >= Least &&
           (!E->isShiftOp() || By.Val.getInt() < AST.getIntWidth(E->getType()));
  }
  default:
    return E->isComparisonOp() && E->getOpcode() != BO_Cmp;
  }
}

/// The value of the parameter \p Index, of \p Type, which an argument may have
/// another type than.
static Parts valueOf(unsigned Index, QualType Type, const ASTContext &AST) {
  const std::string Is = numberType(Type, AST);
  Parts All;
  if (Is != "int")
    All.push_back({"(" + Is + ")", std::nullopt});
  All.push_back({"", Index});
  return All;
}

std::optional<Parts> KernelBuilder::derivation(const Expr *E) {
  E = E->IgnoreParens();
  if (E->isValueDependent() || !E->getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return derivation(Full->getSubExpr());
  Expr::EvalResult Known;
  if (!E->isGLValue() && E->EvaluateAsInt(Known, C.AST)) {
    const llvm::APSInt &Value = Known.Val.getInt();
    if (Value.isMinSignedValue() || !Value.isRepresentableByInt64() ||
        E->getType()->isBooleanType() || E->getType()->isEnumeralType())
      return std::nullopt;
    std::string Text = llvm::toString(Value, 10);
    if (E->getType()->isUnsignedIntegerType())
      Text += "u";
    if (C.AST.getIntWidth(E->getType()) > 32)
      Text += "ll";
    if (Value.isNegative())
      Text = "(" + Text + ")";
    return Parts{{Text, std::nullopt}};
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    const Expr *Of = Cast->getSubExpr();
    switch (Cast->getCastKind()) {
    case CK_LValueToRValue:
    case CK_NoOp:
      return derivation(Of);
    case CK_IntegralCast:
    case CK_IntegralToBoolean: {
      std::optional<Parts> Inner = derivation(Of);
      if (!Inner)
        return std::nullopt;
      Parts All = {
          {"(" + typeText(E->getType().getUnqualifiedType(), C.AST) + ")",
           std::nullopt}};
      add(All, *Inner);
      return All;
    }
    default:
      return std::nullopt;
    }
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    std::optional<unsigned> Parameter = member(Member);
    return Parameter && !K.Parameters[*Parameter].Symbol.empty() &&
                   !numberType(E->getType(), C.AST).empty()
               ? std::optional(valueOf(*Parameter, E->getType(), C.AST))
               : std::nullopt;
  }
  if (const auto *Use = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Use->getDecl());
    if (!V || Mutated.count(V) || V->getType().isVolatileQualified())
      return std::nullopt;
    if (const auto *P = dyn_cast<ParmVarDecl>(V))
      return P->getDeclContext() == F && P->getIdentifier() &&
                     !numberType(P->getType(), C.AST).empty()
                 ? std::optional(
                       valueOf(P->getFunctionScopeIndex(), P->getType(), C.AST))
                 : std::nullopt;
    return V->getInit() && isLeading(F, V) ? derivation(V->getInit())
                                           : std::nullopt;
  }
  Parts All = {{"(", std::nullopt}};
  auto Join = [&](llvm::ArrayRef<const Expr *> Operands,
                  llvm::ArrayRef<std::string> Between) {
    for (unsigned I = 0; I != Operands.size(); ++I) {
      std::optional<Parts> Of = derivation(Operands[I]);
      if (!Of)
        return false;
      if (I > 0)
        All.push_back({" " + Between[I - 1] + " ", std::nullopt});
      add(All, *Of);
    }
    All.push_back({")", std::nullopt});
    return true;
  };
  if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    if (!Unary->isArithmeticOp())
      return std::nullopt;
    All.push_back(
        {UnaryOperator::getOpcodeStr(Unary->getOpcode()).str(), std::nullopt});
    return Join({Unary->getSubExpr()}, {}) ? std::optional(All) : std::nullopt;
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return isPlain(Binary, C.AST) && Join({Binary->getLHS(), Binary->getRHS()},
                                          {Binary->getOpcodeStr().str()})
               ? std::optional(All)
               : std::nullopt;
  if (const auto *Pick = dyn_cast<ConditionalOperator>(E))
    return Join({Pick->getCond(), Pick->getTrueExpr(), Pick->getFalseExpr()},
                {"?", ":"})
               ? std::optional(All)
               : std::nullopt;
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || !Callee->getIdentifier() || Call->getNumArgs() != 2 ||
      !C.SM.isInSystemHeader(Callee->getLocation()))
    return std::nullopt;
  const bool Least = Callee->getName() == "min";
  const Expr *A = Call->getArg(0), *B = Call->getArg(1);
  if ((!Least && Callee->getName() != "max") ||
      !C.AST.hasSameUnqualifiedType(A->getType(), B->getType()))
    return std::nullopt;
  std::optional<Parts> Left = derivation(A), Right = derivation(B);
  if (!Left || !Right)
    return std::nullopt;
  for (const auto &[Of, Behind] :
       {std::pair(&*Left, Least ? " < " : " > "), std::pair(&*Right, " ? "),
        std::pair(&*Left, " : "), std::pair(&*Right, ")")}) {
    add(All, *Of);
    All.push_back({Behind, std::nullopt});
  }
  return All;
}

bool KernelBuilder::derive(const VarDecl *V) {
  if (!Frames.empty() || !V->getType()->isIntegerType() ||
      V->getType()->isBooleanType() || !isLeading(F, V))
    return false;
  std::optional<Parts> From = derivation(V->getInit());
  if (!From || llvm::none_of(*From, [](const ParameterInfo::Part &P) {
        return P.Parameter.has_value();
      }))
    return false;
  ParameterInfo Info;
  Info.Name = V->getNameAsString();
  Info.Symbol = freshSymbol(Info.Name);
  Info.Type = typeText(textType(V).getUnqualifiedType(), C.AST);
  Info.IsInteger = Info.IsConst = true;
  Info.IsUnsigned = V->getType()->isUnsignedIntegerType();
  Info.Derived = std::move(*From);
  Scope.declare(Info.Symbol, !Info.IsUnsigned, /*IsParameter=*/true,
                C.AST.getIntWidth(V->getType()));
  Scope.bind(V, Polynomial::symbol(Info.Symbol));
  K.Parameters.push_back(std::move(Info));
  return true;
}

} // namespace tessera
