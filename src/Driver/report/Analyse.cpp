//===- Analyse.cpp - A table over a source tree ---------------------------===//
#include "report/Analyse.h"
#include "files/EachFile.h"
#include "files/Files.h"
#include "files/SourceTree.h"
#include "options/Configuration.h"
#include "report/AnalysisTable.h"
#include "tessera/Driver/Messages.h"
#include "llvm/Support/Path.h"

namespace tessera {

/// The report in the format that the ending of \p Path names.
static std::string render(llvm::StringRef Path, const AnalysisTable &Table) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  const llvm::StringRef Ending = llvm::sys::path::extension(Path);
  if (Ending == ".csv")
    printAsCsv(OS, Table);
  else if (Ending == ".html")
    printAsHtml(OS, Table);
  else
    printAsText(OS, Table);
  return Text;
}

int analyse(const Options &Opts, llvm::raw_ostream &Out,
            llvm::raw_ostream &Errors) {
  std::vector<Diagnostic> Problems;
  Options Own = Opts;
  Own.Files = findSources(Opts.Files, Problems);
  for (const Diagnostic &D : Problems)
    printMessage(Errors, D.Arguments.front(), "", D);
  AnalysisTable Table;
  bool IsWrongUsage = false;
  Own.DatabaseIsOptional = true;
  std::vector<Options> Each;
  for (const std::string &File : Own.Files) {
    std::optional<Options> OfFile = effectiveOptions(Own, File, Errors);
    if (!OfFile)
      return 1;
    Each.push_back(std::move(*OfFile));
  }
  translateEach(Own, Each, Errors, [&](FileResult R, const Options &) {
    IsWrongUsage |= R.isWrongUsage();
    if (R.isWrongUsage())
      for (const Diagnostic &D : R.problems())
        printMessage(Errors, "tessera", "", D);
    else
      Table.add(R);
  });
  if (IsWrongUsage)
    return 2;
  if (Own.Files.empty())
    return 1;
  printAsText(Out, Table);
  if (!Opts.Report.empty())
    if (const std::string Why =
            replaceFile(Opts.Report, render(Opts.Report, Table));
        !Why.empty()) {
      printMessage(
          Errors, Opts.Report, "",
          {DiagKind::CannotWrite, SourcePlace::nowhere(), {Opts.Report, Why}});
      return 1;
    }
  return Problems.empty() && !Table.Failed ? 0 : 1;
}

} // namespace tessera
