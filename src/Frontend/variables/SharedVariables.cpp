//===- SharedVariables.cpp - What host and device share -------------------===//
#include "Steps.h"
#include "source/OtherMacros.h"
#include "source/Semicolons.h"
#include "source/TypeText.h"
#include "variables/NotManaged.h"
#include "variables/SharedSpecifiers.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace tessera {

namespace {

/// Whether \p V starts with something else than zeros.
bool isInitialized(const VarDecl *V) {
  const Expr *Init = V->getInit();
  const auto *Make = dyn_cast_or_null<CXXConstructExpr>(Init);
  return Init && !(Make && Make->getConstructor()->isTrivial());
}

/// `outer::inner::` for the named namespaces around \p V.
std::string qualifier(const VarDecl *V) {
  std::string Result;
  for (const DeclContext *D = V->getDeclContext(); D; D = D->getParent())
    if (const auto *N = dyn_cast<NamespaceDecl>(D);
        N && !N->isAnonymousNamespace() && !N->isInline())
      Result = N->getNameAsString() + "::" + Result;
  return Result;
}

/// Takes the texts between the brackets that \p Declarator starts with, or the
/// numbers if the type hides some of them.
void spellExtents(SharedVariable &S, llvm::StringRef Declarator) {
  S.ExtentTexts.clear();
  while ((Declarator = Declarator.ltrim()).consume_front("[")) {
    size_t Close = Declarator.find(']');
    S.ExtentTexts.push_back(Declarator.take_front(Close).trim().str());
    Declarator =
        Declarator.drop_front(std::min(Close, Declarator.size() - 1) + 1);
  }
  bool Plain = llvm::all_of(S.ExtentTexts, [](llvm::StringRef Text) {
    return !Text.empty() && !Text.contains("//") && !Text.contains("/*") &&
           Text.find_first_of("[\\\n") == llvm::StringRef::npos;
  });
  if (Plain && S.ExtentTexts.size() == S.Extents.size())
    return;
  S.ExtentTexts.clear();
  for (int64_t Extent : S.Extents)
    S.ExtentTexts.push_back(std::to_string(Extent));
}

class SharedCollector {
public:
  explicit SharedCollector(FrontendContext &C) : C(C) {}

  void collect() {
    visit(programDecls(C.AST));
    if (!C.SharedVariables.empty())
      noteConstantUses(C);
    for (const VarDecl *V : Unsized)
      if (auto Id = C.SharedVariables.find(V); Id != C.SharedVariables.end())
        C.Result.Host.Variables[Id->second.Index].Obstacle = DeclaredAgain;
    for (SharedVariable &V : C.Result.Host.Variables)
      share(V);
    llvm::sort(C.Result.Host.Errors, [](const auto &A, const auto &B) {
      return std::tie(A.Where.Offset, A.Kind) <
             std::tie(B.Where.Offset, B.Kind);
    });
  }

private:
  void visit(llvm::iterator_range<DeclContext::decl_iterator> Declarations) {
    for (const Decl *D : Declarations) {
      if (const auto *Nested = dyn_cast<NamespaceDecl>(D))
        visit(Nested->noload_decls());
      else if (const auto *Linkage = dyn_cast<LinkageSpecDecl>(D))
        visit(Linkage->noload_decls());
      else if (const auto *V = dyn_cast<VarDecl>(D))
        visit(V);
    }
  }

  void visit(const VarDecl *V) {
    std::optional<unsigned> Name = C.offset(V->getLocation());
    if (!Name)
      return;
    SharedVariable S;
    std::optional<SharedSpecifier> Specifier =
        simpleModelSpecifier(V, C.SM, C.Facts);
    S.D = SharedVariable::Dialect::SimpleModel;
    if (!Specifier) {
      Specifier = managedSpecifier(V, C.SM, C.Facts);
      S.D = SharedVariable::Dialect::Managed;
    }
    if (!Specifier)
      return;

    S.Name = V->getNameAsString();
    S.Specifier = C.toUser(Specifier->Where);
    if (!Specifier->Around.empty())
      C.Result.DeclaringCalls[S.Specifier] = Specifier->Around;
    S.FirstInDeclaration = S.Specifier != LastSpecifier;
    LastSpecifier = S.Specifier;
    SourceRange NameRange = nameRange(V);
    S.NameRange = C.toUser(NameRange);
    if (!Specifier->Around.empty() &&
        (Specifier->HasFunction || hasDirective(Specifier->Where))) {
      error(DiagKind::UnsupportedShared, V,
            Specifier->HasFunction
                ? "a macro declares it together with a function: write the "
                  "array out"
                : "a macro declares it, and there are directives between its "
                  "arguments");
      return;
    }
    if (!Specifier->Around.empty() && S.D == SharedVariable::Dialect::Managed)
      S.Obstacle = "a macro declares it";

    unsigned Begin = Specifier->Where.Begin;
    if (std::optional<unsigned> Outer = C.offset(V->getBeginLoc()))
      Begin = std::min(Begin, *Outer);
    S.Declaration =
        C.toUser(SourceRange{Begin, declarationEnd(*Specifier, NameRange.End)});
    S.TopLevel = {S.Declaration.Begin};
    if (Specifier->Around.empty() && hasSemicolon(NameRange.End, S)) {
      error(DiagKind::UnsupportedShared, V,
            "a macro ends its declaration: write the semicolon out");
      return;
    }

    QualType Type = V->getType();
    while (const auto *Array = C.AST.getAsArrayType(Type)) {
      const auto *Constant = dyn_cast<ConstantArrayType>(Array);
      if (!Constant) {
        error(DiagKind::UnknownSize, V);
        Unsized.push_back(V->getCanonicalDecl()); // perhaps here only
        return;
      }
      S.Extents.push_back(Constant->getSize().getSExtValue());
      Type = Array->getElementType();
    }
    if (Type->isIncompleteType()) {
      error(DiagKind::UnknownSize, V);
      return;
    }
    const bool Points =
        Type->isPointerType() && S.D == SharedVariable::Dialect::SimpleModel;
    if (Points && S.Extents.empty()) {
      error(DiagKind::UnknownSize, V);
      return;
    }
    if (!Type.isTriviallyCopyableType(C.AST)) {
      error(DiagKind::UnsupportedShared, V,
            "its type cannot be copied byte by byte");
      return;
    }
    if (Type.isVolatileQualified()) {
      error(DiagKind::UnsupportedShared, V, "it is volatile");
      return;
    }
    const TagDecl *Tag = Type->getAsTagDecl();
    if (Tag && !Tag->getIdentifier() && !Tag->getTypedefNameForAnonDecl())
      S.Obstacle = "its type has no name";
    if (Points)
      S.Obstacle = "its elements are pointers";
    S.Const = Type.isConstQualified();
    S.NotManaged = whyNotManaged(V, C.AST);
    S.Initialized = isInitialized(V);
    spellExtents(S, V->getLocation().isMacroID()
                        ? ""
                        : C.buffer().drop_front(NameRange.End));
    if (llvm::any_of(S.ExtentTexts, [&](const std::string &Text) {
          return usesChangedMacro(C, Text);
        }))
      spellExtents(S, "");
    S.Qualifier = qualifier(V);
    S.ElementType = typeText(Type.getUnqualifiedType(), C.AST);
    if (std::string Macro =
            hiddenName(C, S.Qualifier + S.Name + " " + S.ElementType);
        !Macro.empty() && S.Obstacle.empty())
      S.Obstacle = "'" + Macro + "' is a macro of the program, too";
    S.ElementBytes = C.AST.getTypeSizeInChars(Type).getQuantity();
    S.LinkName = linkName(*V);
    S.Extern = V->hasExternalStorage();
    auto [Earlier, IsNew] = C.SharedVariables.try_emplace(
        V->getCanonicalDecl(),
        SharedVarId{unsigned(C.Result.Host.Variables.size())});
    if (IsNew)
      C.Result.Host.Variables.push_back(std::move(S));
    else
      merge(std::move(S), C.Result.Host.Variables[Earlier->second.Index]);
  }

  /// \p Other is a further declaration of \p V.
  static void merge(SharedVariable Other, SharedVariable &V) {
    if (V.Extern && !Other.Extern)
      std::swap(V, Other);
    V.OtherSpecifiers.push_back(Other.Specifier);
    llvm::append_range(V.OtherSpecifiers, Other.OtherSpecifiers);
    V.Obstacle = DeclaredAgain;
  }

  /// Says so if \p V is not this file's alone.
  void share(SharedVariable &V) {
    if (!C.Others && V.Extern && V.D == SharedVariable::Dialect::SimpleModel)
      C.Result.Host.Errors.push_back(
          {DiagKind::UnsupportedShared,
           {V.NameRange.Begin},
           {V.Name, "it is 'extern': the files of the program have to know of "
                    "each other, by --index and --project"}});
    if (V.Extern || (C.Others && C.Others->Arrays.count(V.LinkName)))
      V.Obstacle = "other files use it";
  }

  /// Whether a macro's semicolon is behind \p Name in the declaration of \p S.
  bool hasSemicolon(unsigned Name, const SharedVariable &S) const {
    const std::vector<Token> &All = C.Facts.MacroTokens;
    auto From = llvm::partition_point(All, [&](const Token &T) {
      return C.offset(T.getLocation()).value_or(0) < Name;
    });
    return std::any_of(From, All.end(), [&](const Token &T) {
      return T.is(tok::semi) &&
             C.toUser(C.offset(T.getLocation()).value_or(0)).Offset <
                 S.Declaration.End;
    });
  }

  /// The name of \p V in the parsed file, or the call that makes it.
  SourceRange nameRange(const VarDecl *V) const {
    clang::SourceRange Name = V->getLocation();
    if (std::optional<SourceRange> Exact = C.exactRange(Name))
      return *Exact;
    return C.parsedRange(Name).value_or(SourceRange{});
  }

  bool hasDirective(SourceRange Call) const {
    auto It = C.Facts.ConditionalDirectives.lower_bound(Call.Begin);
    return It != C.Facts.ConditionalDirectives.end() && *It < Call.End;
  }

  /// Where the declaration ends, `;` included, whose name ends at \p Name.
  unsigned declarationEnd(const SharedSpecifier &S, unsigned Name) const {
    unsigned From = std::max(S.Where.End, Name);
    if (S.EndsDeclaration && !behindSemicolon(C, From))
      return From;
    return behindDeclaration(C, From);
  }

  /// Managed variables may stay as they are; the others must be placed.
  void error(DiagKind Kind, const VarDecl *V, std::string Reason = "") {
    if (!simpleModelSpecifier(V, C.SM, C.Facts))
      return;
    std::vector<std::string> Arguments = {V->getNameAsString()};
    if (!Reason.empty())
      Arguments.push_back(std::move(Reason));
    C.Result.Host.Errors.push_back(
        {Kind, C.place(V->getLocation()), std::move(Arguments)});
  }

  static constexpr char DeclaredAgain[] = "it is declared more than once";
  std::vector<const VarDecl *> Unsized; ///< arrays of unknown size
  FrontendContext &C;
  std::optional<SourceRange> LastSpecifier;
};

/// Finds the arguments that need `[0]`.
class LaunchNormaliser : public DynamicRecursiveASTVisitor {
public:
  LaunchNormaliser(ASTContext &AST, const PreprocessorFacts &Facts,
                   Overlay &Into)
      : AST(AST), SM(AST.getSourceManager()), Facts(Facts), Into(Into) {}

  bool VisitRecoveryExpr(RecoveryExpr *R) override {
    llvm::ArrayRef<Expr *> Parts = R->subExpressions();
    if (Parts.empty())
      return true;
    const FunctionDecl *Kernel = calleeOf(Parts.front());
    if (!Kernel || !isKernel(Kernel) ||
        Parts.size() - 1 > Kernel->getNumParams() ||
        Parts.size() - 1 < Kernel->getMinRequiredArguments())
      return true;
    for (unsigned I = 0; I + 1 < Parts.size(); ++I)
      normalise(Parts[I + 1], Kernel->getParamDecl(I)->getType());
    return true;
  }

private:
  /// What is called; of a choice `test ? kernel : other`, the first, as all
  /// have the same parameters.
  static const FunctionDecl *calleeOf(const Expr *E) {
    E = E->IgnoreParenImpCasts();
    if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
      return calleeOf(Choice->getTrueExpr());
    const auto *Use = dyn_cast<DeclRefExpr>(E);
    return Use ? dyn_cast<FunctionDecl>(Use->getDecl()) : nullptr;
  }

  void normalise(const Expr *Argument, QualType Parameter) {
    if (!Parameter->isPointerType())
      return;
    const VarDecl *V = nullptr;
    const DeclRefExpr *Use = arrayOperand(Argument);
    if (Use)
      V = dyn_cast<VarDecl>(Use->getDecl());
    if (!V || !simpleModelSpecifier(V, SM, Facts))
      return;
    QualType Element = V->getType();
    unsigned Rank = 0;
    while (const ArrayType *Array = AST.getAsArrayType(Element)) {
      Element = Array->getElementType();
      ++Rank;
    }
    if (Rank < 2 ||
        !AST.hasSameUnqualifiedType(Element, Parameter->getPointeeType()))
      return;
    SourceLocation End =
        Lexer::getLocForEndOfToken(Use->getEndLoc(), 0, SM, AST.getLangOpts());
    if (End.isInvalid() || End.isMacroID() || !SM.isInMainFile(End))
      return;
    for (unsigned I = 1; I < Rank; ++I)
      Into.insert(SM.getFileOffset(End), "[0]");
  }

  /// The array that pointer arithmetic in \p E starts from.
  const DeclRefExpr *arrayOperand(const Expr *E) const {
    E = E->IgnoreParenImpCasts();
    if (const auto *Use = dyn_cast<DeclRefExpr>(E))
      return Use->getType()->isArrayType() ? Use : nullptr;
    if (const auto *Sum = dyn_cast<BinaryOperator>(E);
        Sum && Sum->isAdditiveOp()) {
      if (const DeclRefExpr *Left = arrayOperand(Sum->getLHS()))
        return Left;
      return arrayOperand(Sum->getRHS());
    }
    return nullptr;
  }

  ASTContext &AST;
  const SourceManager &SM;
  const PreprocessorFacts &Facts;
  Overlay &Into;
};

} // namespace

void collectSharedVariables(FrontendContext &C) {
  SharedCollector(C).collect();
}

Overlay normaliseLaunches(ASTContext &AST, const PreprocessorFacts &Facts) {
  Overlay Edits;
  LaunchNormaliser Normaliser(AST, Facts, Edits);
  for (Decl *D : programDecls(AST))
    Normaliser.TraverseDecl(D);
  return Edits;
}

} // namespace tessera
