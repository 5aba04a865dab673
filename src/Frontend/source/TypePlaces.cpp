//===- TypePlaces.cpp - Where a function's own names name types -----------===//
#include "source/TypePlaces.h"
#include "kernel/text/KernelText.h"
#include "source/TypeText.h"
#include "tessera/Model/TypePieces.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;

namespace tessera {
namespace {

/// Looks for variables of functions.
class VariableFinder : public DynamicRecursiveASTVisitor {
public:
  std::vector<const DeclRefExpr *> Found;

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    if (const auto *V = dyn_cast<VarDecl>(E->getDecl());
        V && V->isLocalVarDeclOrParm())
      Found.push_back(E);
    return true;
  }
};

class PlaceFinder : public DynamicRecursiveASTVisitor {
public:
  std::vector<TypePlace> Found;

  bool VisitCXXFunctionalCastExpr(CXXFunctionalCastExpr *E) override {
    const bool Parens =
        E->getLParenLoc().isValid() && !E->isListInitialization();
    return call(E->getTypeInfoAsWritten(),
                Parens ? TypePlace::Cast : TypePlace::Called);
  }
  bool VisitCXXScalarValueInitExpr(CXXScalarValueInitExpr *E) override {
    return call(E->getTypeSourceInfo());
  }
  bool VisitCXXUnresolvedConstructExpr(CXXUnresolvedConstructExpr *E) override {
    return call(E->getTypeSourceInfo());
  }

  bool TraverseDecltypeTypeLoc(DecltypeTypeLoc T, bool) override {
    return add(T.getSourceRange(), T.getType(), T.getUnderlyingExpr());
  }
  bool TraverseTypeOfExprTypeLoc(TypeOfExprTypeLoc T, bool) override {
    return add(T.getSourceRange(), T.getType(), T.getUnderlyingExpr());
  }
  bool VisitTypedefTypeLoc(TypedefTypeLoc T) override { return addName(T); }
  bool VisitUsingTypeLoc(UsingTypeLoc T) override { return addName(T); }
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *E) override {
    if (E->isArgumentType())
      return DynamicRecursiveASTVisitor::TraverseUnaryExprOrTypeTraitExpr(E);
    Expr *Of = E->getArgumentExpr();
    return add(Of->getSourceRange(), Of->getType(), Of, TypePlace::Operand);
  }
  bool TraverseCXXNoexceptExpr(CXXNoexceptExpr *E) override {
    return add(E->getOperand()->getSourceRange(), {}, E->getOperand());
  }
  bool TraverseConstantArrayTypeLoc(ConstantArrayTypeLoc T, bool) override {
    if (Expr *Size = T.getSizeExpr())
      add(Size->getSourceRange(), {}, Size);
    return TraverseTypeLoc(T.getElementLoc());
  }
  bool TraverseDependentSizedArrayTypeLoc(DependentSizedArrayTypeLoc T,
                                          bool) override {
    if (Expr *Size = T.getSizeExpr())
      add(Size->getSourceRange(), {}, Size);
    return TraverseTypeLoc(T.getElementLoc());
  }
  bool TraverseTemplateArgumentLoc(const TemplateArgumentLoc &A) override {
    if (A.getArgument().getKind() != TemplateArgument::Expression)
      return DynamicRecursiveASTVisitor::TraverseTemplateArgumentLoc(A);
    Expr *Value = A.getSourceExpression();
    return add(Value->getSourceRange(), {}, Value);
  }

private:
  bool call(const TypeSourceInfo *Info,
            TypePlace::Form As = TypePlace::Called) {
    if (Info)
      Calls[Info->getTypeLoc().getBeginLoc()] = As;
    return true;
  }

  bool add(clang::SourceRange Where, QualType Type, Expr *Of,
           TypePlace::Form As = TypePlace::Named) {
    VariableFinder Variables;
    Variables.TraverseStmt(Of);
    PlaceFinder Inner;
    Inner.TraverseStmt(Of);
    if (Where.isInvalid() || (Variables.Found.empty() && Inner.Found.empty()))
      return true;
    if (auto Call = Calls.find(Where.getBegin()); Call != Calls.end())
      As = Call->second;
    Found.push_back({Where, Type, nullptr, As, std::move(Variables.Found),
                     std::move(Inner.Found)});
    return true;
  }

  template <typename NamedTypeLoc> bool addName(NamedTypeLoc T) {
    const Decl *D = T.getDecl();
    const SourceLocation At = T.getNameLoc();
    const bool Member = D->getDeclContext()->isRecord() && !T.getQualifierLoc();
    if (At.isInvalid() || (!D->getParentFunctionOrMethod() && !Member))
      return true;
    TypePlace Place{At, T.getType(), D, TypePlace::Named, {}, {}};
    if (auto Call = Calls.find(At); Call != Calls.end())
      Place.As = Call->second;
    Found.push_back(std::move(Place));
    return true;
  }

  /// Where types begin that stand as functions.
  std::map<SourceLocation, TypePlace::Form> Calls;
};

/// \p Name in the form that stands at \p Place.
std::string inPlace(const TypePlace &Place, QualType Is, std::string Name) {
  if (Place.As == TypePlace::Operand)
    return "(" + Name + ")";
  // `unsigned int(1)` is no expression.
  const bool Words = Name.find_first_of(" *&") != std::string::npos;
  if (Words && Is->isScalarType() && Place.As == TypePlace::Cast)
    return "(" + Name + ")";
  if (Words && Is->isScalarType() && Place.As == TypePlace::Called)
    return "decltype((" + Name + ")0)";
  return Name;
}

} // namespace

std::vector<TypePlace> typePlaces(const Stmt *Body) {
  PlaceFinder Find;
  Find.TraverseStmt(const_cast<Stmt *>(Body));
  return std::move(Find.Found);
}

std::string textElsewhere(const FrontendContext &C, const Expr *E,
                          llvm::function_ref<bool(const TypePlace &)> MayStay) {
  const std::optional<SourceRange> Whole = C.exactRange(E->getSourceRange());
  if (!Whole)
    return "";
  std::string Text;
  unsigned From = Whole->Begin;
  for (const TypePlace &Place : typePlaces(E)) {
    if (MayStay(Place))
      continue;
    const std::optional<SourceRange> Where = C.exactRange(Place.Where);
    const std::optional<std::string> Name = typeName(Place.Type, C.AST);
    if (!Where || !Name || Where->Begin < From)
      return "";
    Text +=
        C.text({From, Where->Begin}).str() + inPlace(Place, Place.Type, *Name);
    From = Where->End;
  }
  return Text + C.text({From, Whole->End}).str();
}

void KernelText::writeTypes(
    const FunctionDecl *Of,
    llvm::function_ref<unsigned(const VarDecl *)> ScalarOf) {
  const auto Saved = std::exchange(Expansions, {});
  for (const TypePlace &Place : typePlaces(Of->getBody()))
    writeType(Place, Of, ScalarOf);
  Holes.clear();
  HiddenTypes = std::exchange(Expansions, Saved);
}

void KernelText::writeType(
    const TypePlace &Place, const FunctionDecl *Of,
    llvm::function_ref<unsigned(const VarDecl *)> ScalarOf) {
  const std::optional<SourceRange> Whole = C.exactRange(Place.Where);
  // `decltype(x) a, b` and a macro's argument are read several times.
  const auto Same = llvm::find_if(
      Types, [&](const Hole &H) { return H.Parsed == Whole && isType(H.P); });
  const bool New = Same == Types.end();
  const unsigned Number = New ? TypeCount++ : Same->P.Id;
  const auto Written = TextTypes.find(Place.Where.getBegin());
  const QualType Type =
      Written != TextTypes.end() ? Written->second : Place.Type;
  std::optional<std::string> Plain = typeName(Type, C.AST);
  if (Plain)
    Plain = inPlace(Place, Type, *Plain);
  if (Plain && !addExpanded(Place.Where, typePiece(Number, {}, *Plain),
                            /*Hidden=*/!Whole))
    K.HasHiddenIds |= !Whole;
  if (!Plain && Place.Variables.empty() && Place.Inside.empty())
    K.HasHiddenIds = true; // its name cannot move
  if (!Plain)
    for (const TypePlace &Inner : Place.Inside)
      writeType(Inner, Of, ScalarOf);
  Holes.clear();
  for (const DeclRefExpr *Use : Place.Variables) {
    const auto *V = cast<VarDecl>(Use->getDecl());
    const bool Fixed =
        V->getType()->isArrayType() ||
        (isa<ParmVarDecl>(V) && V->getType()->isPointerOrReferenceType());
    if (V->getParentFunctionOrMethod() == Of && V->hasLocalStorage() && !Fixed)
      addHole(Use->getSourceRange(),
              {Piece::Kind::Scalar, V->getNameAsString(), ScalarOf(V), {}});
  }
  if (Plain && Whole)
    Holes = {{*Whole, typePiece(Number, text(*Whole), *Plain)}};
  if (New)
    Types.insert(Types.end(), Holes.begin(), Holes.end());
}

} // namespace tessera
