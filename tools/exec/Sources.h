//===- Sources.h - The source files of a program --------------------------===//
#ifndef TESSERA_EXEC_SOURCES_H
#define TESSERA_EXEC_SOURCES_H

#include "Installation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <map>
#include <string>
#include <vector>

namespace tessera::exec {

/// What a file is written in. Names tell, as they do nvcc.
enum class Language { Cuda, Cxx, C };

/// Texts of files by their paths.
using FileTexts = std::map<std::string, std::string>;

/// The files of the disk, with \p Texts over them.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
filesWith(const FileTexts &Texts);

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
