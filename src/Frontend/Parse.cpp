//===- Parse.cpp - Runs Clang on a .cu file -------------------------------===//
#include "Steps.h"
#include "effects/Changes.h"
#include "host/DeviceChoice.h"
#include "host/FragileNames.h"
#include "launch/AssumedLaunches.h"
#include "launch/KernelsElsewhere.h"
#include "normal/NormalForm.h"
#include "reading/NormalKernels.h"
#include "source/ClangRun.h"
#include "source/Directives.h"
#include "source/OtherMacros.h"
#include "tessera/Frontend/PrecompileAction.h"
#include "tessera/Frontend/SharedObjects.h"
#include "trace/ThreadTracer.h"
#include "variables/KeptPointers.h"
#include "variables/PassedPointers.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/FrontendDiagnostic.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace tessera {

/// Parents are asked of the user's code alone; those of headers, which are
/// many, would be read for it.
static void lookAtProgramOnly(ASTContext &AST) {
  const SourceManager &SM = AST.getSourceManager();
  std::vector<Decl *> Own;
  for (Decl *D : programDecls(AST))
    if (!SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation())))
      Own.push_back(D);
  AST.setTraversalScope(Own);
}

//===----------------------------------------------------------------------===//
// Clang
//===----------------------------------------------------------------------===//

namespace {

/// Keeps the first error, as a message with its place in the user's file.
class FirstError : public DiagnosticConsumer {
public:
  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    if (Info.getID() == diag::err_shared_var_init && Info.hasSourceManager())
      noteSharedObject(Info.getSourceManager(), Info.getLocation());
    if (Level < DiagnosticsEngine::Error || Message)
      return;
    llvm::SmallString<128> Text;
    Info.FormatDiagnostic(Text);
    Message = Text.str().str();
    if (Info.getID() == diag::err_fe_expected_compiler_job)
      Message = "more than one compilation"; // Clang prints the jobs
    if (Info.getID() == diag::err_cuda_device_kernel_launch_require_rdc) {
      Message = "a kernel launches a kernel, which needs -rdc=true";
      Final = true;
    }
    if (Info.hasSourceManager() && Info.getLocation().isValid()) {
      Kind = DiagKind::SyntaxError;
      place(Info.getSourceManager(), Info.getLocation());
    } else {
      Message = "compiler flags: " + *Message;
    }
  }

  std::optional<std::string> Message;
  DiagKind Kind = DiagKind::BadOption;
  SourcePlace Where = SourcePlace::nowhere();
  bool Final = false; ///< other declarations change nothing
  /// In the parsed text: `__shared__` variables that Clang does not initialise.
  std::set<unsigned> SharedObjects;

private:
  void noteSharedObject(const SourceManager &SM, SourceLocation Loc) {
    Loc = SM.getExpansionLoc(Loc);
    if (Loc.isValid() && SM.isInMainFile(Loc))
      SharedObjects.insert(SM.getFileOffset(Loc));
  }

  /// In a header: the place of the include that leads there.
  void place(const SourceManager &SM, SourceLocation Loc) {
    Loc = SM.getExpansionLoc(Loc);
    PresumedLoc Header = SM.getPresumedLoc(Loc);
    if (!SM.isInMainFile(Loc) && Header.isValid())
      Message =
          "in " +
          llvm::sys::path::remove_leading_dotslash(Header.getFilename()).str() +
          ":" + std::to_string(Header.getLine()) + ":" +
          std::to_string(Header.getColumn()) + ": " + *Message;
    while (Loc.isValid() && !SM.isInMainFile(Loc))
      Loc = SM.getIncludeLoc(SM.getFileID(Loc));
    if (Loc.isValid())
      Where = {SM.getFileOffset(Loc)};
  }
};

/// The files that a parse reads, in order.
class Dependencies : public DependencyCollector {
public:
  explicit Dependencies(const FrontendOptions &Options) : Options(Options) {}

private:
  bool needSystemDependencies() override { return true; }
  bool sawDependency(llvm::StringRef Name, bool FromModule, bool IsSystem,
                     bool IsModuleFile, bool IsMissing) override {
    return DependencyCollector::sawDependency(Name, FromModule, IsSystem,
                                              IsModuleFile, IsMissing) &&
           !Name.starts_with(Options.StubDirectory) &&
           !Name.starts_with(Options.ResourceDirectory) &&
           Name != Options.PrecompiledPrelude && !hidesMacros(Name);
  }

  const FrontendOptions &Options;
};

/// Of functions in headers of the system.
enum class SystemBodies {
  Skipped, ///< not parsed: what they call is not known
  Parsed,
  Missing, ///< they matter, but cannot be parsed
};

/// Calls \p Then with the finished AST. What functions of the system's headers
/// do is known by their declarations, unless they run functions of the file.
class Consumer : public ASTConsumer {
public:
  using Callback = llvm::function_ref<void(ASTContext &)>;
  Consumer(const SourceManager &SM, SystemBodies Bodies, Callback Then)
      : SM(SM), Bodies(Bodies), Then(Then) {}

private:
  void HandleTranslationUnit(ASTContext &AST) override { Then(AST); }
  bool shouldSkipFunctionBody(Decl *D) override {
    return Bodies != SystemBodies::Parsed &&
           SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation()));
  }

  const SourceManager &SM;
  SystemBodies Bodies;
  Callback Then;
};

/// Runs a \ref Consumer, and watches what is read.
class CallbackAction : public ASTFrontendAction {
public:
  CallbackAction(PreprocessorFacts &Facts, std::shared_ptr<Dependencies> Files,
                 SystemBodies Bodies, Consumer::Callback Then)
      : Facts(Facts), Files(std::move(Files)), Bodies(Bodies), Then(Then) {}

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 llvm::StringRef) override {
    CI.getPreprocessor().addPPCallbacks(
        watchPreprocessor(CI.getPreprocessor(), Facts));
    Facts.PP = &CI.getPreprocessor();
    CI.getPreprocessor().setTokenWatcher([this, &CI](const Token &T) {
      if (!T.isAnnotation() && T.getLocation().isMacroID() &&
          Facts.PP->isInPrimaryFile() && // which takes less time than the rest
          CI.getSourceManager().isInMainFile(
              CI.getSourceManager().getExpansionLoc(T.getLocation())))
        Facts.addMacroToken(T);
    });
    Files->attachToPreprocessor(CI.getPreprocessor());
    CI.addDependencyCollector(Files);               // for what was precompiled
    CI.getFrontendOpts().SkipFunctionBodies = true; // where the consumer agrees
    return std::make_unique<Consumer>(CI.getSourceManager(), Bodies, Then);
  }

private:
  PreprocessorFacts &Facts;
  std::shared_ptr<Dependencies> Files;
  SystemBodies Bodies;
  Consumer::Callback Then;
};

/// Parses \p Text as \p File and calls \p Then with the AST and the
/// preprocessor's facts.
FirstError
parse(llvm::StringRef File, llvm::StringRef Text,
      const FrontendOptions &Options, Prelude First, SystemBodies Bodies,
      llvm::function_ref<void(ASTContext &, PreprocessorFacts &)> Then) {
  llvm::IntrusiveRefCntPtr<FileManager> Files = filesWith(File, Text, Options);

  PreprocessorFacts Facts;
  auto Read = std::make_shared<Dependencies>(Options);
  FirstError Errors;
  auto Callback = [&](ASTContext &AST) {
    Facts.Files = Read->getDependencies();
    Then(AST, Facts);
  };
  tooling::ToolInvocation Run(
      clangCommand(File, Text, Options, First),
      std::make_unique<CallbackAction>(Facts, Read, Bodies, Callback),
      Files.get());
  Run.setDiagnosticConsumer(&Errors);
  bool Succeeded = Run.run();
  if (!Succeeded && !Errors.Message)
    Errors.Message = "compiler flags: not accepted";
  return Errors;
}

} // namespace

/// Tells kernels what their normal form does not: that it reads element by
/// element, and what the user's text does with pointers.
static void noteUsersText(Program &P) {
  for (const NormalForm &Form : P.NormalForms)
    for (KernelModel &K : P.Kernels) {
      if (!Form.isOf(K))
        continue;
      K.ReadsVectors |= llvm::is_contained(Form.Steps, SplitVectors);
      K.KeepsConst &= Form.KeepsConst;
      for (ParameterInfo &P : K.Parameters)
        P.MayPointToConst &= !Form.NotConst.count(P.Name);
    }
}

/// Gives launches of kernels whose normal form is for other blocks, or more of
/// them, those.
static void reshapeLaunches(Program &P) {
  for (const NormalForm &Form : P.NormalForms)
    for (LaunchModel &L : P.Launches) {
      if (!Form.isOf(P.kernel(L.Kernel)))
        continue;
      if (!Form.Row.empty()) {
        L.Numbered = {L.Grid[0], L.Block[0], L.GridValues[0], Form.Row};
        L.Grid = {std::nullopt, std::nullopt, 1};
        L.GridValues = {};
      }
      if (Form.Block)
        llvm::copy(*Form.Block, L.Block.begin());
      L.Reshaped = Form.Block.has_value();
      L.OneMore = Form.OneMore;
      if (L.OneMore && L.Grid[0].value_or(0) > 0)
        ++*L.Grid[0];
      if (HostValue *Size =
              L.OneMore && L.GridValues[0] ? &*L.GridValues[0] : nullptr)
        Size->Numerator = Size->Numerator + Polynomial(Size->Divisor);
    }
}

/// The kernel whose normal form has \p Error, in the file with \p Edits.
static const NormalForm *formAt(llvm::ArrayRef<NormalForm> Forms,
                                const Overlay &Edits, const FirstError &Error) {
  const NormalForm *Result = nullptr;
  if (Error.Where.isKnown())
    for (const NormalForm &Form : Forms)
      if (Form.NameAt <= Edits.toUser(Error.Where.Offset) &&
          (!Result || Form.NameAt > Result->NameAt))
        Result = &Form;
  return Result;
}

/// \param Final is set where another prelude does not help.
static llvm::Expected<Program> readAfter(Prelude Before, llvm::StringRef File,
                                         llvm::StringRef Source,
                                         const FrontendOptions &Options,
                                         bool &Final) {
  Program Result, Empty;
  Empty.File = File.str();
  Empty.Source = Source.str();
  SystemBodies Bodies = SystemBodies::Skipped;
  bool NeedsBodies = false;
  Overlay Edits = readAsNvcc(Source);
  std::optional<Overlay> Normalised; // the edits of a second parse
  std::optional<Overlay> AsWritten;  // without kernels in their normal form
  std::vector<NormalForm> Forms;
  std::map<std::string, std::string> WrongForms;
  std::vector<std::pair<SourceRange, Diagnostic>> TilesKept;
  std::vector<LaunchTrace> Traces;
  std::set<unsigned> ForClang;   // insertions that are no C++ for nvcc
  std::vector<Diagnostic> Wrong; // directives

  auto Build = [&](ASTContext &AST, PreprocessorFacts &Facts) {
    lookAtProgramOnly(AST);
    if (AST.getDiagnostics().hasErrorOccurred()) {
      Overlay More = normaliseLaunches(AST, Facts);
      if (!More.empty())
        Normalised = Edits.followedBy(More);
      return;
    }
    Result = Empty;
    Result.Dependencies = Facts.Files;
    Result.NormalForms = Forms;
    Result.WrongForms = WrongForms;
    Result.TilesKept = TilesKept;
    if (!Forms.empty())
      Result.NormalText = Edits.apply(Source);
    Result.Inserted = (AsWritten ? *AsWritten : Edits).insertions();
    for (unsigned At : ForClang)
      Result.Inserted.erase(At);
    // What was precompiled comes last.
    std::rotate(Result.Dependencies.begin(),
                llvm::find(Result.Dependencies, Result.File),
                Result.Dependencies.end());
    FrontendContext C(AST, Facts, Edits, Result);
    const KeptChanges Keep;
    Result.Host.Identifiers = identifiers(C.buffer(), AST.getLangOpts());
    collectSettings(C);
    collectTested(C);
    collectInlineDefinitions(C);
    C.OwnCopies = Options.OwnCopies;
    C.LacksBodies = Bodies == SystemBodies::Missing;
    C.Others = Options.Others.get();
    C.AsKernels = &Options.AsKernels;
    C.KeepTiles = &Options.KeepTiles;
    Result.HasConstexprIf = AST.getLangOpts().CPlusPlus17;
    if (C.OwnCopies) {
      collectOwnMemory(C);
    } else {
      collectSharedVariables(C);
      collectManagedPointers(C);
    }
    collectExchanges(C);
    if (!C.OwnCopies)
      collectPassedPointers(C);
    collectMemories(C);
    buildKernels(C);
    noteUsersText(Result);
    declareKernelsElsewhere(C);
    if (!C.OwnCopies)
      tellOfKernelsInHeaders(C, Options.LeftHeaders);
    buildLaunches(C);
    reshapeLaunches(Result);
    assumeLaunches(C, Options.AssumedBlocks);
    if (Options.Trace && !AsWritten) {
      traceLaunches(C, MostTraces);
      Traces = Result.Traces;
    }
    Result.Traces = Traces;
    if (Options.Normal && !AsWritten) {
      Overlay More = normaliseKernels(C);
      TilesKept = C.Result.TilesKept;
      if (!More.empty()) {
        AsWritten = Edits;
        Forms = C.Result.NormalForms;
        Normalised = Edits.followedBy(More);
        return;
      }
    }
    obstructKept(C);
    buildHostModel(C);
    collectConstants(C);
    NeedsBodies = C.NeedsBodies;
    collectDeviceChoices(C);
    collectFragileNames(C);
    if (!C.OwnCopies)
      collectLoopChecks(C);
    if (Options.Directives)
      Wrong = applyDirectives(C);
  };
  auto Finish = [&]() -> llvm::Expected<Program> {
    llvm::Error All = llvm::Error::success();
    for (Diagnostic &D : Wrong)
      All = llvm::joinErrors(std::move(All),
                             llvm::make_error<Reject>(std::move(D)));
    if (All)
      return std::move(All);
    return std::move(Result);
  };

  auto Parse = [&] {
    return parse(File, Edits.empty() ? Source.str() : Edits.apply(Source),
                 Options, Before, Bodies, Build);
  };
  FirstError Error = Parse();
  if (!Error.SharedObjects.empty()) {
    const std::string Parsed = Edits.apply(Source);
    const std::string Noted =
        std::string("__attribute__((annotate(\"") + SharedObjectNote + "\")))";
    Overlay More;
    for (unsigned Name : Error.SharedObjects)
      for (const auto &[At, Text] : respellSharedObject(Parsed, Name, Noted))
        if (ForClang.insert(Edits.toUser(At)).second)
          More.insert(At, Text);
    Edits = Edits.followedBy(More);
    Normalised.reset();
    Error = Parse();
  }
  if (Normalised && (Error.Message || AsWritten)) {
    Edits = *Normalised;
    Normalised.reset();
    Error = Parse();
    if (!Error.Message && Normalised) { // kernels, of what is C++ now
      Edits = *Normalised;
      Error = Parse();
    }
    while (Error.Message && AsWritten) {
      // One is what it was, or all are if it is not known which is wrong.
      const NormalForm *Wrong = formAt(Forms, Edits, Error);
      for (const NormalForm &Form : Forms)
        if (!Wrong || &Form == Wrong)
          WrongForms[Form.Kernel] = *Error.Message;
      Edits = *AsWritten;
      AsWritten.reset();
      Normalised.reset();
      Forms.clear();
      Error = Parse();
      if (!Error.Message && Normalised) {
        Edits = *Normalised;
        Error = Parse();
      }
    }
  }
  for (SystemBodies Next : {SystemBodies::Parsed, SystemBodies::Missing})
    if (NeedsBodies && (!Error.Message || Bodies == SystemBodies::Parsed)) {
      Bodies = Next;
      Error = Parse();
      NeedsBodies = Error.Message.has_value();
    }
  if (!Error.Message)
    return Finish();
  if (Error.Where.isKnown())
    Error.Where = {Edits.toUser(Error.Where.Offset)};
  Final = Error.Final;
  return reject(Error.Kind, Error.Where, *Error.Message);
}

llvm::Expected<Program> readProgram(llvm::StringRef File,
                                    llvm::StringRef Source,
                                    const FrontendOptions &Options) {
  bool Final = false;
  llvm::Expected<Program> Result =
      readAfter(quickPrelude(Options), File, Source, Options, Final);
  if (Result || Final)
    return Result;
  // The file may need what was left out, and headers may have changed since the
  // prelude was precompiled: the errors that count are those without all that.
  llvm::consumeError(Result.takeError());
  Result = readAfter(Prelude::Whole, File, Source, Options, Final);
  if (Result || Final)
    return Result;
  FrontendOptions Own = Options;
  Own.CudaPath.clear();
  llvm::Expected<Program> Older =
      readAfter(Prelude::Older, File, Source, Own, Final);
  if (!Older) {
    llvm::consumeError(Older.takeError());
    return Result;
  }
  llvm::consumeError(Result.takeError());
  return Older;
}

bool precompilePrelude(const FrontendOptions &Options) {
  auto Files = filesWith(/*File=*/"", /*Text=*/"", Options);
  tooling::ToolInvocation Run(
      clangCommand(preludeOf(Options), "", Options, std::nullopt),
      std::make_unique<PrecompileAction>(Options.PrecompiledPrelude),
      Files.get());
  return Run.run();
}

} // namespace tessera
