//===- AnalysisTable.h - The kernels of a source tree ---------------------===//
#ifndef TESSERA_DRIVER_REPORT_ANALYSISTABLE_H
#define TESSERA_DRIVER_REPORT_ANALYSISTABLE_H

#include "files/FileResult.h"

namespace tessera {

/// A line of the table: an array of a kernel, a kernel as a whole, or a file
/// without kernels.
struct AnalysisRow {
  std::string File;
  unsigned Line = 0;  ///< of the kernel; 0: there is none
  std::string Kernel; ///< empty: a file without kernels, or with an error
  unsigned Launches = 0;
  std::optional<double> Gain; ///< as KernelSummary has it
  Outcome What;
  std::string Error; ///< why the file could not be analysed
};

/// The rows of one file. A kernel has one for itself if there is something to
/// say of it as a whole, or it has no arrays.
std::vector<AnalysisRow> rowsOf(const FileResult &R);

/// What `--analysis` finds out.
struct AnalysisTable {
  std::vector<AnalysisRow> Rows;
  size_t Files = 0, Failed = 0;
  size_t Kernels = 0, ChangedKernels = 0;

  void add(const FileResult &R);
  /// `2 files (1 failed), 3 kernels, 1 of them would be changed`
  std::string totals() const;
};

/// Columns for people, and the totals.
void printAsText(llvm::raw_ostream &OS, const AnalysisTable &Table);

/// RFC 4180, with a header; no totals.
void printAsCsv(llvm::raw_ostream &OS, const AnalysisTable &Table);

/// A page of its own.
void printAsHtml(llvm::raw_ostream &OS, const AnalysisTable &Table);

} // namespace tessera

#endif
