//===- SpliceHeaders.cpp - Finds the headers that belong to a program -----===//
#include "source/ClangRun.h"
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

/// A header that the program includes.
struct Header {
  std::string Path, Text;
  unsigned Times = 0; ///< how often its text was read
  bool OfSystem = false;
};

/// A directive that includes a header.
struct Inclusion {
  const FileEntry *Header = nullptr;
  const FileEntry *Includer = nullptr; ///< null: the program's own text
  SourceRange Lines;                   ///< in the includer
  bool OwnLines = false;               ///< these have nothing else
  bool Enters = false;                 ///< the text is read here
};

/// What a program includes, in order.
struct Inclusions {
  std::map<const FileEntry *, Header> Headers;
  std::vector<Inclusion> All;
  std::vector<std::string> Folders; ///< that the user's flags search
  /// The entries are the manager's.
  llvm::IntrusiveRefCntPtr<FileManager> Files;
};

class IncludeWatcher : public PPCallbacks {
public:
  IncludeWatcher(const SourceManager &SM, Inclusions &Into)
      : SM(SM), Into(Into) {}

private:
  void InclusionDirective(SourceLocation Hash, const Token &, llvm::StringRef,
                          bool, CharSourceRange, OptionalFileEntryRef Included,
                          llvm::StringRef, llvm::StringRef,
                          const clang::Module *, bool,
                          SrcMgr::CharacteristicKind) override {
    auto [Includer, Offset] = SM.getDecomposedLoc(Hash);
    const bool InProgram = Includer == SM.getMainFileID();
    OptionalFileEntryRef Outer = SM.getFileEntryRefForID(Includer);
    if (!Included || (!InProgram && !Outer))
      return; // what flags include
    llvm::StringRef Around = SM.getBufferData(Includer);
    const size_t Begin = Around.take_front(Offset).rfind('\n') + 1;
    size_t End = Around.find('\n', Offset);
    End = End == llvm::StringRef::npos ? Around.size() : End + 1;
    llvm::StringRef Line = Around.slice(Begin, End).rtrim("\r\n");
    Inclusion I;
    I.Header = &Included->getFileEntry();
    I.Includer = InProgram ? nullptr : &Outer->getFileEntry();
    I.Lines = {unsigned(Begin), unsigned(End)};
    I.OwnLines = Line.ltrim().starts_with("#") && !Line.ends_with("\\") &&
                 !Line.contains("/*") &&
                 !Around.take_front(Begin).rtrim("\r\n").ends_with("\\");
    Into.All.push_back(I);
  }

  void FileChanged(SourceLocation Loc, FileChangeReason Reason,
                   SrcMgr::CharacteristicKind Kind, FileID) override {
    const FileID File = SM.getFileID(Loc);
    OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File);
    if (Reason != EnterFile || File == SM.getMainFileID() || !Entry)
      return;
    Header &H = Into.Headers[&Entry->getFileEntry()];
    if (++H.Times == 1) {
      H.Path = Entry->getName().str();
      H.Text = SM.getBufferData(File).str();
      H.OfSystem = Kind != SrcMgr::C_User;
    }
    if (!Into.All.empty() && Into.All.back().Header == &Entry->getFileEntry())
      Into.All.back().Enters = true;
  }

  const SourceManager &SM;
  Inclusions &Into;
};

class WatchIncludes : public PreprocessOnlyAction {
public:
  explicit WatchIncludes(Inclusions &Into) : Into(Into) {}

private:
  bool BeginSourceFileAction(CompilerInstance &CI) override {
    CI.getPreprocessor().addPPCallbacks(
        std::make_unique<IncludeWatcher>(CI.getSourceManager(), Into));
    const HeaderSearch &Search = CI.getPreprocessor().getHeaderSearchInfo();
    for (auto It = Search.search_dir_begin(); It != Search.system_dir_begin();
         ++It)
      if (OptionalDirectoryEntryRef Folder = It->getDirRef())
        Into.Folders.push_back(Folder->getName().str());
    return PreprocessOnlyAction::BeginSourceFileAction(CI);
  }

  Inclusions &Into;
};

} // namespace

/// What \p Source includes; nothing if that has errors.
static Inclusions inclusionsOf(llvm::StringRef File, llvm::StringRef Source,
                               const FrontendOptions &Options) {
  Inclusions Result;
  Result.Files = filesWith(File, Source, Options);
  IgnoringDiagConsumer Ignored;
  tooling::ToolInvocation Run(
      clangCommand(File, Source, Options, quickPrelude(Options)),
      std::make_unique<WatchIncludes>(Result), Result.Files.get());
  Run.setDiagnosticConsumer(&Ignored);
  if (!Run.run()) {
    Result.Headers.clear();
    Result.All.clear();
  }
  return Result;
}

static std::string realPath(llvm::StringRef Path) {
  llvm::SmallString<128> Result;
  return llvm::sys::fs::real_path(Path, Result) ? "" : std::string(Result);
}

static bool isBelow(llvm::StringRef Path, llvm::StringRef Folder) {
  return Path.consume_front(Folder) &&
         (Path.starts_with("/") || Folder.ends_with("/"));
}

/// The folders of the project that \p File belongs to: the one with a mark;
/// without, its own, and those of \p Searched beside a folder that has it.
static std::vector<std::string>
projectOf(llvm::StringRef File, llvm::ArrayRef<std::string> Searched) {
  const std::string Own = path::parent_path(realPath(File)).str();
  for (llvm::StringRef Folder = Own; !Folder.empty();
       Folder = path::parent_path(Folder))
    for (const char *Mark : {".git", ".tessera", "compile_commands.json"}) {
      llvm::SmallString<128> Path(Folder);
      path::append(Path, Mark);
      if (llvm::sys::fs::exists(Path))
        return {Folder.str()};
    }
  std::vector<std::string> Result = {Own};
  for (const std::string &Folder : Searched)
    if (std::string Path = realPath(Folder);
        path::parent_path(Path) != path::root_path(Path) &&
        isBelow(Own, path::parent_path(Path)))
      Result.push_back(std::move(Path));
  return Result;
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
  /// \param Except stay as they are.
  Splice(llvm::StringRef File, const Inclusions &Program,
         const std::map<std::string, LeftHeader> &Except)
      : Program(Program) {
    const std::vector<std::string> Project = projectOf(File, Program.Folders);
    std::set<const FileEntry *> Possible = {nullptr};
    // Includers come before what they include.
    for (const Inclusion &I : Program.All)
      if (I.Enters) {
        LeftHeader Kept = left(I, Project);
        if (auto It = Except.find(Program.Headers.at(I.Header).Path);
            It != Except.end())
          Kept = It->second;
        if (Kept.Why.empty() && !Possible.count(I.Includer))
          Kept.Why = "which another header includes that stays as it is";
        if (!Kept.Why.empty()) {
          leave(I.Header, Kept);
          continue;
        }
        Possible.insert(I.Header);
        From[I.Header] = I.Includer;
      }
    for (const auto &[Entry, Includer] : From)
      if (hasCuda(Program.Headers.at(Entry).Text))
        // What leads to a header comes with it.
        for (const FileEntry *Outer = Entry; Outer; Outer = From.at(Outer))
          Chosen.insert(Outer);
    // A file that stays as it is would read one with `#pragma once` again
    // where a copy of that is read.
    for (const Inclusion &I : Program.All)
      if (Chosen.count(I.Header) && I.Includer && !Chosen.count(I.Includer) &&
          llvm::StringRef(Program.Headers.at(I.Header).Text)
              .contains("#pragma once"))
        leaveAll("which a header that stays as it is includes, too");
  }

  /// Takes no header, for this reason.
  void leaveAll(llvm::StringRef Why) {
    for (const FileEntry *Entry : std::exchange(Chosen, {}))
      leave(Entry, {Why.str(), true});
  }

  bool empty() const { return Chosen.empty(); }

  /// \p Text of \p File with those that it includes.
  std::string whole(const FileEntry *File, llvm::StringRef Text) const {
    std::string Result;
    size_t At = 0;
    for (const Inclusion &I : Program.All) {
      if (I.Includer != File || !Chosen.count(I.Header) || !I.OwnLines ||
          I.Lines.Begin < At)
        continue;
      Result += Text.slice(At, I.Lines.Begin);
      At = I.Lines.End;
      const Header &H = Program.Headers.at(I.Header);
      SplicedHeader Own;
      Own.Path = H.Path;
      Own.Directive = Text.slice(I.Lines.Begin, I.Lines.End).str();
      if (I.Enters)
        Own.Text = whole(I.Header, H.Text);
      else
        Own.Again = true;
      Result += spliced(Own);
    }
    return Result + Text.drop_front(At).str();
  }

  std::map<std::string, LeftHeader> Left; ///< see SplicedProgram

private:
  /// Why the text that \p I brings cannot be taken; nothing: it can.
  LeftHeader left(const Inclusion &I,
                  llvm::ArrayRef<std::string> Project) const {
    const Header &H = Program.Headers.at(I.Header);
    if (H.OfSystem)
      return {"a header of the system"};
    const std::string Path = realPath(H.Path);
    if (llvm::none_of(Project, [&](llvm::StringRef Folder) {
          return isBelow(Path, Folder);
        }))
      return {"which does not belong to the project"};
    if (H.Times != 1)
      return {"which is read several times", true};
    return {I.OwnLines ? "" : "whose #include is not alone in its line", true};
  }

  void leave(const FileEntry *Entry, LeftHeader Kept) {
    const Header &H = Program.Headers.at(Entry);
    if (hasCuda(H.Text))
      Left[H.Path] = std::move(Kept);
  }

  const Inclusions &Program;
  std::map<const FileEntry *, const FileEntry *> From; ///< who includes it
  std::set<const FileEntry *> Chosen;
};

} // namespace

/// The files that are read, but for those of \p Except.
static std::set<std::string> pathsOf(const Inclusions &Program,
                                     llvm::ArrayRef<std::string> Except) {
  std::set<std::string> Result, Left;
  for (const std::string &Path : Except)
    Left.insert(realPath(Path));
  for (const auto &[Entry, H] : Program.Headers)
    if (std::string Path = realPath(H.Path); !Left.count(Path))
      Result.insert(std::move(Path));
  return Result;
}

/// Whether a directive of \p Source may find a header of the project: without
/// folders of its own, `<..>` finds those of the system only.
static bool mayIncludeOwnHeaders(llvm::StringRef Source,
                                 const FrontendOptions &Options) {
  const bool HasFolders = llvm::any_of(Options.Flags, [](llvm::StringRef Flag) {
    return Flag.starts_with("-I") || Flag.starts_with("-iquote");
  });
  for (size_t At = 0;
       (At = Source.find("include", At)) != llvm::StringRef::npos;) {
    At += strlen("include");
    if (HasFolders || !Source.drop_front(At).ltrim(" \t").starts_with("<"))
      return true;
  }
  return false;
}

SplicedProgram spliceHeaders(llvm::StringRef File, llvm::StringRef Source,
                             const FrontendOptions &Options) {
  SplicedProgram Result;
  if (!mayIncludeOwnHeaders(Source, Options))
    return Result;
  const Inclusions Before = inclusionsOf(File, Source, Options);
  Splice S(File, Before, Options.LeftHeaders);
  if (!S.empty()) {
    std::string Text = S.whole(nullptr, Source);
    // Includes in the headers must find what they found.
    const std::vector<std::string> Headers = splicedHeaders(Text);
    if (pathsOf(inclusionsOf(File, Text, Options), Headers) ==
        pathsOf(Before, Headers))
      Result.Text = std::move(Text);
    else
      S.leaveAll("which includes what would not be found from another folder");
  }
  Result.Left = std::move(S.Left);
  return Result;
}

} // namespace tessera
