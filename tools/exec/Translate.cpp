//===- Translate.cpp ------------------------------------------------------===//
#include "Translate.h"
#include "EditList.h"
#include "GlobalTable.h"
#include "SharedForms.h"
#include "tessera/Frontend/Allocations.h"
#include "tessera/Frontend/Frontend.h"
#include "tessera/Frontend/PrecompileAction.h"
#include "tessera/Frontend/SharedObjects.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/Lexer.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace clang;

namespace tessera::exec {
namespace {

/// Whether \p V is `__shared__`; objects that have constructors are annotated.
bool isShared(const VarDecl &V) {
  return V.hasAttr<CUDASharedAttr>() ||
         llvm::any_of(V.specific_attrs<AnnotateAttr>(),
                      [](const AnnotateAttr *A) {
                        return A->getAnnotation() == SharedObjectNote;
                      });
}

/// Collects the edits of one translation unit.
class Translator : public DynamicRecursiveASTVisitor {
public:
  Translator(ASTContext &Context, EditList &Edits, bool SimpleModel)
      : Context(Context), SM(Context.getSourceManager()), Edits(Edits),
        Shared(Context, Edits), SimpleModel(SimpleModel) {}

  bool TraverseDecl(Decl *D) override {
    if (D && !isa<TranslationUnitDecl>(D) &&
        SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation())))
      return true;
    const bool Outside = OnDevice;
    OnDevice |= D && (D->hasAttr<CUDAGlobalAttr>() ||
                      (isa<FunctionDecl>(D) && D->hasAttr<CUDADeviceAttr>()));
    const bool Result = DynamicRecursiveASTVisitor::TraverseDecl(D);
    OnDevice = Outside;
    return Result;
  }

  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (const auto *Attribute = F->getAttr<NoInlineAttr>())
      if (Edits.isSpelled(Attribute->getLocation(), "__noinline__"))
        Edits.removeThrough(Attribute->getLocation(), Attribute->getLocation());
    if (!F->hasAttr<CUDAGlobalAttr>() || !F->doesThisDeclarationHaveABody())
      return true;
    const auto *Body = dyn_cast<CompoundStmt>(F->getBody());
    if (!Body)
      return true;
    std::string Name = F->getNameAsString();
    Kernels.insert(Name);
    // A macro's brace may be that of several kernels.
    const bool Once = Edits.isWrittenOnce(Body->getLBracLoc());
    Edits.insertAfter(Body->getLBracLoc(),
                      " TESSERA_KERNEL(" +
                          (Once ? "\"" + Name + "\"" : "__func__") + ")");
    Edits.insertBefore(Body->getRBracLoc(), "TESSERA_KERNEL_END ");
    return true;
  }

  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *Launch) override {
    const CallExpr *Config = Launch->getConfig();
    SourceLocation Open = Config->getBeginLoc();
    SourceLocation Close = Config->getRParenLoc();
    std::string Arguments = Edits.textBetween(Open, Close);
    Edits.insertBefore(climb(Launch->getBeginLoc(), Open, /*ToEnd=*/false),
                       "(::tessera_rt::configure(" + Arguments + "), ");
    Edits.insertBefore(Open, " "); // what follows may be a macro's name
    Edits.removeThrough(Open, Close);
    const bool Waits = SimpleModel && !OnDevice;
    Edits.insertAfter(climb(Launch->getRParenLoc(), Open, /*ToEnd=*/true),
                      Waits ? ", (void)::cudaDeviceSynchronize())" : ")");
    return true;
  }

  bool VisitDeclStmt(DeclStmt *Group) override {
    std::string References;
    bool First = true;
    for (Decl *D : Group->decls()) {
      auto *Var = dyn_cast<VarDecl>(D);
      if (Var && Var->isStaticLocal() && !isShared(*Var) &&
          isOfDevice(Var->getDeclContext()))
        References += makeKnown(*Var);
      if (!Var || !isShared(*Var))
        continue;
      if (First)
        Shared.dropStorageClass(Group->getBeginLoc(), Var->getLocation());
      First = false;
      References += " " + Shared.rename(*Var);
    }
    if (!References.empty())
      Edits.insertAfter(Group->getEndLoc(), References);
    return true;
  }

  bool VisitVarDecl(VarDecl *Var) override {
    if (!Var->isFileVarDecl() || isa<VarTemplateDecl>(Var) ||
        Var->getDeclContext()->isDependentContext())
      return true;
    if (!isShared(*Var)) {
      addGlobal(*Var, Context, Table);
      return true;
    }
    Shared.dropStorageClass(Var->getBeginLoc(), Var->getLocation());
    std::string Definition = Shared.rename(*Var);
    SourceLocation End = Lexer::findLocationAfterToken(
        SM.getFileLoc(Var->getEndLoc()), tok::semi, SM, Context.getLangOpts(),
        /*SkipTrailingWhitespaceAndNewLine=*/false);
    if (End.isInvalid())
      Edits.fail(Var->getLocation(), "several file-scope shared variables in "
                                     "one declaration are not supported");
    else
      Edits.insertBefore(End, " " + Definition);
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *Use) override {
    const auto *Var = dyn_cast<VarDecl>(Use->getDecl());
    if (Var && Var->isFileVarDecl() && isShared(*Var))
      Edits.insertAfter(Use->getLocation(), "_tessera_use()");
    return true;
  }

  bool VisitCallExpr(CallExpr *Call) override {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (!Context.getLangOpts().CPlusPlus || !Callee ||
        !Callee->getIdentifier() || Call->getNumArgs() < 2)
      return true;
    if (Callee->getName() == "cudaLaunchKernel" ||
        Callee->getName() == "cudaLaunchCooperativeKernel")
      nameLaunchedKernel(*Call);
    std::optional<unsigned> Index = allocatedArgument(*Callee);
    if (!Index || *Index >= Call->getNumArgs())
      return true;
    const auto *Address =
        dyn_cast<UnaryOperator>(Call->getArg(*Index)->IgnoreParenCasts());
    if (!Address || Address->getOpcode() != UO_AddrOf)
      return true;
    nameAllocation(*Call, *Address->getSubExpr());
    return true;
  }

  bool VisitUnaryOperator(UnaryOperator *Access) override {
    if (Access->getOpcode() == UO_Deref)
      checkAlignment(*Access->getSubExpr(), Access->getType());
    return true;
  }

  bool VisitArraySubscriptExpr(ArraySubscriptExpr *Access) override {
    const Expr *Base = Access->getBase();
    if (!Base->IgnoreParenImpCasts()->getType()->isArrayType() &&
        Base->getBeginLoc() == Access->getBeginLoc())
      checkAlignment(*Base, Access->getType());
    return true;
  }

  /// To be appended to the main file.
  std::string table() const {
    return tableText(Table) + kernelTableText(Kernels);
  }

private:
  /// Where the text that \p Loc comes from is named beside \p Beside: the use
  /// of a macro or of its parameter. A launch `KERNEL<<<1, 2>>>(x)` is to be
  /// edited there and not where KERNEL is defined.
  SourceLocation climb(SourceLocation Loc, SourceLocation Beside,
                       bool ToEnd) const {
    SourceLocation Up = Loc;
    while (Up.isMacroID() && SM.getFileID(Up) != SM.getFileID(Beside)) {
      CharSourceRange Use = SM.getImmediateExpansionRange(Up);
      Up = ToEnd ? Use.getEnd() : Use.getBegin();
    }
    return SM.getFileID(Up) == SM.getFileID(Beside) ? Up : Loc;
  }

  /// Whether a static variable of \p D is the device's.
  static bool isOfDevice(const DeclContext *D) {
    for (; D; D = D->getParent())
      if (const auto *F = dyn_cast<FunctionDecl>(D);
          F && (F->hasAttr<CUDAGlobalAttr>() || F->hasAttr<CUDADeviceAttr>()))
        return true;
    return false;
  }

  /// Makes a static variable of device code known when its function runs.
  ///
  /// Before:  static int count = 0;
  /// After:   static int count = 0; TESSERA_STATIC(count, "i4", tessera_device)
  std::string makeKnown(const VarDecl &Var) const {
    QualType Type = Context.getBaseElementType(Var.getType());
    const bool Const = Type.isConstQualified() || Var.isConstexpr();
    return " TESSERA_STATIC(" + Var.getNameAsString() + ", \"" +
           (Type->isDependentType() ? "" : elementOf(Type, Context)) + "\", " +
           (Const ? "tessera_constant" : "tessera_device") + ")";
  }

  std::string sourceText(const Expr &E) const {
    return Lexer::getSourceText(
               CharSourceRange::getTokenRange(E.getSourceRange()), SM,
               Context.getLangOpts())
        .str();
  }

  bool isWrittenOnce(const Expr &E) const {
    return Edits.isWrittenOnce(E.getBeginLoc()) &&
           Edits.isWrittenOnce(E.getEndLoc());
  }

  /// Whether all of \p E stands in the body of one macro of a file.
  bool isInMacroBody(const Expr &E) const {
    SourceLocation Begin = E.getBeginLoc(), End = E.getEndLoc();
    return Begin.isMacroID() && SM.getFileID(Begin) == SM.getFileID(End) &&
           SM.isMacroBodyExpansion(Begin) && SM.isMacroBodyExpansion(End) &&
           SM.getFileEntryForID(SM.getFileID(SM.getSpellingLoc(Begin)));
  }

  /// A vector is copied as a whole, which must be aligned.
  ///
  /// Before:  *(float4 *)p
  /// After:   *::tessera_rt::aligned((float4 *)p)
  void checkAlignment(const Expr &Pointer, QualType Type) {
    if (!Context.getLangOpts().CPlusPlus || Type->isDependentType() ||
        !Type->isRecordType() ||
        Context.getTypeAlignInChars(Type).getQuantity() < 8 ||
        !(isWrittenOnce(Pointer) || isInMacroBody(Pointer)))
      return;
    Edits.insertBefore(Pointer.getBeginLoc(), "::tessera_rt::aligned(");
    Edits.insertAfter(Pointer.getEndLoc(), ")");
  }

  /// Before:  cudaLaunchKernel((void *)k, g, b, a, n, s)
  /// After:   cudaLaunchKernel(k, (void *)k, g, b, a, n, s)
  void nameLaunchedKernel(const CallExpr &Call) {
    if (!isa<ExplicitCastExpr>(Call.getArg(0)->IgnoreParenImpCasts()))
      return; // its type is known
    const Expr &Kernel = withoutCasts(*Call.getArg(0));
    const QualType Type = Kernel.getType(); // of a choice, too
    if ((Type->isFunctionType() || Type->isFunctionPointerType()) &&
        isWrittenOnce(*Call.getArg(0)))
      Edits.insertBefore(Call.getArg(0)->getBeginLoc(),
                         sourceText(Kernel) + ", ");
  }

  /// \p E without the casts that take its type; one chooses an overload.
  static const Expr &withoutCasts(const Expr &E) {
    const Expr *Inner = E.IgnoreParenImpCasts();
    while (const auto *Cast = dyn_cast<ExplicitCastExpr>(Inner)) {
      if (Cast->getType()->isFunctionPointerType())
        break;
      Inner = Cast->getSubExpr()->IgnoreParenImpCasts();
    }
    return *Inner;
  }

  /// Before:  cudaMalloc(&a, n)
  /// After:   (::tessera_rt::nameNext("a", "f4"), cudaMalloc(&a, n))
  void nameAllocation(const CallExpr &Call, const Expr &Pointer) {
    if (!Edits.isWrittenOnce(Call.getBeginLoc()) ||
        !Edits.isWrittenOnce(Call.getRParenLoc()))
      return;
    std::string Name = sourceText(Pointer);
    if (Name.empty() || Name.find_first_of("\"\\\n") != std::string::npos)
      return;
    QualType Target = Pointer.getType()->getPointeeType();
    std::string Element =
        Target.isNull() || Target->isDependentType()
            ? ""
            : elementOf(Context.getBaseElementType(Target), Context);
    Edits.insertBefore(Call.getBeginLoc(), "(::tessera_rt::nameNext(\"" + Name +
                                               "\", \"" + Element + "\"), ");
    Edits.insertAfter(Call.getRParenLoc(), ")");
  }

  ASTContext &Context;
  const SourceManager &SM;
  EditList &Edits;
  SharedForms Shared;
  const bool SimpleModel;
  bool OnDevice = false; ///< in a function that the device may run
  std::vector<GlobalEntry> Table;
  std::set<std::string> Kernels;
};

/// Prints the first error and no other: it names what is not known.
class FirstError : public DiagnosticConsumer {
public:
  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    if (Level < DiagnosticsEngine::Error || getNumErrors() > 1)
      return;
    llvm::SmallString<128> Text;
    Info.FormatDiagnostic(Text);
    if (Info.hasSourceManager())
      if (PresumedLoc At = Info.getSourceManager().getPresumedLoc(
              Info.getSourceManager().getExpansionLoc(Info.getLocation()));
          At.isValid())
        llvm::errs() << At.getFilename() << ':' << At.getLine() << ':'
                     << At.getColumn() << ": ";
    llvm::errs() << "error: " << Text << "; tessera-run cannot run this"
                 << " [unsupported]\n";
  }
};

/// Runs the translator on one translation unit.
class TranslateAction : public ASTFrontendAction {
public:
  TranslateAction(bool SimpleModel, const std::set<std::string> &SharedKernels,
                  Translation &Result, std::string &Failure)
      : SimpleModel(SimpleModel), SharedKernels(SharedKernels), Result(Result),
        Failure(Failure) {}

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &,
                                                 StringRef) override {
    return std::make_unique<ASTConsumer>();
  }

  void EndSourceFileAction() override {
    CompilerInstance &Compiler = getCompilerInstance();
    if (Compiler.getDiagnostics().hasErrorOccurred())
      return;
    ASTContext &Context = Compiler.getASTContext();
    EditList Edits(Context.getSourceManager(), Context.getLangOpts());
    Translator Visitor(Context, Edits, SimpleModel);
    for (Decl *D : Context.getTranslationUnitDecl()->noload_decls())
      Visitor.TraverseDecl(D);
    Edits.append(Visitor.table());
    Failure = Edits.failure();
    Result.Texts = Edits.apply();
    EditList OwnNames(Context.getSourceManager(), Context.getLangOpts());
    Result.Needs = keepDeviceNames(Context, OwnNames, SharedKernels);
    Result.WithOwnNames = Edits.apply(&OwnNames);
  }

private:
  const bool SimpleModel;
  const std::set<std::string> &SharedKernels;
  Translation &Result;
  std::string &Failure;
};

} // namespace

/// How files are read.
static std::vector<std::string> reader(const Installation &Where,
                                       Language Written = Language::Cuda) {
  std::vector<std::string> Command = {"clang++",
                                      "-fsyntax-only",
                                      "-w",
                                      "-fno-caret-diagnostics",
                                      "-resource-dir",
                                      Where.ResourceDirectory,
                                      "-isystem",
                                      Where.RuntimeHeaders,
                                      "-fdeclspec"};
  // The same with each toolkit and without: launches are those since CUDA 9.2.
  if (Written == Language::Cuda)
    llvm::append_values(Command, "-x", "cuda", "--cuda-host-only", "-nocudainc",
                        "-nocudalib", "--cuda-path=" + Where.RuntimeHeaders,
                        "-Xclang", "-target-sdk-version=12.8", "-D__CUDACC__=1",
                        "-D__NVCC__=1");
  else
    llvm::append_values(Command, "-x", Written == Language::C ? "c" : "c++");
  llvm::append_range(Command, thrustFlags(Where));
  if (Written != Language::C)
    Command.push_back("-std=gnu++17");
  return Command;
}

bool precompileForReading(const Installation &Where) {
  std::vector<std::string> Command = reader(Where);
  llvm::append_values(Command, "-Xclang", "-fpch-instantiate-templates",
                      Where.RuntimeHeaders + "/cuda_runtime.h");
  auto Files = llvm::makeIntrusiveRefCnt<FileManager>(FileSystemOptions());
  return tooling::ToolInvocation(
             Command, std::make_unique<PrecompileAction>(Where.CudaPrelude),
             Files.get())
      .run();
}

/// Adds what is not in \p Texts yet of \p More.
static void addMissing(FileTexts &Texts, const FileTexts &More) {
  for (const auto &[Path, Text] : More)
    if (llvm::none_of(Texts, [&](const auto &Known) {
          return llvm::sys::fs::equivalent(Known.first, Path);
        }))
      Texts[Path] = Text;
}

llvm::Expected<Translation>
translate(const SourceFile &File, const std::vector<std::string> &Flags,
          const Installation &Where,
          const std::set<std::string> &SharedKernels) {
  Translation Result;
  std::string Failure;
  FileTexts Texts = File.Texts;
  auto Disk = filesWith(Texts);
  auto read = [&](const std::vector<std::string> &Prelude,
                  DiagnosticConsumer &Errors) {
    std::vector<std::string> Command = reader(Where, File.Written);
    llvm::append_range(Command, Prelude);
    llvm::append_range(Command, flagsFor(File.Written, Flags));
    Command.push_back(File.Path);
    auto Files =
        llvm::makeIntrusiveRefCnt<FileManager>(FileSystemOptions(), Disk);
    tooling::ToolInvocation Invocation(
        Command,
        std::make_unique<TranslateAction>(File.SimpleModel, SharedKernels,
                                          Result, Failure),
        Files.get());
    Invocation.setDiagnosticConsumer(&Errors);
    return Invocation.run();
  };
  const bool IsCuda = File.Written == Language::Cuda;
  using Words = std::vector<std::string>;
  const Words Whole = IsCuda ? Words{"-include", "cuda_runtime.h"} : Words();
  std::vector<Words> Preludes = {Whole};
  if (IsCuda && leavePreludeAlone(Flags) &&
      llvm::sys::fs::exists(Where.CudaPrelude))
    Preludes.insert(Preludes.begin(), {"-include-pch", Where.CudaPrelude});
  bool IsRead = false;
  for (const Words &Prelude : Preludes) {
    SharedObjectFinder Silent;
    IsRead = IsRead || read(Prelude, Silent);
    if (IsRead || !Silent.declareIn(Texts))
      continue;
    Disk = filesWith(Texts);
    DiagnosticConsumer Again;
    IsRead = read(Prelude, Again);
  }
  FirstError Printer;
  if (!IsRead && !read(Whole, Printer)) // it was printed
    return llvm::createStringError("");
  if (!Failure.empty())
    return llvm::createStringError("%s", Failure.c_str());
  addMissing(Result.Texts, Texts);
  addMissing(Result.WithOwnNames, Texts);
  return Result;
}

} // namespace tessera::exec
