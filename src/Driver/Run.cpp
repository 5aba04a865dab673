//===- Run.cpp - The tool on its input files ------------------------------===//
#include "tessera/Driver/Run.h"
#include "Files.h"
#include "Verify.h"
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
    if (!Failed && !Opts.Report.empty())
      Failed = !write(Opts.Report, renderReport(Opts.Report, Reports));
    return Failed ? 1 : Differs ? 3 : 0;
  }

private:
  bool fail(llvm::StringRef File, llvm::StringRef Source, DiagKind Kind,
            std::vector<std::string> Arguments) {
    printMessage(Errors, File, Source,
                 {Kind, SourcePlace::nowhere(), std::move(Arguments)});
    return false;
  }

  /// Names of `--array` and `--kernel` that no file has are slips.
  void warnAboutNames() {
    if (Failed || Opts.Quiet)
      return;
    auto Warn = [&](std::string What) {
      printMessage(
          Errors, "tessera", "",
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
    auto Buffer = llvm::MemoryBuffer::getFile(File);
    if (!Buffer)
      return fail(File, "", DiagKind::CannotRead,
                  {File, Buffer.getError().message()});
    llvm::StringRef Source = (*Buffer)->getBuffer();
    llvm::Expected<Translation> T = translate(File, Source, Opts);
    if (!T) {
      std::vector<Diagnostic> Why;
      llvm::Error Other = takeRejects(T.takeError(), Why);
      for (const Diagnostic &D : Why) {
        WrongUsage |= D.Kind == DiagKind::BadOption;
        printMessage(Errors, WrongUsage ? "tessera" : File, Source, D);
      }
      if (Other)
        fail(File, "", DiagKind::InternalError, {toString(std::move(Other))});
      return false;
    }
    for (const Diagnostic &D : T->Messages)
      if (!Opts.Quiet || level(D.Kind) == DiagLevel::Error)
        printMessage(Errors, File, Source, D);
    Names.Arrays.insert(T->Names.Arrays.begin(), T->Names.Arrays.end());
    Names.Kernels.insert(T->Names.Kernels.begin(), T->Names.Kernels.end());
    Reports.push_back({File, Source.str(), T->Changed, T->Messages});
    if (!Opts.Verifier.empty() && T->Text != Source)
      if (std::string Why =
              whyNotVerified(Opts.Verifier, File, T->Text, Opts.Frontend.Flags);
          !Why.empty())
        return fail(File, "", DiagKind::NotVerified, {Why});
    return deliver(File, Source, *T);
  }

  /// Writes the result where it was asked for.
  bool deliver(const std::string &File, llvm::StringRef Source,
               const Translation &T) {
    if (Opts.Print != PrintStage::None) {
      Out << T.Text;
      return true;
    }
    if (Opts.Diff)
      Out << unifiedDiff(File, Source, T.Text);
    if (Opts.Check) {
      Differs |= T.Text != Source;
      return true;
    }
    std::string Target = Opts.Output;
    if (Opts.InPlace)
      Target = File;
    if (!Opts.OutputDirectory.empty()) {
      if (std::error_code Code =
              llvm::sys::fs::create_directories(Opts.OutputDirectory))
        return fail(File, "", DiagKind::CannotWrite,
                    {Opts.OutputDirectory, Code.message()});
      llvm::SmallString<128> Path(Opts.OutputDirectory);
      llvm::sys::path::append(Path, llvm::sys::path::filename(File));
      Target = std::string(Path);
    }
    if (Target.empty()) {
      if (!Opts.Diff)
        Out << T.Text;
      return true;
    }
    return write(Target, T.Text) &&
           (!Opts.WriteDependencies || writeDependencies(Target, T));
  }

  bool write(const std::string &Path, llvm::StringRef Text) {
    const std::string Why = replaceFile(Path, Text);
    return Why.empty() || fail(Path, "", DiagKind::CannotWrite, {Path, Why});
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

  bool writeDependencies(const std::string &Target, const Translation &T) {
    std::string Path =
        Opts.DependencyFile.empty() ? Target + ".d" : Opts.DependencyFile;
    std::string Text = escaped(Target) + ":";
    for (const std::string &File : T.Dependencies)
      Text += " \\\n  " + escaped(File);
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
  if (!Opts.TuneResults.empty())
    return keepFastest(Opts, Out, Errors);
  if (!Opts.TuneDirectory.empty())
    return writeCandidates(Opts, Errors);
  return Runner(Opts, Out, Errors).run();
}

} // namespace tessera
