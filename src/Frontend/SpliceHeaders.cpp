//===- SpliceHeaders.cpp - Finds the headers that belong to a program -----===//
#include "ClangRun.h"
#include "tessera/Frontend/SplicedSource.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace clang;
namespace path = llvm::sys::path;

namespace tessera {

namespace {

/// A file as the preprocessor enters it.
struct Entered {
  std::string Path, Text;
  std::string Includer;  ///< a path; the program's own is empty
  SourceRange Directive; ///< the lines in the includer
  bool OwnLines = false; ///< these have nothing else
  bool OfSystem = false;
};

/// Collects the files that are entered, in order.
class IncludeWatcher : public PPCallbacks {
public:
  IncludeWatcher(const SourceManager &SM, std::vector<Entered> &Into)
      : SM(SM), Into(Into) {}

private:
  void FileChanged(SourceLocation Loc, FileChangeReason Reason,
                   SrcMgr::CharacteristicKind Kind, FileID) override {
    const FileID File = SM.getFileID(Loc);
    if (Reason != EnterFile || File == SM.getMainFileID() ||
        !SM.getFileEntryRefForID(File))
      return;
    const SourceLocation From = SM.getIncludeLoc(File);
    if (From.isInvalid() || From.isMacroID())
      return;
    auto [Includer, Offset] = SM.getDecomposedLoc(From);
    llvm::StringRef Around = SM.getBufferData(Includer);
    Entered E;
    E.Path = SM.getFileEntryRefForID(File)->getName().str();
    E.Text = SM.getBufferData(File).str();
    E.OfSystem = Kind != SrcMgr::C_User;
    if (Includer != SM.getMainFileID()) {
      OptionalFileEntryRef Outer = SM.getFileEntryRefForID(Includer);
      if (!Outer) // what flags include
        return;
      E.Includer = Outer->getName().str();
    }
    const size_t Begin = Around.take_front(Offset).rfind('\n') + 1;
    size_t End = Around.find('\n', Offset);
    End = End == llvm::StringRef::npos ? Around.size() : End + 1;
    E.Directive = {unsigned(Begin), unsigned(End)};
    llvm::StringRef Line = Around.slice(Begin, End).rtrim("\r\n");
    E.OwnLines = Line.ltrim().starts_with("#") && !Line.ends_with("\\") &&
                 !Line.contains("/*") &&
                 !Around.take_front(Begin).rtrim("\r\n").ends_with("\\");
    Into.push_back(std::move(E));
  }

  const SourceManager &SM;
  std::vector<Entered> &Into;
};

class WatchIncludes : public PreprocessOnlyAction {
public:
  explicit WatchIncludes(std::vector<Entered> &Into) : Into(Into) {}

private:
  bool BeginSourceFileAction(CompilerInstance &CI) override {
    CI.getPreprocessor().addPPCallbacks(
        std::make_unique<IncludeWatcher>(CI.getSourceManager(), Into));
    return PreprocessOnlyAction::BeginSourceFileAction(CI);
  }

  std::vector<Entered> &Into;
};

} // namespace

/// The files that \p Source enters; nothing if that has errors.
static std::vector<Entered> enteredFiles(llvm::StringRef File,
                                         llvm::StringRef Source,
                                         const FrontendOptions &Options) {
  std::vector<Entered> Result;
  IgnoringDiagConsumer Ignored;
  auto Files = filesWith(File, Source);
  tooling::ToolInvocation Run(
      clangCommand(File, Source, Options, quickPrelude(Options)),
      std::make_unique<WatchIncludes>(Result), Files.get());
  Run.setDiagnosticConsumer(&Ignored);
  if (!Run.run())
    Result.clear();
  return Result;
}

static std::string realPath(llvm::StringRef Path) {
  llvm::SmallString<128> Result;
  return llvm::sys::fs::real_path(Path, Result) ? "" : std::string(Result);
}

/// The folder of the project that \p File belongs to.
static std::string projectOf(llvm::StringRef File) {
  const std::string Own = path::parent_path(realPath(File)).str();
  for (llvm::StringRef Folder = Own; !Folder.empty();
       Folder = path::parent_path(Folder))
    for (const char *Mark : {".git", ".tessera", "compile_commands.json"}) {
      llvm::SmallString<128> Path(Folder);
      path::append(Path, Mark);
      if (llvm::sys::fs::exists(Path))
        return Folder.str();
    }
  return Own;
}

static bool isBelow(llvm::StringRef Path, llvm::StringRef Folder) {
  return Path.consume_front(Folder) &&
         (Path.starts_with("/") || Folder.ends_with("/"));
}

/// Whether \p Text has something that the translation may look at.
static bool hasCuda(llvm::StringRef Text) {
  static constexpr llvm::StringLiteral Words[] = {
      "__global__", "__device__", "__managed__", "<<<", "cudaMalloc"};
  return llvm::any_of(
      Words, [&](llvm::StringRef Word) { return Text.contains(Word); });
}

namespace {

class Splice {
public:
  Splice(llvm::StringRef File, const std::vector<Entered> &All) : All(All) {
    const std::string Project = projectOf(File);
    for (const Entered &E : All) {
      ++Times[E.Path];
      Files[E.Path] = &E;
      if (hasCuda(E.Text) && isBelow(realPath(E.Path), Project))
        Wanted.insert(E.Path);
    }
    // What leads to a header comes with it.
    for (const Entered &E : All)
      if (Wanted.count(E.Path) && isPossible(E))
        for (const Entered *Outer = &E; Outer;
             Outer = Outer->Includer.empty() ? nullptr
                                             : Files.at(Outer->Includer))
          Chosen.insert(Outer->Path);
  }

  bool empty() const { return Chosen.empty(); }

  /// \p Text of the file \p Path with those that it includes.
  std::string whole(llvm::StringRef Path, llvm::StringRef Text) const {
    std::string Result;
    size_t At = 0;
    for (const Entered &E : All)
      if (E.Includer == Path && Chosen.count(E.Path)) {
        Result += Text.slice(At, E.Directive.Begin);
        At = E.Directive.End;
        SplicedHeader Header;
        Header.Path = E.Path;
        Header.Text = whole(E.Path, E.Text);
        Header.Directive = Text.slice(E.Directive.Begin, At).str();
        Result += spliced(Header);
      }
    return Result + Text.drop_front(At).str();
  }

private:
  /// Whether the text of \p E, and those of the files that lead to it, can
  /// stand in place of their directives.
  bool isPossible(const Entered &E) const {
    auto Outer = Files.find(E.Includer);
    return !E.OfSystem && E.OwnLines && Times.at(E.Path) == 1 &&
           (E.Includer.empty() ||
            (Outer != Files.end() && isPossible(*Outer->second)));
  }

  const std::vector<Entered> &All;
  std::map<std::string, unsigned> Times;
  std::map<std::string, const Entered *> Files;
  std::set<std::string> Wanted, Chosen;
};

} // namespace

/// The files that all reads of a text enter, but for those of \p Except.
static std::set<std::string> pathsOf(const std::vector<Entered> &All,
                                     llvm::ArrayRef<std::string> Except) {
  std::set<std::string> Result, Left;
  for (const std::string &Path : Except)
    Left.insert(realPath(Path));
  for (const Entered &E : All)
    if (std::string Path = realPath(E.Path); !Left.count(Path))
      Result.insert(std::move(Path));
  return Result;
}

std::optional<std::string> spliceHeaders(llvm::StringRef File,
                                         llvm::StringRef Source,
                                         const FrontendOptions &Options) {
  if (!Source.contains("#include") && !Source.contains("# include"))
    return std::nullopt;
  const std::vector<Entered> Before = enteredFiles(File, Source, Options);
  Splice S(File, Before);
  if (S.empty())
    return std::nullopt;
  std::string Result = S.whole("", Source);
  // Includes in the headers must find what they found.
  const std::vector<std::string> Headers = splicedHeaders(Result);
  if (pathsOf(enteredFiles(File, Result, Options), Headers) !=
      pathsOf(Before, Headers))
    return std::nullopt;
  return Result;
}

} // namespace tessera
