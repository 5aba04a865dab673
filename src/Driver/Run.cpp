//===- Run.cpp - The tool on its input files ------------------------------===//
//
//   translateFile ──▶ take ──▶ tell, show, deliver    each file, in order
//   (jobs)                              └──▶ finish   all files together
//
//===----------------------------------------------------------------------===//
#include "tessera/Driver/Run.h"
#include "files/Deliver.h"
#include "files/EachFile.h"
#include "files/Files.h"
#include "messages/Manual.h"
#include "messages/Summary.h"
#include "options/Configuration.h"
#include "project/Project.h"
#include "report/Analyse.h"
#include "tessera/Driver/Difference.h"
#include "tessera/Driver/Messages.h"
#include "tessera/Driver/Report.h"
#include "tessera/Driver/Tune.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

namespace tessera {

namespace {

class Runner {
public:
  Runner(const Options &Opts, llvm::raw_ostream &Out, llvm::raw_ostream &Errors)
      : Opts(Opts), Out(Out), Errors(Errors) {}

  int run() {
    for (const std::string &File : Opts.Files) {
      std::optional<Options> Own = effectiveOptions(Opts, File, Errors);
      if (!Own)
        return 1; // before anything is written
      Each.push_back(std::move(*Own));
    }
    translateEach(Opts, Each, Errors, [&](FileResult R, const Options &Own) {
      take(std::move(R), Own);
    });
    if (WrongUsage)
      return 2;
    finish();
    return exitCode();
  }

private:
  int exitCode() const {
    return Failed ? 1 : LeftKernels ? 4 : Differs ? 3 : 0;
  }

  /// What becomes of the result of one file, whose options are \p Own.
  void take(FileResult R, const Options &Own) {
    WrongUsage |= R.isWrongUsage();
    R.Program.Rejected |= tell(R, Own.Messages);
    if (Opts.InPlace && !R.failed())
      Waiting.emplace_back(R, &Own); // others may include it as it was
    else
      conclude(R, Own);
    keep(std::move(R));
  }

  /// Shows or writes the result.
  void conclude(const FileResult &R, const Options &Own) {
    bool IsDone = !R.failed();
    if (IsDone && !show(R))
      IsDone = sayAll(deliver(R, Own, Out));
    Failed |= !IsDone;
    LeftKernels |= IsDone && R.leftKernels();
    Counts.add(R, !IsDone);
  }

  /// What is done once, behind all files.
  void finish() {
    for (const auto &[R, Own] : Waiting)
      conclude(R, *Own);
    warnAboutNames();
    if (!Opts.FixesFile.empty()) {
      llvm::Expected<std::string> Fixes = renderFixes(Opts.FixesFile, Reports);
      if (Fixes)
        write(Opts.FixesFile, *Fixes);
      else
        sayAll(Fixes.takeError());
    }
    if (!Opts.Report.empty())
      writeReport();
    if (!Opts.Quiet && (Opts.Summary || Opts.Files.size() > 1))
      Counts.print(Errors);
  }

  /// Remembers what \ref finish needs. Files of a wrong result stay as they
  /// are.
  void keep(FileResult R) {
    const bool IsWrong = R.failed();
    const KnownNames &Own = R.Program.Whole.Names;
    Names.Arrays.insert(Own.Arrays.begin(), Own.Arrays.end());
    Names.Kernels.insert(Own.Kernels.begin(), Own.Kernels.end());
    if (R.Program.Files.empty()) // it could not be read
      R.Program.Files = {{R.File, "", "", {}, {}, "", {}, {}, {}, {}}};
    llvm::append_range(R.Program.main().Messages, R.Errors);
    for (TranslatedFile &F : R.Program.Files) {
      if (IsWrong) {
        F.Text = F.Source;
        F.Lines.clear();
        F.Versions.clear();
      }
      Reports.push_back({F.Path, F.Source, F.Source != F.Text,
                         std::move(F.Messages), F.Text, F.Functions,
                         std::move(F.Data), std::move(F.Lines),
                         std::move(F.Versions)});
    }
  }

  /// Prints \p D if the user wants to see it.
  ///
  /// \returns whether it is an error that is none by itself.
  bool say(llvm::StringRef File, llvm::StringRef Source, const Diagnostic &D,
           const MessageFilter &Wanted) {
    std::optional<DiagLevel> Level = Wanted.shownAs(D.Kind);
    if (Level)
      printMessage(Errors, WrongUsage ? "tessera" : File, Source, D, *Level);
    return Level == DiagLevel::Error && level(D.Kind) != DiagLevel::Error;
  }

  /// Prints the messages.
  ///
  /// \returns whether the user wants some of them to be errors.
  bool tell(const FileResult &R, const MessageFilter &Wanted) {
    bool IsWrong = false;
    for (const TranslatedFile &F : R.Program.Files)
      for (const Diagnostic &D : F.Messages)
        IsWrong |= say(F.Path, F.Source, D, Wanted);
    Errors << R.Stderr;
    for (const Diagnostic &D : R.Errors)
      say(R.File,
          R.Program.Files.empty() ? ""
                                  : llvm::StringRef(R.Program.main().Source),
          D, Wanted);
    return IsWrong;
  }

  /// Shows the result where no file is asked for. \returns whether that is all.
  bool show(const FileResult &R) {
    if (Opts.Print != PrintStage::None) {
      Out << R.Program.main().Text;
      return true;
    }
    for (const TranslatedFile &F : R.Program.Files) {
      if (Opts.Diff)
        printDiff(Out, unifiedDiff(F.Path, F.Source, F.Text));
      Differs |= Opts.Check && F.Text != F.Source;
    }
    return Opts.Check || ((Opts.Diff || !Opts.FixesFile.empty()) &&
                          targetOf(R.File, Opts).empty());
  }

  /// Names of `--array` and `--kernel` that no file has are slips.
  void warnAboutNames() {
    if (Failed)
      return;
    auto Warn = [&](std::string What) {
      Failed |= say(
          "tessera", "",
          {DiagKind::NothingNamed, SourcePlace::nowhere(), {std::move(What)}},
          Opts.Messages);
    };
    for (const auto &[Name, Shared] : Opts.ForcedArrays)
      if (!Names.Arrays.count(Name))
        Warn("--array: no kernel accesses an array '" + Name + "'");
    for (const AssumedBlock &Block : Opts.Frontend.AssumedBlocks)
      if (!Names.Kernels.count(Block.Kernel))
        Warn("--assume: there is no kernel '" + Block.Kernel + "'");
    llvm::Regex Pattern(Opts.KernelPattern);
    if (!Opts.KernelPattern.empty() &&
        llvm::none_of(Names.Kernels, [&](const std::string &Name) {
          return Pattern.match(Name);
        }))
      Warn("--kernel: no kernel's name matches '" + Opts.KernelPattern + "'");
  }

  /// Reports of files that failed tell why.
  void writeReport() {
    if (llvm::sys::path::extension(Opts.Report) != ".html")
      return write(Opts.Report,
                   renderReport(Opts.Report, Reports, Opts, exitCode()));
    llvm::Expected<std::string> Page = renderPage(Reports, Opts.OwnFolder);
    if (Page)
      write(Opts.Report, *Page);
    else
      sayAll(Page.takeError(), Opts.Report);
  }

  void write(const std::string &Path, llvm::StringRef Text) {
    if (const std::string Why = replaceFile(Path, Text); !Why.empty())
      sayAll(reject(DiagKind::CannotWrite, SourcePlace::nowhere(), Path, Why));
  }

  /// Prints what could not be written or read, if there is something: about
  /// \p File, or about itself. \returns whether there is nothing.
  bool sayAll(llvm::Error Why, llvm::StringRef File = "") {
    std::vector<Diagnostic> All;
    llvm::cantFail(takeRejects(std::move(Why), All)); // it is nothing else
    for (const Diagnostic &D : All)
      printMessage(Errors, File.empty() ? D.Arguments.front() : File, "", D);
    Failed |= !All.empty();
    return All.empty();
  }

  const Options &Opts;
  std::vector<Options> Each; ///< those of each file
  llvm::raw_ostream &Out, &Errors;
  /// Results of -i, and the options of each.
  std::vector<std::pair<FileResult, const Options *>> Waiting;
  std::vector<FileReport> Reports;
  Summary Counts;
  KnownNames Names; ///< of all files so far
  bool Failed = false;
  bool LeftKernels = false; ///< for mistakes of the tool
  bool WrongUsage = false;
  bool Differs = false;
};

} // namespace

static int runAsAsked(const Options &All, llvm::raw_ostream &Out,
                      llvm::raw_ostream &Errors) {
  if (!All.IndexFile.empty())
    return writeIndex(All, Errors);
  Options Opts = All;
  if (!loadProject(Opts, Errors))
    return 1;
  if (!Opts.Explain.empty() || !Opts.ManualFile.empty())
    return printManual(Opts, Out, Errors);
  if (Opts.DumpConfiguration)
    return dumpConfiguration(Opts, Out, Errors);
  if (!Opts.TuneResults.empty())
    return keepFastest(Opts, Out, Errors);
  if (!Opts.TuneDirectory.empty()) {
    std::optional<Options> Own =
        effectiveOptions(Opts, Opts.Files.front(), Errors);
    return Own ? writeCandidates(*Own, Errors) : 1;
  }
  if (Opts.Analysis)
    return analyse(Opts, Out, Errors);
  return Runner(Opts, Out, Errors).run();
}

int run(const Options &Opts, llvm::raw_ostream &Out,
        llvm::raw_ostream &Errors) {
  const int Exit = runAsAsked(Opts, Out, Errors);
  Out.flush();
  if (&Out != &llvm::outs() || !llvm::outs().has_error())
    return Exit;
  printMessage(Errors, "tessera", "",
               {DiagKind::CannotWrite,
                SourcePlace::nowhere(),
                {"standard output", llvm::outs().error().message()}});
  llvm::outs().clear_error(); // or it ends the program
  return 1;
}

} // namespace tessera
