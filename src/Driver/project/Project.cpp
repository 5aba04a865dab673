//===- Project.cpp --------------------------------------------------------===//
#include "project/Project.h"
#include "files/Deliver.h"
#include "files/EachFile.h"
#include "files/Files.h"
#include "options/Configuration.h"
#include "project/ProjectIndex.h"
#include "tessera/Driver/Messages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

namespace tessera {

static bool isSameFile(const std::string &A, const std::string &B) {
  bool Result = false;
  return !llvm::sys::fs::equivalent(A, B, Result) && Result;
}

static bool sayAll(llvm::Error Why, llvm::raw_ostream &Errors) {
  std::vector<Diagnostic> All;
  llvm::cantFail(takeRejects(std::move(Why), All));
  for (const Diagnostic &D : All)
    printMessage(Errors, "tessera", "", D);
  return All.empty();
}

namespace {

/// Makes the index of the input files.
class Indexer {
public:
  Indexer(const Options &All, llvm::raw_ostream &Errors)
      : Opts(All), Errors(Errors) {
    Opts.ProjectFiles.clear();
    Opts.Verifier.clear(); // results are verified, not their index
  }

  /// What was read for it.
  std::vector<std::string> Dependencies;

  /// \returns nothing after a message.
  std::optional<ProjectIndex> run() {
    std::vector<std::string> Texts;
    const bool Read =
        translateAll(PrintStage::Index, Opts.Files, [&](const FileResult &R) {
          Texts.push_back(R.Program.main().Text);
        });
    if (!Read)
      return std::nullopt;
    llvm::Expected<ProjectIndex> Facts = mergeIndexes(Texts, Opts.Files);
    if (!Facts) {
      sayAll(Facts.takeError(), Errors);
      return std::nullopt;
    }
    ProjectIndex Index = std::move(*Facts);
    // What becomes of kernels that other files launch.
    std::vector<std::string> Files;
    for (size_t I : filesForOthers(Index))
      Files.push_back(asNamed(Index.Files[I].Source.Path));
    Opts.Project = std::make_shared<ProjectIndex>(Index);
    const bool Planned =
        translateAll(PrintStage::Plan, Files, [&](const FileResult &R) {
          for (IndexedFile &F : Index.Files)
            if (asNamed(F.Source.Path) == R.File)
              F.Versions = R.Program.Whole.VersionsForOthers;
        });
    return Planned ? std::optional(std::move(Index)) : std::nullopt;
  }

private:
  /// \p Path as the command line names it.
  std::string asNamed(const std::string &Path) const {
    for (const std::string &File : Opts.Files)
      if (isSameFile(File, Path))
        return File;
    return Path;
  }

  /// Translates \p Files up to \p Stage. \returns whether all could be; if not,
  /// there was a message.
  bool translateAll(PrintStage Stage, const std::vector<std::string> &Files,
                    llvm::function_ref<void(const FileResult &)> Take) {
    Options Some = Opts;
    Some.Files = Files;
    std::vector<Options> Each;
    for (const std::string &File : Files) {
      std::optional<Options> Own = effectiveOptions(Some, File, Errors);
      if (!Own)
        return false;
      if (auto Flags = Opts.FlagsOf.find(File); Flags != Opts.FlagsOf.end()) {
        Own->Frontend.Flags = Flags->second.Flags;
        Own->Architectures = Flags->second.Architectures;
        Own->HasFlags = true;
      }
      Own->Print = Stage;
      Each.push_back(std::move(*Own));
    }
    bool Failed = false;
    Some.Print = Stage;
    translateEach(Some, Each, Errors, [&](FileResult R, const Options &) {
      Errors << R.Stderr;
      if (R.failed())
        tell(R);
      else
        Take(R);
      for (const std::string &Read : R.Program.Whole.Dependencies)
        if (!llvm::is_contained(Dependencies, Read))
          Dependencies.push_back(Read);
      Failed |= R.failed();
    });
    return !Failed;
  }

  void tell(const FileResult &R) {
    const llvm::StringRef Text = R.Program.Files.empty()
                                     ? llvm::StringRef()
                                     : llvm::StringRef(R.Program.main().Source);
    for (const Diagnostic &D : R.problems())
      printMessage(Errors, R.File, Text, D);
  }

  Options Opts;
  llvm::raw_ostream &Errors;
};

} // namespace

int writeIndex(const Options &Opts, llvm::raw_ostream &Errors) {
  Indexer Make(Opts, Errors);
  std::optional<ProjectIndex> Index = Make.run();
  if (!Index)
    return 1;
  if (const std::string Why = replaceFile(Opts.IndexFile, toJson(*Index));
      !Why.empty()) {
    sayAll(reject(DiagKind::CannotWrite, SourcePlace::nowhere(), Opts.IndexFile,
                  Why),
           Errors);
    return 1;
  }
  return !Opts.WriteDependencies ||
                 sayAll(
                     writeDependencies(Opts.IndexFile, Make.Dependencies, Opts),
                     Errors)
             ? 0
             : 1;
}

bool loadProject(Options &Opts, llvm::raw_ostream &Errors) {
  if (Opts.ProjectFiles.empty())
    return true;
  if (Opts.ProjectFiles.front().empty()) {
    std::optional<ProjectIndex> Index = Indexer(Opts, Errors).run();
    if (Index)
      Opts.Project = std::make_shared<ProjectIndex>(std::move(*Index));
    return Index.has_value();
  }
  llvm::Expected<ProjectIndex> Index = readIndexes(Opts.ProjectFiles);
  if (!Index)
    return sayAll(Index.takeError(), Errors);
  Opts.Project = std::make_shared<ProjectIndex>(std::move(*Index));
  return true;
}

} // namespace tessera
