//===- FrontendContext.cpp - What the parts of the frontend share ---------===//
#include "FrontendContext.h"
#include "clang/AST/Mangle.h"

using namespace clang;

namespace tessera {

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

std::optional<unsigned> FrontendContext::offset(SourceLocation Loc) const {
  auto [File, Offset] = SM.getDecomposedLoc(SM.getExpansionLoc(Loc));
  if (File != SM.getMainFileID())
    return std::nullopt;
  return Offset;
}

std::optional<SourceRange>
FrontendContext::parsedRange(clang::SourceRange Range) const {
  if (Range.isInvalid())
    return std::nullopt;
  CharSourceRange Expanded = SM.getExpansionRange(Range);
  std::optional<unsigned> Begin = offset(Expanded.getBegin());
  std::optional<unsigned> End = offset(Expanded.getEnd());
  if (!Begin || !End)
    return std::nullopt;
  if (Expanded.isTokenRange())
    *End += Lexer::MeasureTokenLength(Expanded.getEnd(), SM, AST.getLangOpts());
  return SourceRange{*Begin, *End};
}

std::optional<SourceRange>
FrontendContext::exactRange(clang::SourceRange Range) const {
  if (Range.isInvalid())
    return std::nullopt;
  CharSourceRange File = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(Range), SM, AST.getLangOpts());
  if (File.isInvalid())
    return std::nullopt;
  auto [Begin, BeginOffset] = SM.getDecomposedLoc(File.getBegin());
  auto [End, EndOffset] = SM.getDecomposedLoc(File.getEnd());
  if (Begin != SM.getMainFileID() || End != Begin)
    return std::nullopt;
  return SourceRange{BeginOffset, EndOffset};
}

llvm::iterator_range<DeclContext::decl_iterator> programDecls(ASTContext &AST) {
  return AST.getTranslationUnitDecl()->noload_decls();
}

std::vector<Decl *> FrontendContext::mainFileDecls() const {
  std::vector<Decl *> Result;
  for (Decl *D : programDecls(AST))
    if (SM.isInMainFile(SM.getExpansionLoc(D->getLocation())))
      Result.push_back(D);
  return Result;
}

std::set<std::string> identifiers(llvm::StringRef Source,
                                  const LangOptions &Options) {
  std::set<std::string> All;
  Lexer Raw(SourceLocation(), Options, Source.begin(), Source.begin(),
            Source.end());
  Token T;
  bool AfterDot = false;
  bool AtEnd = false;
  while (!AtEnd) {
    AtEnd = Raw.LexFromRawLexer(T);
    if (T.is(tok::raw_identifier) && !AfterDot)
      All.insert(T.getRawIdentifier().str());
    AfterDot = T.isOneOf(tok::period, tok::arrow);
  }
  return All;
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

bool isKernel(const FunctionDecl *F) { return F->hasAttr<CUDAGlobalAttr>(); }

const FunctionDecl *patternOf(const FunctionDecl *F) {
  const FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
  return Pattern ? Pattern : F;
}

std::string linkName(const NamedDecl &D) {
  if (D.getFormalLinkage() != Linkage::External || D.isInAnonymousNamespace())
    return "";
  if (const auto *F = dyn_cast<FunctionDecl>(&D);
      F &&
      (F->isInlined() || F->getTemplatedKind() != FunctionDecl::TK_NonTemplate))
    return "";
  if (const auto *V = dyn_cast<VarDecl>(&D);
      V && (V->isInline() || isa<VarTemplateSpecializationDecl>(V)))
    return "";
  std::unique_ptr<MangleContext> Names(D.getASTContext().createMangleContext());
  if (!Names->shouldMangleDeclName(&D))
    return D.getNameAsString();
  const auto *F = dyn_cast<FunctionDecl>(&D);
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  Names->mangleName(F && isKernel(F)
                        ? GlobalDecl(F, KernelReferenceKind::Kernel)
                        : GlobalDecl(&D),
                    OS);
  return Name;
}

std::optional<KernelId> FrontendContext::kernel(const FunctionDecl *F) const {
  for (const FunctionDecl *Kernel : {F, patternOf(F)})
    if (auto At = Kernels.find(Kernel->getCanonicalDecl()); At != Kernels.end())
      return At->second;
  return std::nullopt;
}

std::optional<SharedVarId> FrontendContext::held(const ValueDecl *V) const {
  auto Found = V ? Pointers.find(cast<ValueDecl>(V->getCanonicalDecl()))
                 : Pointers.end();
  return Found == Pointers.end() ? std::nullopt : std::optional(Found->second);
}

} // namespace tessera
