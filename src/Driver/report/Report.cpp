//===- Report.cpp - What was done, for people and programs ----------------===//
#include "tessera/Driver/Report.h"
#include "report/ReportJson.h"
#include "tessera/Driver/Messages.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace tessera {

bool reportNeedsData(llvm::StringRef Path) {
  llvm::StringRef Ending = llvm::sys::path::extension(Path);
  return Ending == ".json" || Ending == ".html";
}

std::string renderReport(llvm::StringRef Path,
                         const std::vector<FileReport> &Files,
                         const Options &Opts, int ExitCode) {
  const llvm::StringRef Format = llvm::sys::path::extension(Path);
  if (Format == ".sarif")
    return renderSarif(Files, Opts, ExitCode);
  if (Format == ".yaml")
    return renderRecords(Files);
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  if (Format != ".json") {
    for (const FileReport &File : Files)
      for (const Diagnostic &D : File.Messages)
        printMessage(OS, File.File, File.Source, D);
    return Text;
  }
  OS << llvm::formatv("{0:2}\n", reportJson(Files));
  return Text;
}

} // namespace tessera
