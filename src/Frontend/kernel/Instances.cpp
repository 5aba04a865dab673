//===- Instances.cpp - Instances of kernel templates ----------------------===//
#include "kernel/KernelParts.h"
#include "source/TypePlaces.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace tessera {
namespace {

/// Collects the types of what a template's text declares.
class TypeCollector : public DynamicRecursiveASTVisitor {
public:
  explicit TypeCollector(std::map<SourceLocation, QualType> &Into)
      : Into(Into) {}
  bool VisitVarDecl(VarDecl *V) override {
    Into[V->getLocation()] = V->getType();
    return true;
  }

private:
  std::map<SourceLocation, QualType> &Into;
};

/// Collects the types that a template's text names.
void collect(const std::vector<TypePlace> &Places,
             std::map<SourceLocation, QualType> &Into) {
  for (const TypePlace &Place : Places) {
    Into[Place.Where.getBegin()] = Place.Type;
    collect(Place.Inside, Into);
  }
}

/// Looks for text that only some instances have.
class ChoiceFinder : public DynamicRecursiveASTVisitor {
public:
  bool VisitIfStmt(IfStmt *S) override {
    Found |= S->isConstexpr();
    return true;
  }
  bool Found = false;
};

/// What \p Argument, of \p Parameter, is in numbers: `B == 16`; empty if it is
/// no integer.
std::string factOf(const NamedDecl *Parameter,
                   const TemplateArgument &Argument) {
  if (Argument.getKind() != TemplateArgument::Integral || !Parameter ||
      Parameter->getName().empty())
    return "";
  const std::string Name = Parameter->getNameAsString();
  const llvm::APSInt &Value = Argument.getAsIntegral();
  if (Argument.getIntegralType()->isBooleanType())
    return (Value.isZero() ? "!" : "") + Name;
  std::string Spelled = llvm::toString(Value, 10);
  if (Value.isSigned() && Value.isMinSignedValue() && Value.getBitWidth() >= 32)
    // Without its sign, it is no number of that type.
    Spelled =
        "(" +
        llvm::toString(llvm::APSInt(Value + 1, /*isUnsigned=*/false), 10) +
        (Value.getBitWidth() > 32 ? "LL - 1)" : " - 1)");
  return Name + " == " + Spelled;
}

/// Whether \p Name, where \p F is, means something else than at file scope.
bool isHidden(llvm::StringRef Name, const FunctionDecl *F) {
  auto IsIt = [&](const NamedDecl *D) {
    return D->getIdentifier() && D->getName() == Name;
  };
  if (const FunctionTemplateDecl *Of = F->getDescribedFunctionTemplate();
      Of && llvm::any_of(*Of->getTemplateParameters(), IsIt))
    return true;
  // Those of functions that start versions, see LauncherNames.
  if (llvm::any_of(F->parameters(), IsIt) ||
      llvm::is_contained({"grid", "block", "bytes", "stream"}, Name))
    return true;
  for (const DeclContext *Around = F->getDeclContext();
       !Around->isTranslationUnit(); Around = Around->getParent())
    for (const Decl *D : Around->decls())
      if (const auto *Named = dyn_cast<NamedDecl>(D);
          Named && Named->getIdentifier() && Named->getName() == Name)
        return true;
  return false;
}

/// Looks for classes and enumerations that have no name where a function is:
/// they are declared behind it, or their name is another's there.
class UnnamedFinder : public DynamicRecursiveASTVisitor {
public:
  explicit UnnamedFinder(const FunctionDecl *F)
      : F(F), SM(F->getASTContext().getSourceManager()) {}

  bool VisitTagType(TagType *T) override {
    const TagDecl *D = T->getDecl();
    Found |= SM.isBeforeInTranslationUnit(F->getLocation(),
                                          D->getFirstDecl()->getLocation());
    // What its name begins with.
    llvm::StringRef First = D->getName();
    for (const DeclContext *Around = D->getDeclContext();
         !Around->isTranslationUnit(); Around = Around->getParent())
      if (const auto *Named = dyn_cast<NamedDecl>(Around);
          Named && Named->getIdentifier())
        First = Named->getName();
    Found |= isHidden(First, F);
    if (const auto *Of = dyn_cast<ClassTemplateSpecializationDecl>(D))
      for (const TemplateArgument &A : Of->getTemplateArgs().asArray())
        if (A.getKind() == TemplateArgument::Type)
          TraverseType(A.getAsType());
    return true;
  }
  bool Found = false;

private:
  const FunctionDecl *F;
  const SourceManager &SM;
};

/// `std::is_same<T, float>::value`, or as \ref factOf; empty if \p Argument, of
/// \p F, is neither a type that has a name there nor a number.
std::string testOf(const NamedDecl *Parameter, const TemplateArgument &Argument,
                   const FunctionDecl *F, const PrintingPolicy &Spelling) {
  auto Is = [&](const std::string &Type, QualType Which) {
    UnnamedFinder Unnamed(F);
    Unnamed.TraverseType(Which.getCanonicalType());
    return Unnamed.Found || isHidden("std", F)
               ? ""
               : "std::is_same<" + Type + ", " + Which.getAsString(Spelling) +
                     ">::value";
  };
  if (Parameter->getName().empty())
    return "";
  if (Argument.getKind() == TemplateArgument::Type)
    return Is(Parameter->getNameAsString(), Argument.getAsType());
  if (Argument.getKind() != TemplateArgument::Integral ||
      Argument.getIntegralType()->isEnumeralType())
    return "";
  const auto *Value = dyn_cast<NonTypeTemplateParmDecl>(Parameter);
  if (!Value || !Value->getType()->getContainedAutoType())
    return factOf(Parameter, Argument);
  const std::string Type = Is("decltype(" + Parameter->getNameAsString() + ")",
                              Argument.getIntegralType());
  return Type.empty() ? "" : Type + " && " + factOf(Parameter, Argument);
}

} // namespace

std::string describeInstance(const FunctionDecl *F, const ASTContext &AST,
                             KernelParts &Parts) {
  if (F->getTemplateSpecializationKind() == TSK_ExplicitSpecialization)
    return "of which it is a specialisation";
  if (F->getDescribedFunctionTemplate())
    return "without a launch";
  if (F->isDependentContext())
    return "of a class";
  if (!F->isTemplateInstantiation())
    return "";
  const FunctionTemplateDecl *Template = F->getPrimaryTemplate();
  const TemplateArgumentList *Arguments = F->getTemplateSpecializationArgs();
  if (!Template || !Arguments || isa<CXXMethodDecl>(F))
    return "of a class";
  PrintingPolicy Spelling = AST.getPrintingPolicy();
  Spelling.SuppressUnwrittenScope = true;
  llvm::raw_string_ostream OS(Parts.K.TemplateArguments);
  printTemplateArgumentList(OS, Arguments->asArray(), Spelling);
  const TemplateParameterList *Names =
      patternOf(F)->getDescribedFunctionTemplate()->getTemplateParameters();
  if (llvm::any_of(*Names, [](const NamedDecl *D) { return D->isImplicit(); }))
    return "whose parameters have no types of their own";
  const clang::SourceRange Head = Names->getSourceRange();
  if (Head.getBegin().isFileID() && Head.getEnd().isFileID()) {
    Parts.K.TemplateHead =
        Lexer::getSourceText(CharSourceRange::getTokenRange(Head),
                             AST.getSourceManager(), AST.getLangOpts());
    for (const NamedDecl *D : *Names)
      Parts.K.TemplateNames.push_back(D->getNameAsString());
    std::vector<std::string> Tests;
    for (unsigned I = 0; I < Arguments->size() && I < Names->size(); ++I)
      Tests.push_back(testOf(Names->getParam(I), Arguments->get(I),
                             patternOf(F), Spelling));
    if (!llvm::is_contained(Tests, ""))
      Parts.K.InstanceTest = llvm::join(Tests, " && ");
  }
  for (unsigned I = 0; I < Arguments->size(); ++I) {
    const TemplateArgument &A = Arguments->get(I);
    if (A.getKind() == TemplateArgument::Pack)
      return "with any number of parameters";
    if (std::string Fact =
            factOf(I < Names->size() ? Names->getParam(I) : nullptr, A);
        !Fact.empty())
      Parts.K.TemplateFacts.push_back(Fact);
    const TagDecl *Class = A.getKind() == TemplateArgument::Type
                               ? A.getAsType()->getAsTagDecl()
                               : nullptr;
    if (Class &&
        (!Class->getIdentifier() || Class->getParentFunctionOrMethod()))
      return "whose argument is a type without a name";
  }
  ChoiceFinder Choices;
  Choices.TraverseStmt(F->getBody());
  if (Choices.Found)
    return "with 'if constexpr'";
  const FunctionDecl *Pattern = patternOf(F);
  TypeCollector(Parts.TextTypes)
      .TraverseDecl(const_cast<FunctionDecl *>(Pattern));
  collect(typePlaces(Pattern->getBody()), Parts.TextTypes);
  return "";
}

} // namespace tessera
