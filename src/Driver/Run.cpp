//===- Run.cpp - The tool on its input files ------------------------------===//
#include "tessera/Driver/Run.h"
#include "Files.h"
#include "KeptOriginal.h"
#include "LineDirectives.h"
#include "Manual.h"
#include "Revert.h"
#include "TranslateFiles.h"
#include "Verify.h"
#include "tessera/Driver/Difference.h"
#include "tessera/Driver/Messages.h"
#include "tessera/Driver/Pipeline.h"
#include "tessera/Driver/Report.h"
#include "tessera/Driver/Tune.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
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
      if (!one(File))
        Failed = true;
      if (WrongUsage)
        return 2; // the same for every file
    }
    warnAboutNames();
    writeReports();
    return exitCode();
  }

private:
  int exitCode() const { return Failed ? 1 : Differs ? 3 : 0; }

  /// Those of files that failed tell why.
  void writeReports() {
    if (!Opts.FixesFile.empty() && !write(Opts.FixesFile, renderFixes(Reports)))
      Failed = true;
    if (!Opts.Report.empty() && !writeReport())
      Failed = true;
  }

  /// Prints \p D if the user wants to see it.
  ///
  /// \returns whether it is an error that is none by itself.
  bool say(llvm::StringRef File, llvm::StringRef Source, const Diagnostic &D) {
    std::optional<DiagLevel> Level = Opts.Messages.shownAs(D.Kind);
    if (Level)
      printMessage(Errors, File, Source, D, *Level);
    return Level == DiagLevel::Error && level(D.Kind) != DiagLevel::Error;
  }

  bool fail(llvm::StringRef File, llvm::StringRef Source, const Diagnostic &D) {
    printMessage(Errors, File, Source, D);
    for (FileReport &Report : llvm::reverse(Reports))
      if (Report.File == File) {
        Report.Messages.push_back(D);
        break;
      }
    return false;
  }

  bool fail(llvm::StringRef File, llvm::StringRef Source, DiagKind Kind,
            std::vector<std::string> Arguments) {
    return fail(File, Source,
                {Kind, SourcePlace::nowhere(), std::move(Arguments)});
  }

  bool failAll(llvm::StringRef File, llvm::StringRef Source, llvm::Error Err) {
    std::vector<Diagnostic> Why;
    llvm::Error Other = takeRejects(std::move(Err), Why);
    for (const Diagnostic &D : Why) {
      WrongUsage |= D.Kind == DiagKind::BadOption;
      fail(WrongUsage ? "tessera" : File, Source, D);
    }
    if (Other)
      fail(File, "", DiagKind::InternalError, {toString(std::move(Other))});
    return false;
  }

  /// Names of `--array` and `--kernel` that no file has are slips.
  void warnAboutNames() {
    if (Failed)
      return;
    auto Warn = [&](std::string What) {
      Failed |= say(
          "tessera", "",
          {DiagKind::NothingNamed, SourcePlace::nowhere(), {std::move(What)}});
    };
    for (const auto &[Name, Shared] : Opts.ForcedArrays)
      if (!Names.Arrays.count(Name))
        Warn("--array: no kernel accesses an array '" + Name + "'");
    llvm::Regex Pattern(Opts.KernelPattern);
    if (!Opts.KernelPattern.empty() &&
        llvm::none_of(Names.Kernels, [&](const std::string &Name) {
          return Pattern.match(Name);
        }))
      Warn("--kernel: no kernel's name matches '" + Opts.KernelPattern + "'");
  }

  bool one(const std::string &File) {
    Reports.push_back({File, "", false, {}, ""});
    auto Buffer = llvm::MemoryBuffer::getFile(File);
    if (!Buffer)
      return fail(File, "", DiagKind::CannotRead,
                  {File, Buffer.getError().message()});
    llvm::StringRef Source = (*Buffer)->getBuffer();
    Reports.back().Source = Reports.back().Result = Source;
    if (Opts.Revert)
      return revertOne(File, Source);
    const std::string Target = targetOf(File);
    llvm::Expected<TranslatedProgram> T = translateProgram(
        File, Source, Opts, Opts.Check || Opts.Diff ? File : Target);
    if (!T)
      return failAll(File, Source, T.takeError());
    if (T->Rejected && Opts.ForCompiler && isNotParsed(*T))
      return passThrough(Source, *T, Target);
    Reports.pop_back(); // each of the program's files has its own
    bool IsWrong = T->Rejected;
    for (TranslatedFile &F : T->Files) {
      Reports.push_back({F.Path, F.Source, F.Source != F.Text, F.Messages,
                         F.Text, F.Functions, std::move(F.Data)});
      for (const Diagnostic &D : F.Messages) {
        WrongUsage |= D.Kind == DiagKind::BadOption;
        IsWrong |= say(WrongUsage ? "tessera" : F.Path, F.Source, D);
      }
    }
    Names.Arrays.insert(T->Whole.Names.Arrays.begin(),
                        T->Whole.Names.Arrays.end());
    Names.Kernels.insert(T->Whole.Names.Kernels.begin(),
                         T->Whole.Names.Kernels.end());
    if (IsWrong)
      return false;
    if (!Opts.Verifier.empty() && T->main().Text != Source)
      if (std::string Why = whyNotVerified(Opts.Verifier, File, T->Whole.Text,
                                           Opts.Frontend.Flags);
          !Why.empty())
        return fail(File, "", DiagKind::NotVerified, {Why});
    if (Opts.KeepOriginal || keepsOriginal(Source))
      T->main().Text = withOriginal(T->main().Text, Source);
    return deliver(File, Target, *T);
  }

  /// The compiler gets the file as it is.
  bool passThrough(llvm::StringRef Source, const TranslatedProgram &T,
                   const std::string &Target) {
    for (const TranslatedFile &F : T.Files)
      for (Diagnostic D : F.Messages) {
        D.Arguments = {D.message()};
        D.Kind = DiagKind::PassedThrough;
        say(F.Path, F.Source, D);
      }
    return write(Target, Source);
  }

  /// The path of the result of \p File; empty: standard output.
  std::string targetOf(const std::string &File) const {
    if (Opts.InPlace)
      return File;
    if (Opts.OutputDirectory.empty())
      return Opts.Output;
    llvm::SmallString<128> Path(Opts.OutputDirectory);
    llvm::sys::path::append(Path, llvm::sys::path::filename(File));
    return std::string(Path);
  }

  bool revertOne(const std::string &File, llvm::StringRef Source) {
    llvm::Expected<Reverted> Old = revert(File, Source, Opts);
    if (!Old)
      return failAll(File, Source, Old.takeError());
    TranslatedProgram T;
    T.Files = {{File, Source.str(), Old->Text, "", {}, {}, {}}};
    if (!deliver(File, targetOf(File), T))
      return false;
    if (Opts.InPlace && !Old->Backup.empty())
      if (std::error_code Code = llvm::sys::fs::remove(Old->Backup))
        return fail(File, "", DiagKind::CannotWrite,
                    {Old->Backup, Code.message()});
    return true;
  }

  /// Writes the result where it was asked for.
  bool deliver(const std::string &File, const std::string &Target,
               const TranslatedProgram &T) {
    if (Opts.Print != PrintStage::None) {
      Out << T.main().Text;
      return true;
    }
    if (Opts.Diff)
      for (const TranslatedFile &F : T.Files)
        printDiff(Out, unifiedDiff(F.Path, F.Source, F.Text));
    if (Opts.Check) {
      for (const TranslatedFile &F : T.Files)
        Differs |= F.Text != F.Source;
      return true;
    }
    if (Target.empty()) {
      if (!Opts.Diff && Opts.FixesFile.empty())
        Out << T.main().Text;
      return true;
    }
    if (!Opts.OutputDirectory.empty())
      if (std::error_code Code =
              llvm::sys::fs::create_directories(Opts.OutputDirectory))
        return fail(File, "", DiagKind::CannotWrite,
                    {Opts.OutputDirectory, Code.message()});
    if (Opts.InPlace && !Opts.Revert && T.main().Text != T.main().Source)
      if (llvm::Error Err = keepBackup(File, T.main().Source, Opts))
        return failAll(File, "", std::move(Err));
    // What includes copies is written behind these.
    for (const TranslatedFile &F : llvm::reverse(T.Files)) {
      llvm::SmallString<128> Path(Target);
      if (&F != &T.main()) {
        if (F.CopyName.empty())
          continue;
        llvm::sys::path::remove_filename(Path);
        llvm::sys::path::append(Path, F.CopyName);
      }
      if (!write(std::string(Path), textFor(F)))
        return false;
    }
    return !Opts.WriteDependencies || writeDependencies(Target, T.Whole);
  }

  std::string textFor(const TranslatedFile &F) const {
    return Opts.ForCompiler && F.Text != F.Source
               ? withLineDirectives(F.Path, F.Source, F.Text)
               : F.Text;
  }

  bool write(const std::string &Path, llvm::StringRef Text) {
    const std::string Why = replaceFile(Path, Text);
    return Why.empty() || fail(Path, "", DiagKind::CannotWrite, {Path, Why});
  }

  bool writeReport() {
    if (llvm::sys::path::extension(Opts.Report) != ".html")
      return write(Opts.Report,
                   renderReport(Opts.Report, Reports, Opts, exitCode()));
    llvm::Expected<std::string> Page = renderPage(Reports, Opts.OwnFolder);
    if (Page)
      return write(Opts.Report, *Page);
    std::vector<Diagnostic> Why;
    llvm::cantFail(takeRejects(Page.takeError(), Why)); // it has no others
    for (const Diagnostic &D : Why)
      printMessage(Errors, Opts.Report, "", D);
    return false;
  }

  /// \p Path as make reads it.
  static std::string escaped(llvm::StringRef Path) {
    std::string Text;
    for (char C : Path) {
      if (C == ' ' || C == '#')
        Text += '\\';
      Text += C == '$' ? "$$" : std::string(1, C);
    }
    return Text;
  }

  /// \p Path as others may shorten it: they take the folder before `..` away,
  /// which is wrong for a link.
  static std::string resolved(const std::string &Path) {
    llvm::SmallString<128> Real;
    if (!llvm::sys::path::is_absolute(Path) ||
        !llvm::StringRef(Path).contains("/../") ||
        llvm::sys::fs::real_path(Path, Real))
      return Path;
    return std::string(Real);
  }

  bool writeDependencies(const std::string &Target, const Translation &T) {
    std::string Path =
        Opts.DependencyFile.empty() ? Target + ".d" : Opts.DependencyFile;
    std::string Text =
        escaped(Opts.DependencyTarget.empty() ? Target
                                              : Opts.DependencyTarget) +
        ":";
    for (const std::string &File : T.Dependencies)
      Text += " \\\n  " + escaped(resolved(File));
    return write(Path, Text + "\n");
  }

  const Options &Opts;
  llvm::raw_ostream &Out, &Errors;
  std::vector<FileReport> Reports;
  KnownNames Names; ///< of all files so far
  bool Failed = false;
  bool WrongUsage = false;
  bool Differs = false;
};

} // namespace

int run(const Options &Opts, llvm::raw_ostream &Out,
        llvm::raw_ostream &Errors) {
  if (!Opts.Explain.empty() || !Opts.ManualFile.empty())
    return printManual(Opts, Out, Errors);
  if (!Opts.TuneResults.empty())
    return keepFastest(Opts, Out, Errors);
  if (!Opts.TuneDirectory.empty())
    return writeCandidates(Opts, Errors);
  return Runner(Opts, Out, Errors).run();
}

} // namespace tessera
