//===- Translate.h - From CUDA to C++ that runs ---------------------------===//
//
// One parse as CUDA, then local edits; see runtime/include/tessera_run/launch.h
// for what they make. No line moves, so messages about the translated program
// point into the user's.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_EXEC_TRANSLATE_H
#define TESSERA_EXEC_TRANSLATE_H

#include "llvm/Support/Error.h"
#include <map>
#include <string>
#include <vector>

namespace tessera::exec {

/// Where the tools find what they need.
struct Installation {
  std::string Clang;             ///< the compiler
  std::string RuntimeHeaders;    ///< folder of cuda_runtime.h
  std::string RuntimeLibrary;    ///< libtessera-run.a
  std::string ContextLibrary;    ///< libboost_context.a
  std::string ResourceDirectory; ///< Clang's own headers
  std::string Declarations;      ///< folder of the frontend's CUDA headers
  /// What comes before every program, precompiled; they may not exist: for the
  /// frontend, for the reading as CUDA, and for the compilation.
  std::string FrontendPrelude, CudaPrelude, HostPrelude;
};

/// Finds the runtime beside \p Executable, and Clang where the build found it
/// or else on PATH.
llvm::Expected<Installation> findInstallation(const std::string &Executable);

/// The text of a program in valid CUDA: the simple memory model becomes managed
/// CUDA with a synchronisation after each launch.
llvm::Expected<std::string> loadProgram(const std::string &Path,
                                        const std::vector<std::string> &Flags,
                                        const Installation &Where);

/// Makes Where.CudaPrelude. \returns whether that was possible.
bool precompileForReading(const Installation &Where);

/// The edited text of each file of the program that holds CUDA, by path.
using TranslatedFiles = std::map<std::string, std::string>;

/// Translates \p Path, whose text is \p Source.
///
/// \param Flags the user's flags for the compiler.
/// \returns a failure after Clang's errors were printed if it does not parse.
llvm::Expected<TranslatedFiles> translate(const std::string &Path,
                                          const std::string &Source,
                                          const std::vector<std::string> &Flags,
                                          const Installation &Where);

} // namespace tessera::exec

#endif
