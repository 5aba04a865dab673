//===- CompilerCommand.h - Command lines of nvcc and Clang ----------------===//
//
//   nvcc -std=c++17 -gencode arch=compute_90,code=sm_90 -Xcompiler -fopenmp
//        -Iinclude --options-file flags.rsp -c k.cu -o k.o
//   ──▶  Flags          -std=c++17 -fopenmp -Iinclude -DFROM_FLAGS
//        Inputs         k.cu
//        Architectures  sm_90
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_FRONTEND_COMPILERCOMMAND_H
#define TESSERA_FRONTEND_COMPILERCOMMAND_H

#include "tessera/Support/Diagnostics.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// Whose command line it is.
enum class CompilerDialect {
  Nvcc,   ///< values of `-I`, `-D` and the like are lists with commas
  Either, ///< flags that a person gives: Clang's and nvcc's side by side
};

/// How far a compiler goes.
enum class CompilerResult {
  Program, ///< also a library
  Object,  ///< `-c`, `-dc` and everything else that is made of one source
  Other,   ///< nothing is compiled: preprocessing, dependencies, versions
};

/// What a command line of a compiler says about the program.
struct CompilerCommand {
  /// What Clang needs of it, as Clang spells it: macros, folders, language.
  std::vector<std::string> Flags;
  std::vector<std::string> Inputs;     ///< files, also objects and libraries
  std::vector<size_t> InputWords;      ///< where in \ref Words these are
  std::optional<std::string> Language; ///< `-x`
  std::optional<std::string> Output;
  /// The file that `-MD` and the like write beside the result.
  std::optional<std::string> DependencyFile;
  /// `sm_90` and so on, real or virtual, in their order; none for `native`.
  std::vector<std::string> Architectures;
  CompilerResult Result = CompilerResult::Program;
  /// All words, those of files of options in place of their option.
  std::vector<std::string> Words;
  std::vector<Diagnostic> Warnings; ///< FlagIgnored
};

/// Reads the words of a command line without the compiler's name.
///
/// What only concerns code generation, linking, and the course of the
/// compilation is left out. \p Folder is where the compiler runs: paths that
/// Clang needs are taken from there, unless it is empty.
///
/// \returns Reject(BadOption) if a file of options cannot be read or reads
///          itself, or a value is missing.
llvm::Expected<CompilerCommand>
readCompilerCommand(const std::vector<std::string> &Words,
                    CompilerDialect Dialect, llvm::StringRef Folder = "");

/// The architecture to plan for when \p Architectures get one text: the lowest.
/// Nothing if there is none that is known.
std::string
architectureToPlanFor(const std::vector<std::string> &Architectures);

} // namespace tessera

#endif
