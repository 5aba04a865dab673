//===- LaunchArguments.cpp - What launches pass ---------------------------===//
#include "launch/LaunchArguments.h"
#include "effects/Changes.h"
#include "effects/Repeatable.h"
#include "launch/LaunchPlaces.h"
#include "launch/MemberValues.h"
#include "source/TypeText.h"
#include "variables/AllocatedBytes.h"
#include "variables/PointerDistance.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace tessera {

/// The bits of the values of \p T that are not negative.
static unsigned naturalBits(const ASTContext &AST, QualType T) {
  return T->isBooleanType()
             ? 1
             : AST.getIntWidth(T) - T->isSignedIntegerOrEnumerationType();
}

/// Fills in what becomes of the integer \p E, the text of \p A, which
/// initialises a parameter.
void LaunchArguments::convert(const Expr *E, LaunchArgument &A) const {
  const Expr *Text = E->IgnoreParenImpCasts();
  const QualType From = Text->getType(), To = E->getType();
  A.IsInteger = From->isIntegralOrEnumerationType();
  Expr::EvalResult Before, After;
  const bool Constant =
      Text->EvaluateAsInt(Before, C.AST) && E->EvaluateAsInt(After, C.AST);
  const bool Fits =
      A.IsInteger && naturalBits(C.AST, From) <= naturalBits(C.AST, To);
  const bool KeepsSign = !From->isSignedIntegerOrEnumerationType() ||
                         !To->isUnsignedIntegerOrEnumerationType();
  if (Constant
          ? llvm::APSInt::isSameValue(Before.Val.getInt(), After.Val.getInt())
          : Fits && KeepsSign)
    return;
  A.ConvertedTo = typeText(To.getUnqualifiedType(), C.AST);
  A.NaturalBits = Fits ? naturalBits(C.AST, From) : 0;
}

/// Whether the pointer \p E points where its base does, to the same type: it is
/// `a`, `*m`, `m[0]`, `&m[0][0]`.
bool LaunchArguments::isBase(const Expr *E) const {
  const auto Elements = [&](QualType T) {
    if (T->isPointerType())
      T = T->getPointeeType();
    return C.AST.getBaseElementType(T).getUnqualifiedType();
  };
  const Expr *Base = PointerRoots::base(E);
  if (Base == E->IgnoreParenImpCasts())
    return true;
  const std::optional<Polynomial> Distance =
      elementsFromBase(C.AST, Constants, E);
  return Base && Distance && Distance->isZero() &&
         C.AST.hasSameType(Elements(E->getType()), Elements(Base->getType()));
}

LaunchArgument LaunchArguments::argument(const Expr *E) const {
  LaunchArgument A;
  A.Text = textOf(C, E);
  if (std::optional<SourceRange> Range = rangeOf(C, E))
    A.Source = C.toUser(*Range);
  A.IsPointer = E->getType()->isPointerType();
  if (A.IsPointer) {
    A.Root = Roots.root(E);
    A.RootName = rootName(E);
    A.AtRoot = A.RootName && isBase(E);
    describeAlias(declarationOf(PointerRoots::base(E)), A);
    if (A.Root.K == PointerRoot::Kind::Allocation && A.AtRoot)
      A.Bytes = allocatedBytes(C.AST, Body, PointerRoots::base(E));
  } else if (E->getType()->isIntegerType()) {
    convert(E, A);
    A.Constant = Constants.integer(E);
    A.Value = Constants.value(E);
  }
  // What a test of addresses evaluates again may call functions that only tell.
  A.Repeatable = !A.Text.empty() && (isRepeatableText(C, E) ||
                                     (A.IsPointer && isRepeatable(E, C.AST)));
  return A;
}

LaunchArgument LaunchArguments::member(const Expr *Object,
                                       const ParameterInfo &P) const {
  LaunchArgument A;
  Object = Object->IgnoreImplicit();
  if (const auto *Copy = dyn_cast<CXXConstructExpr>(Object);
      Copy && Copy->getNumArgs() == 1)
    Object = Copy->getArg(0)->IgnoreImplicit();
  const auto *Use = dyn_cast<DeclRefExpr>(Object);
  const auto *V = Use ? dyn_cast<VarDecl>(Use->getDecl()) : nullptr;
  if (!V)
    return A;
  A.Text = textOf(C, Use) + "." + llvm::join(P.Members, ".");
  A.IsInteger = P.IsInteger;
  A.Repeatable = true;
  MemberValue Known = valueOfMember(V, P.Members, Body);
  if (P.IsPointer && Known.Allocated)
    A.Root = {PointerRoot::Kind::Allocation, A.Text, {}};
  else if (P.IsPointer && Known.Value)
    A.Root = Roots.lastingRoot(Known.Value);
  Expr::EvalResult Size;
  if (P.IsInteger && Known.Value && Known.Value->EvaluateAsInt(Size, C.AST) &&
      Size.Val.getInt().isRepresentableByInt64())
    A.Constant = Size.Val.getInt().getExtValue();
  return A;
}

LaunchArgument derivedArgument(const LaunchModel &L, const ParameterInfo &P) {
  LaunchArgument A;
  A.IsInteger = A.Repeatable = true;
  A.Text = P.derivedFrom([&](unsigned I) -> std::string {
    if (I >= L.Arguments.size() || L.Arguments[I].Text.empty()) {
      A.Repeatable = false;
      return "";
    }
    const LaunchArgument &Of = L.Arguments[I];
    A.Repeatable &= Of.Repeatable;
    const bool IsName = llvm::all_of(
        Of.Text, [](char C) { return llvm::isAlnum(C) || C == '_'; });
    const std::string Operand = IsName ? Of.Text : "(" + Of.Text + ")";
    const std::string Cast =
        Of.ConvertedTo.empty() ? "" : "(" + Of.ConvertedTo + ")";
    const bool HasIt = llvm::any_of(
        P.Derived, [&](const auto &Each) { return Each.Text == Cast; });
    return HasIt ? Operand : Cast + Operand;
  });
  // The outermost parentheses, of which it has a pair.
  if (P.Derived.front().Text == "(" && P.Derived.back().Text == ")")
    A.Text = A.Text.substr(1, A.Text.size() - 2);
  return A;
}

/// What the argument \p A names, if that is not its root.
void LaunchArguments::describeAlias(const ValueDecl *Named,
                                    LaunchArgument &A) const {
  const Expr *Value = Roots.valueOf(Named);
  if (!Value)
    return;
  A.AtRoot = false;
  A.Alias = Named->getNameAsString();
  const ValueDecl *Root = declarationOf(Value->IgnoreParenCasts());
  const ValueDecl *Base = declarationOf(PointerRoots::base(Value));
  while (const Expr *Next = Roots.valueOf(Base)) {
    Root = Root ? declarationOf(Next->IgnoreParenCasts()) : nullptr;
    Base = declarationOf(PointerRoots::base(Next));
  }
  QualType Memory = Base->getType();
  QualType Element = Memory->isArrayType()
                         ? C.AST.getAsArrayType(Memory)->getElementType()
                         : Memory->getPointeeType();
  if (C.AST.hasSameUnqualifiedType(Named->getType()->getPointeeType(), Element))
    return;
  if (Root)
    A.AliasType = typeText(Named->getType(), C.AST);
  else
    A.RootName = std::nullopt;
}

/// Where the text of the argument \p E names its root.
std::optional<SourceRange> LaunchArguments::rootName(const Expr *E) const {
  const Expr *Use = PointerRoots::base(E);
  std::optional<SourceRange> Argument = C.exactRange(E->getSourceRange());
  std::optional<SourceRange> Name =
      Use ? C.exactRange(nameRange(Use)) : std::nullopt;
  if (!Name || !Argument || !Argument->contains(*Name))
    return std::nullopt;
  return SourceRange{Name->Begin - Argument->Begin,
                     Name->End - Argument->Begin};
}

/// Whether \p S reads one of \p Changed, or what any function may change.
static bool readsChanged(const Stmt *S, const VariableSet &Changed) {
  if (!S)
    return false;
  if (const auto *Use = dyn_cast<DeclRefExpr>(S))
    if (const auto *V = dyn_cast<VarDecl>(Use->getDecl()))
      return Changed.count(V) ||
             (!V->hasLocalStorage() && !V->getType().isConstQualified());
  const auto *Unary = dyn_cast<UnaryOperator>(S);
  if (isa<ArraySubscriptExpr, CXXThisExpr, CallExpr>(S) ||
      (Unary && Unary->getOpcode() == UO_Deref))
    return true;
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return readsChanged(Child, Changed);
  });
}

void describeEffects(const FrontendContext &C,
                     llvm::ArrayRef<const Expr *> Configuration,
                     llvm::ArrayRef<const Expr *> Arguments, const Stmt *Body,
                     LaunchModel &L) {
  VariableSet Changed;
  for (llvm::ArrayRef<const Expr *> Operands : {Configuration, Arguments})
    for (const Expr *E : Operands)
      if (E && !isa<CXXDefaultArgExpr>(E) && !isRepeatable(E, C.AST)) {
        Changed.merge(changedIn(E, Body));
        if (L.Effect.empty())
          L.Effect = textOf(C, E);
        if (L.Effect.empty())
          L.Effect = "an operand in a macro";
      }
  if (L.Effect.empty())
    return;
  auto Stays = [&](const Expr *E) { return E && !readsChanged(E, Changed); };
  L.GridRepeatable &= Stays(Configuration[0]);
  L.BlockIsRepeatable &= Stays(Configuration[1]);
  for (unsigned I = 0; I < L.Arguments.size(); ++I)
    L.Arguments[I].Repeatable &= I < Arguments.size() && Stays(Arguments[I]);
}

void LaunchArguments::describe(llvm::ArrayRef<const Expr *> Config,
                               llvm::ArrayRef<const Expr *> Arguments,
                               LaunchModel &L) const {
  if (Config[0])
    describeGrid(Config[0], L);
  if (Config[1])
    describeBlock(Config[1], L);
  if (Config.size() > 2 && Config[2]) {
    L.SharedBytesText = textOf(C, Config[2]);
    L.DynamicBytes =
        isa<CXXDefaultArgExpr>(Config[2]) ? 0 : Constants.integer(Config[2]);
    if (std::optional<SourceRange> Bytes = rangeOf(C, Config[2]))
      L.SharedBytes = C.toUser(*Bytes);
  }
  if (Config.size() > 3 && Config[3])
    L.StreamText = textOf(C, Config[3]);
  for (const Expr *Argument : Arguments)
    L.Arguments.push_back(argument(Argument));
  for (const ParameterInfo &P : C.Result.kernel(L.Kernel).Parameters)
    if (P.Object && *P.Object < Arguments.size())
      L.Arguments.push_back(member(Arguments[*P.Object], P));
    else if (!P.Derived.empty())
      L.Arguments.push_back(derivedArgument(L, P));
  describeEffects(C, Config, Arguments, Body, L);
}

void LaunchArguments::describeBlock(const Expr *E, LaunchModel &L) const {
  L.Block = Constants.sizes(E);
  L.BlockText = textOf(C, E);
  if (std::optional<SourceRange> Sizes = rangeOf(C, E))
    L.BlockSource = C.toUser(*Sizes);
  const Expr *Block = E->IgnoreImplicit();
  if (const auto *Make = dyn_cast<CXXConstructExpr>(Block);
      Make && Make->getNumArgs() >= 1 && !isa<CXXTemporaryObjectExpr>(Make))
    Block = Make->getArg(0)->IgnoreImplicit();
  L.BlockIsInteger = Block->getType()->isIntegerType();
  L.BlockIsRepeatable = !L.BlockText.empty() && isRepeatableText(C, E);
}

void LaunchArguments::describeGrid(const Expr *E, LaunchModel &L) const {
  L.Grid = Constants.sizes(E);
  L.GridValues = Constants.sizeValues(E);
  L.GridText = textOf(C, E);
  if (std::optional<SourceRange> Range = rangeOf(C, E))
    L.GridSource = C.toUser(*Range);
  L.GridRepeatable = !L.GridText.empty() && isRepeatableText(C, E);
  // An integer becomes a dim3 by itself; `dim3(n)` has a longer text.
  if (const auto *Make = dyn_cast<CXXConstructExpr>(
          E->IgnoreUnlessSpelledInSource()->IgnoreParenImpCasts()))
    L.GridIsScalar = Make->getNumArgs() > 0 &&
                     Make->getArg(0)->getType()->isIntegerType() &&
                     textOf(C, Make->getArg(0)) == L.GridText;
  else
    L.GridIsScalar = E->IgnoreUnlessSpelledInSource()
                         ->IgnoreParenImpCasts()
                         ->getType()
                         ->isIntegerType();
}

} // namespace tessera
