//===- Run.cpp - The tool on its input files ------------------------------===//
#include "tessera/Driver/Run.h"
#include "tessera/Driver/Messages.h"
#include "tessera/Driver/Pipeline.h"
#include "tessera/Driver/Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace tessera {

namespace {

class Runner {
public:
  Runner(const Options &Opts, llvm::raw_ostream &Out, llvm::raw_ostream &Errors)
      : Opts(Opts), Out(Out), Errors(Errors) {}

  int run() {
    for (const std::string &File : Opts.Files)
      if (!one(File))
        Failed = true;
    if (!Failed && !Opts.Report.empty())
      Failed = !write(Opts.Report, renderReport(Opts.Report, Reports));
    return Failed ? 1 : Differs ? 3 : 0;
  }

private:
  bool fail(llvm::StringRef File, llvm::StringRef Source, DiagKind Kind,
            std::vector<std::string> Arguments) {
    printMessage(Errors, File, Source, {Kind, {0}, std::move(Arguments)});
    return false;
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
      for (const Diagnostic &D : Why)
        printMessage(Errors, File, Source, D);
      if (Other)
        fail(File, "", DiagKind::InternalError, {toString(std::move(Other))});
      return false;
    }
    for (const Diagnostic &D : T->Messages)
      if (!Opts.Quiet || level(D.Kind) == DiagLevel::Error)
        printMessage(Errors, File, Source, D);
    Reports.push_back({File, Source.str(), T->Changed, T->Messages});
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

  /// Replaces \p Path as a whole, or leaves it untouched. A file that already
  /// has the right bytes keeps its time stamp.
  bool write(const std::string &Path, llvm::StringRef Text) {
    if (auto Old = llvm::MemoryBuffer::getFile(Path);
        Old && (*Old)->getBuffer() == Text)
      return true;
    llvm::Error Err = llvm::writeToOutput(
        Path, [&](llvm::raw_ostream &OS) -> llvm::Error {
          OS << Text;
          return llvm::Error::success();
        });
    if (!Err)
      return true;
    return fail(Path, "", DiagKind::CannotWrite,
                {Path, toString(std::move(Err))});
  }

  bool writeDependencies(const std::string &Target, const Translation &T) {
    std::string Path =
        Opts.DependencyFile.empty() ? Target + ".d" : Opts.DependencyFile;
    std::string Text = Target + ":";
    for (const std::string &File : T.Dependencies)
      Text += " \\\n  " + File;
    return write(Path, Text + "\n");
  }

  const Options &Opts;
  llvm::raw_ostream &Out, &Errors;
  std::vector<FileReport> Reports;
  bool Failed = false;
  bool Differs = false;
};

} // namespace

int run(const Options &Opts, llvm::raw_ostream &Out,
        llvm::raw_ostream &Errors) {
  return Runner(Opts, Out, Errors).run();
}

} // namespace tessera
