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
  return Parameter->getNameAsString() +
         " == " + llvm::toString(Argument.getAsIntegral(), 10);
}

/// `std::is_same<T, float>::value`, or as \ref factOf; empty if \p Argument is
/// neither a type nor a number.
std::string testOf(const NamedDecl *Parameter, const TemplateArgument &Argument,
                   const PrintingPolicy &Spelling) {
  if (Argument.getKind() == TemplateArgument::Type)
    return "std::is_same<" + Parameter->getNameAsString() + ", " +
           Argument.getAsType().getAsString(Spelling) + ">::value";
  if (Argument.getKind() == TemplateArgument::Integral &&
      Argument.getIntegralType()->isEnumeralType())
    return "";
  return factOf(Parameter, Argument);
}

} // namespace

const FunctionDecl *patternOf(const FunctionDecl *F) {
  const FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
  return Pattern ? Pattern : F;
}

std::optional<KernelId> FrontendContext::kernel(const FunctionDecl *F) const {
  for (const FunctionDecl *Kernel : {F, patternOf(F)})
    if (auto At = Kernels.find(Kernel->getCanonicalDecl()); At != Kernels.end())
      return At->second;
  return std::nullopt;
}

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
      Tests.push_back(testOf(Names->getParam(I), Arguments->get(I), Spelling));
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
