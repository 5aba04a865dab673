//===- Report.h - What was done, for people and programs ------------------===//
#ifndef TESSERA_DRIVER_REPORT_H
#define TESSERA_DRIVER_REPORT_H

#include "tessera/Support/Diagnostics.h"

namespace tessera {

/// What became of one file.
struct FileReport {
  std::string File;
  std::string Source;
  bool Changed = false;
  std::vector<Diagnostic> Messages;
};

/// A report in the format that the ending of \p Path names: `.txt` or `.json`.
std::string renderReport(llvm::StringRef Path,
                         const std::vector<FileReport> &Files);

/// The change from \p Before to \p After as `diff -u` prints it; empty if there
/// is none.
std::string unifiedDiff(llvm::StringRef File, llvm::StringRef Before,
                        llvm::StringRef After);

} // namespace tessera

#endif
