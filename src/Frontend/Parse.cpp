//===- Parse.cpp - Runs Clang on a .cu file -------------------------------===//
#include "FrontendContext.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Tooling/Tooling.h"

using namespace clang;

namespace tessera {

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

void Overlay::insert(unsigned UserOffset, llvm::StringRef Text) {
  Insertions[UserOffset] += Text;
}

std::string Overlay::apply(llvm::StringRef Source) const {
  std::string Result;
  unsigned From = 0;
  for (const auto &[At, Text] : Insertions) {
    Result += Source.slice(From, At);
    Result += Text;
    From = At;
  }
  return Result += Source.drop_front(From);
}

unsigned Overlay::toUser(unsigned ParsedOffset) const {
  unsigned Shift = 0;
  for (const auto &[At, Text] : Insertions) {
    if (ParsedOffset < At + Shift)
      break;
    if (ParsedOffset < At + Shift + Text.size())
      return At;
    Shift += Text.size();
  }
  return ParsedOffset - Shift;
}

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

std::vector<Decl *> FrontendContext::mainFileDecls() const {
  std::vector<Decl *> Result;
  for (Decl *D : AST.getTranslationUnitDecl()->decls())
    if (SM.isInMainFile(SM.getExpansionLoc(D->getLocation())))
      Result.push_back(D);
  return Result;
}

//===----------------------------------------------------------------------===//
// The preprocessor
//===----------------------------------------------------------------------===//

namespace {

class Watcher : public PPCallbacks {
public:
  Watcher(const SourceManager &SM, PreprocessorFacts &Facts)
      : SM(SM), Facts(Facts) {}

  void MacroExpands(const Token &Name, const MacroDefinition &,
                    clang::SourceRange Range, const MacroArgs *) override {
    if (!SM.isInMainFile(SM.getExpansionLoc(Range.getBegin())))
      return;
    unsigned Offset = SM.getFileOffset(SM.getExpansionLoc(Range.getBegin()));
    llvm::StringRef Spelled = Name.getIdentifierInfo()->getName();
    if (Spelled == "__global__")
      Facts.GlobalSpecifiers.insert(Offset);
    else if (Spelled == "__managed__")
      Facts.ManagedSpecifiers.insert(Offset);
  }

  void MacroDefined(const Token &Name, const MacroDirective *) override {
    if (!SM.isInSystemHeader(Name.getLocation()) &&
        !SM.isWrittenInBuiltinFile(Name.getLocation()))
      Facts.Macros.insert(Name.getIdentifierInfo()->getName().str());
  }

  void InclusionDirective(SourceLocation Hash, const Token &,
                          llvm::StringRef Name, bool, CharSourceRange Range,
                          OptionalFileEntryRef, llvm::StringRef,
                          llvm::StringRef, const clang::Module *, bool,
                          SrcMgr::CharacteristicKind) override {
    if (!SM.isInMainFile(Hash))
      return;
    Facts.Headers.insert(Name.str());
    if (Open.empty())
      Facts.IncludeEnds.insert(SM.getFileOffset(Range.getEnd()));
  }

  void If(SourceLocation Loc, clang::SourceRange Condition,
          ConditionValueKind) override {
    open(Loc, Condition);
  }
  void Ifdef(SourceLocation Loc, const Token &Name,
             const MacroDefinition &) override {
    open(Loc, Name.getLocation());
  }
  void Ifndef(SourceLocation Loc, const Token &Name,
              const MacroDefinition &) override {
    open(Loc, Name.getLocation());
  }
  void Elif(SourceLocation Loc, clang::SourceRange Condition,
            ConditionValueKind, SourceLocation) override {
    if (!Open.empty() && mentionsArch(Condition))
      Open.back().Arch = true;
  }
  void Endif(SourceLocation Loc, SourceLocation) override {
    if (Open.empty())
      return;
    OpenConditional Closed = Open.pop_back_val();
    if (!SM.isInMainFile(Loc))
      return;
    Facts.ConditionalDirectives.insert(SM.getFileOffset(Loc));
    if (Closed.Arch)
      Facts.ArchConditionals.push_back(
          {SM.getFileOffset(Closed.Begin), SM.getFileOffset(Loc)});
  }

private:
  struct OpenConditional {
    SourceLocation Begin;
    bool Arch;
  };

  void open(SourceLocation Loc, clang::SourceRange Condition) {
    Open.push_back({Loc, mentionsArch(Condition)});
    if (SM.isInMainFile(Loc))
      Facts.ConditionalDirectives.insert(SM.getFileOffset(Loc));
  }

  bool mentionsArch(clang::SourceRange Condition) const {
    if (Condition.isInvalid() || !SM.isInMainFile(Condition.getBegin()))
      return false;
    unsigned Begin = SM.getFileOffset(Condition.getBegin());
    llvm::StringRef Line = SM.getBufferData(SM.getMainFileID())
                               .drop_front(Begin)
                               .take_until([](char C) { return C == '\n'; });
    return Line.contains("__CUDA_ARCH__");
  }

  const SourceManager &SM;
  PreprocessorFacts &Facts;
  llvm::SmallVector<OpenConditional> Open;
};

/// Keeps the first error, as a message with its place in the user's file.
class FirstError : public DiagnosticConsumer {
public:
  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    if (Level < DiagnosticsEngine::Error || Message)
      return;
    llvm::SmallString<128> Text;
    Info.FormatDiagnostic(Text);
    Message = Text.str().str();
    if (!Info.hasSourceManager() || Info.getLocation().isInvalid())
      return;
    const SourceManager &SM = Info.getSourceManager();
    SourceLocation Loc = SM.getExpansionLoc(Info.getLocation());
    if (SM.isInMainFile(Loc)) {
      Offset = SM.getFileOffset(Loc);
      return;
    }
    PresumedLoc Where = SM.getPresumedLoc(Loc);
    if (Where.isValid())
      Message = "in " + std::string(Where.getFilename()) + ":" +
                std::to_string(Where.getLine()) + ": " + *Message;
  }

  std::optional<std::string> Message;
  unsigned Offset = 0;
};

/// Calls \p Then with the finished AST.
class CallbackAction : public ASTFrontendAction {
public:
  using Callback = llvm::function_ref<void(ASTContext &)>;
  CallbackAction(PreprocessorFacts &Facts, Callback Then)
      : Facts(Facts), Then(Then) {}

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 llvm::StringRef) override {
    CI.getPreprocessor().addPPCallbacks(
        std::make_unique<Watcher>(CI.getSourceManager(), Facts));
    struct Consumer : ASTConsumer {
      explicit Consumer(Callback Then) : Then(Then) {}
      void HandleTranslationUnit(ASTContext &AST) override { Then(AST); }
      Callback Then;
    };
    return std::make_unique<Consumer>(Then);
  }

private:
  PreprocessorFacts &Facts;
  Callback Then;
};

std::vector<std::string> commandLine(llvm::StringRef File,
                                     const FrontendOptions &Options) {
  std::vector<std::string> Command = {
      "tessera",
      "-fsyntax-only",
      "-xcuda",
      "--cuda-host-only",
      "-std=gnu++17",
      "-resource-dir=" + Options.ResourceDirectory,
      "-Wno-everything",
      "-fno-caret-diagnostics", // no "1 error generated." on stderr
  };
  if (Options.CudaPath.empty()) {
    Command.insert(Command.end(), {"-nocudainc", "-nocudalib", "-isystem",
                                   Options.StubDirectory});
  } else {
    Command.insert(Command.end(),
                   {"--cuda-path=" + Options.CudaPath, "-isystem",
                    Options.CudaPath + "/include/cccl"});
  }
  Command.insert(Command.end(),
                 {"-include", Options.StubDirectory + "/tessera_prelude.h"});
  Command.insert(Command.end(), Options.Flags.begin(), Options.Flags.end());
  Command.push_back(File.str());
  return Command;
}

/// Parses \p Text as \p File and calls \p Then with the AST and the
/// preprocessor's facts.
FirstError
parse(llvm::StringRef File, llvm::StringRef Text,
      const FrontendOptions &Options,
      llvm::function_ref<void(ASTContext &, PreprocessorFacts &)> Then) {
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  auto Disk = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      llvm::vfs::getRealFileSystem());
  Disk->pushOverlay(Memory);
  if (llvm::ErrorOr<std::string> Here = Disk->getCurrentWorkingDirectory())
    Memory->setCurrentWorkingDirectory(*Here);
  Memory->addFile(File, 0, llvm::MemoryBuffer::getMemBufferCopy(Text, File));
  auto Files = llvm::makeIntrusiveRefCnt<FileManager>(FileSystemOptions(), Disk);

  PreprocessorFacts Facts;
  FirstError Errors;
  auto Callback = [&](ASTContext &AST) { Then(AST, Facts); };
  tooling::ToolInvocation Run(commandLine(File, Options),
                              std::make_unique<CallbackAction>(Facts, Callback),
                              Files.get());
  Run.setDiagnosticConsumer(&Errors);
  bool Succeeded = Run.run();
  if (!Succeeded && !Errors.Message)
    Errors.Message = "the compiler flags were not accepted";
  return Errors;
}

} // namespace

llvm::Expected<Program> readProgram(llvm::StringRef File,
                                    llvm::StringRef Source,
                                    const FrontendOptions &Options) {
  Program Result;
  Result.File = File.str();
  Result.Source = Source.str();
  Overlay Edits;

  auto Build = [&](ASTContext &AST, PreprocessorFacts &Facts) {
    if (AST.getDiagnostics().hasErrorOccurred()) {
      Edits = normaliseLaunches(AST, Facts);
      return;
    }
    FrontendContext C(AST, Facts, Edits, Result);
    collectSharedVariables(C);
    buildKernels(C);
    buildLaunches(C);
    buildHostModel(C);
  };

  FirstError First = parse(File, Source, Options, Build);
  if (!First.Message)
    return Result;
  if (!Edits.empty()) {
    FirstError Second = parse(File, Edits.apply(Source), Options, Build);
    if (!Second.Message)
      return Result;
    Second.Offset = Edits.toUser(Second.Offset);
    First = std::move(Second);
  }
  return reject(DiagKind::SyntaxError, {First.Offset}, *First.Message);
}

} // namespace tessera
