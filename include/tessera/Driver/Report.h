//===- Report.h - What was done, for people and programs ------------------===//
#ifndef TESSERA_DRIVER_REPORT_H
#define TESSERA_DRIVER_REPORT_H

#include "tessera/Driver/Pipeline.h"

namespace tessera {

/// What became of one file.
struct FileReport {
  std::string File;
  std::string Source;
  bool Changed = false;
  std::vector<Diagnostic> Messages;
  std::string Result; ///< the new text; `Source` if there is none
  std::vector<FunctionPlace> Functions = {};
};

/// A report in the format that the ending of \p Path names: `.txt`, `.json`,
/// `.sarif` or `.yaml`.
///
/// \param ExitCode what the tool is about to return.
std::string renderReport(llvm::StringRef Path,
                         const std::vector<FileReport> &Files,
                         const Options &Opts, int ExitCode);

/// SARIF 2.1.0. Missed and warnings are results to act on; what was done, and
/// facts, are informational. The first result of a changed file carries all of
/// its edits as a fix: they belong together.
std::string renderSarif(const std::vector<FileReport> &Files,
                        const Options &Opts, int ExitCode);

/// LLVM's optimisation records, as `-fsave-optimization-record` writes them.
std::string renderRecords(const std::vector<FileReport> &Files);

/// All changes, for clang-apply-replacements.
std::string renderFixes(const std::vector<FileReport> &Files);

} // namespace tessera

#endif
