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
  std::string Data = {}; ///< see TranslatedFile
  /// The line of `Source`, from 1, that each line of `Result` comes from.
  std::vector<unsigned> Lines = {};
  std::vector<VersionLines> Versions = {}; ///< in `Result`
};

/// Whether a report at \p Path shows more than messages.
bool reportNeedsData(llvm::StringRef Path);

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

/// All changes, for clang-apply-replacements, to be written to \p Path.
///
/// \returns Reject(CannotWrite) if they cannot be put into YAML.
llvm::Expected<std::string> renderFixes(llvm::StringRef Path,
                                        const std::vector<FileReport> &Files);

/// The report as one page that needs nothing else.
///
/// \param Folder has the tool's own files: the parts of the page in `html`, and
///        the pages on messages in `manual`, as far as there are any.
/// \returns Reject(CannotRead) if a part of the page is missing.
llvm::Expected<std::string> renderPage(const std::vector<FileReport> &Files,
                                       llvm::StringRef Folder);

} // namespace tessera

#endif
