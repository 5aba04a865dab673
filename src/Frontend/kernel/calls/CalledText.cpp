//===- CalledText.cpp - Calls as the expressions they stand for -----------===//
//
// The text of a called function stays where it is. But where it is one
// expression in the end, the call becomes a piece with holes, as the call of a
// macro does: it is printed as a call until a hole in the function's text is
// filled.
//
//   float at(const float *m, int i, int j, int n) {
//     if (i >= n)
//       return 0;                         at(a, y, k, n)
//     return m[i * n + j];                  = (y >= n ? 0 : a[y * n + k])
//   }
//
//===----------------------------------------------------------------------===//
#include "kernel/KernelBuilder.h"
#include "kernel/calls/CalleeFacts.h"
#include "source/TypeText.h"

using namespace clang;

namespace tessera {

/// Whether \p E needs no parentheses as an operand.
static bool isPrimary(const Expr *E) {
  return isa<DeclRefExpr, IntegerLiteral, FloatingLiteral, ArraySubscriptExpr,
             CallExpr, MemberExpr, ParenExpr, CXXThisExpr>(E->IgnoreImpCasts());
}

/// Whether text of type \p From converts to \p To by itself, where it is the
/// operand of some operation.
static bool meansTheSame(const ASTContext &AST, QualType From, QualType To) {
  From = From.getNonReferenceType();
  To = To.getNonReferenceType();
  return AST.hasSameUnqualifiedType(From, To) || To->isPointerType() ||
         To->isArrayType() || To->isRecordType();
}

Piece KernelBuilder::conversionTo(QualType Type) const {
  return Piece::verbatim(
      "(" + typeText(Type.getNonReferenceType().getUnqualifiedType(), C.AST) +
      ")");
}

void KernelBuilder::substitute(const VarDecl *V, const Expr *E, Frame &Into) {
  std::optional<SourceRange> Range = C.exactRange(E->getSourceRange());
  QualType From = E->IgnoreParenImpCasts()->getType();
  if (!Range || !isRepeatable(C.SM, E, Into.Written))
    return;
  Substitute S;
  S.Filling = text(*Range);
  bool Converts = !meansTheSame(C.AST, From, V->getType());
  if (!isPrimary(E)) {
    S.Filling.insert(S.Filling.begin(), Piece::verbatim("("));
    S.Filling.push_back(Piece::verbatim(")"));
  }
  if (Converts)
    S.Filling.insert(S.Filling.begin(), conversionTo(V->getType()));
  S.Once = llvm::any_of(S.Filling, [](const Piece &P) {
    return P.K == Piece::Kind::Access || P.K == Piece::Kind::Macro;
  });
  Into.Texts[V] = std::move(S);
}

bool KernelBuilder::fillIn(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (Frames.empty())
    return false;
  Frame &Inner = Frames.back();
  Text Filling;
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    const Expr *Base = Member->getBase()->IgnoreParenImpCasts();
    if (const auto *Unary = dyn_cast<UnaryOperator>(Base))
      Base = Unary->getSubExpr()->IgnoreParenImpCasts();
    if (!isa<CXXThisExpr>(Base))
      return isa<DeclRefExpr, MemberExpr>(Base) && fillIn(Base);
    Filling = Inner.ThisText;
    Filling.push_back(
        Piece::verbatim("." + Member->getMemberDecl()->getNameAsString()));
    Inner.Plain &= !Inner.ThisText.empty();
  } else if (const auto *Use = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Use->getDecl());
    if (!V || !V->isLocalVarDeclOrParm() || V->getParentFunctionOrMethod() == F)
      return false;
    auto It = Inner.Texts.find(V);
    Inner.Plain &= It != Inner.Texts.end();
    if (It == Inner.Texts.end())
      return true;
    Filling = It->second.Filling;
    ++It->second.Uses;
  } else {
    return false;
  }
  std::optional<SourceRange> Range = C.exactRange(E->getSourceRange());
  Inner.Plain &= Range.has_value();
  if (Range)
    Holes.push_back({*Range, Piece::verbatim(""), std::move(Filling)});
  ++Inner.Filled;
  return true;
}

std::optional<Text> KernelBuilder::written(const Frame &Of) const {
  auto Repeats = [](const auto &Entry) {
    return Entry.second.Once && Entry.second.Uses != 1;
  };
  if (!Of.Plain || llvm::any_of(Of.Texts, Repeats))
    return std::nullopt;
  bool ByReference = Of.Callee->getReturnType()->isReferenceType();
  Text Result;
  auto Append = [&](const Text &T) {
    Result.insert(Result.end(), T.begin(), T.end());
  };
  // Appends a value; \returns whether it is one operand.
  auto AppendValue = [&](const ReturnStmt *S,
                         bool IsLast) -> std::optional<bool> {
    const Expr *E = S->getRetValue();
    std::optional<SourceRange> Range =
        E ? C.exactRange(E->getSourceRange()) : std::nullopt;
    if (!Range || !isRepeatable(C.SM, E, Of.Written))
      return std::nullopt;
    QualType To = Of.Callee->getReturnType();
    // The last value has the type, and `c ? 0 : x` that of x.
    bool Adapts = !IsLast && isa<IntegerLiteral>(E->IgnoreParenImpCasts()) &&
                  To->isRealFloatingType();
    bool Converts =
        !meansTheSame(C.AST, E->IgnoreParenImpCasts()->getType(), To) &&
        !Adapts;
    bool Encloses = Converts && !isPrimary(E);
    if (Converts)
      Result.push_back(conversionTo(To));
    if (Encloses)
      Result.push_back(Piece::verbatim("("));
    Append(text(*Range));
    if (Encloses)
      Result.push_back(Piece::verbatim(")"));
    return Converts || isPrimary(E);
  };
  bool Tests = false;
  for (const Stmt *S : cast<CompoundStmt>(Of.Callee->getBody())->body()) {
    if (isa<DeclStmt>(S))
      continue;
    if (const auto *Return = dyn_cast<ReturnStmt>(S)) {
      std::optional<bool> IsOperand = AppendValue(Return, /*IsLast=*/true);
      if (!IsOperand)
        return std::nullopt;
      if (Tests || !*IsOperand) {
        Result.insert(Result.begin(), Piece::verbatim("("));
        Result.push_back(Piece::verbatim(")"));
      }
      return Result;
    }
    const auto *Branch = dyn_cast<IfStmt>(S);
    const ReturnStmt *Early =
        Branch && !Branch->getElse() ? onlyReturns(Branch->getThen()) : nullptr;
    std::optional<SourceRange> Range =
        Early ? C.exactRange(Branch->getCond()->getSourceRange())
              : std::nullopt;
    if (!Range || ByReference ||
        !isRepeatable(C.SM, Branch->getCond(), Of.Written))
      return std::nullopt;
    bool Sum = isa<ConditionalOperator>(Branch->getCond()->IgnoreImpCasts());
    Result.push_back(Piece::verbatim(Sum ? "(" : ""));
    Append(text(*Range));
    Result.push_back(Piece::verbatim(Sum ? ") ? " : " ? "));
    if (!AppendValue(Early, /*IsLast=*/false))
      return std::nullopt;
    Result.push_back(Piece::verbatim(" : "));
    Tests = true;
  }
  return std::nullopt;
}

} // namespace tessera
