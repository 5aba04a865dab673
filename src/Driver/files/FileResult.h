//===- FileResult.h - What one input file gave ----------------------------===//
//
//   input ──translateFile──▶ FileResult ──▶ messages, output files, reports
//           (no effects)                    (Run.cpp, in the order of the
//                                            command line)
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_DRIVER_FILES_FILERESULT_H
#define TESSERA_DRIVER_FILES_FILERESULT_H

#include "project/TranslateFiles.h"

namespace tessera {

/// What is to be told and written of one input file.
struct FileResult {
  std::string File;
  /// Without files if the input could not be read.
  TranslatedProgram Program;
  /// Why nothing is written, besides the program's messages if it is rejected;
  /// empty if all went well.
  std::vector<Diagnostic> Errors;
  /// What other programs wrote to standard error meanwhile.
  std::string Stderr;
  std::string UsedBackup; ///< of `--revert`: it has served; empty: none
  std::vector<std::string> UsedCopies; ///< of headers, by `--revert`: they go

  /// Why it failed: its errors, and those of the program.
  std::vector<Diagnostic> problems() const;
  bool failed() const { return !Errors.empty() || Program.Rejected; }
  /// Whether kernels were left for mistakes of the tool.
  bool leftKernels() const;
  /// Whether the command line is wrong, for this file as for every other.
  bool isWrongUsage() const;
};

/// Reads \p File, and translates and verifies it or finds its original, as
/// \p Opts say. Nothing is written or printed, so that it can be done in any
/// process.
///
/// \param Note is told what is being done if that is not the translation:
///        "verifying".
FileResult translateFile(const std::string &File, const Options &Opts,
                         llvm::function_ref<void(llvm::StringRef)> Note);

} // namespace tessera

#endif
