//===- Sources.h - The source files of a program --------------------------===//
#ifndef TESSERA_EXEC_SOURCES_H
#define TESSERA_EXEC_SOURCES_H

#include "llvm/ADT/ArrayRef.h"
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

/// What a file is written in. Names tell, as they do nvcc.
enum class Language { Cuda, Cxx, C };

/// Texts of files by their paths.
using FileTexts = std::map<std::string, std::string>;

/// One file that is compiled by itself.
struct SourceFile {
  std::string Path;
  Language Written = Language::Cuda;
  /// What is read instead of files: \ref Path, and headers that are spelled
  /// another way.
  FileTexts Texts;
  bool SimpleModel = false; ///< a launch has ended when what follows it starts
};

/// The flags among \p All that a compiler of \p Written knows: versions of C
/// are none of C++, nor the other way round.
std::vector<std::string> flagsFor(Language Written,
                                  const std::vector<std::string> &All);

/// Reads the files \p Paths of a program, and makes valid CUDA of them: the
/// simple memory model becomes managed CUDA. If one file has arrays of the
/// simple memory model, all are of it: others may launch kernels with pointers
/// to these.
llvm::Expected<std::vector<SourceFile>>
loadProgram(llvm::ArrayRef<std::string> Paths,
            const std::vector<std::string> &Flags, const Installation &Where);

} // namespace tessera::exec

#endif
