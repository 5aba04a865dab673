//===- Summary.h - What became of all files, in short ---------------------===//
#ifndef TESSERA_DRIVER_MESSAGES_SUMMARY_H
#define TESSERA_DRIVER_MESSAGES_SUMMARY_H

#include "files/FileResult.h"
#include <map>

namespace tessera {

/// Counts files and kernels.
class Summary {
public:
  /// \param IsFailed whether it could not be translated or written.
  void add(const FileResult &R, bool IsFailed);

  /// 3 files: 1 changed, 1 left, 1 failed
  /// 4 kernels: 1 changed, 3 left
  ///      2  no-reuse
  /// failed: b.cu
  ///
  /// Reasons are those of kernels that are left, the most frequent first.
  void print(llvm::raw_ostream &OS) const;

private:
  void add(const KernelSummary &K);

  size_t Files = 0, ChangedFiles = 0;
  size_t Kernels = 0, ChangedKernels = 0;
  std::map<std::string, size_t> Reasons; ///< by identity, in so many kernels
  std::vector<std::string> Failed;
};

} // namespace tessera

#endif
