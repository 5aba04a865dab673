//===- Invocation.h - The command line of tessera-nvcc --------------------===//
//
//   tessera-nvcc [ccache] nvcc -Xtessera --coarsen=never -c a.cu -o a.o
//                ~~~~~~~~~~~~~ ~~~~~~~~~~~~~~~~~~~~~~~~~ ~~~~~~~~~~~~~
//                Compiler      TesseraOptions            Words
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_NVCC_INVOCATION_H
#define TESSERA_NVCC_INVOCATION_H

#include "tessera/Frontend/CompilerCommand.h"

namespace tessera::nvcc {

struct Invocation {
  /// What is run: a compiler, with what launches it before it.
  std::vector<std::string> Compiler;
  std::vector<std::string> Words; ///< of the compiler's command line
  /// What nvcc itself puts before and behind them, from NVCC_PREPEND_FLAGS and
  /// NVCC_APPEND_FLAGS.
  std::vector<std::string> Prepended, Appended;
  std::vector<std::string> TesseraOptions;
  bool IsClang = false; ///< the compiler is Clang, and not nvcc

  CompilerDialect dialect() const {
    return IsClang ? CompilerDialect::Either : CompilerDialect::Nvcc;
  }
};

/// Splits \p Arguments, those of the program. Options for tessera stand behind
/// `-Xtessera`, and in the environment variable TESSERA_OPTIONS before them.
/// One
/// `-Xtessera` may have several, with commas between them; a comma stays one in
/// quotes, behind a backslash, and in the list that a value is:
/// `--remarks=passed,missed`.
/// Without a compiler in front it is the one that TESSERA_NVCC names, or else
/// the first nvcc in PATH that is not \p Self, or else that of the toolkit.
///
/// \returns an error if no compiler is found, or `-Xtessera` has no value.
llvm::Expected<Invocation> readInvocation(llvm::ArrayRef<std::string> Arguments,
                                          llvm::StringRef Self);

} // namespace tessera::nvcc

#endif
