//===- Installation.h - Where the tool's own files are --------------------===//
//
//   bin/tessera, bin/tessera-verify, bin/tessera-nvcc
//   lib/tessera/{cuda,devices,tune,clang,..}, prelude*.pch
//
// Folders are found from the executable, so that the whole can be moved.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_DRIVER_FILES_INSTALLATION_H
#define TESSERA_DRIVER_FILES_INSTALLATION_H

#include "llvm/Support/raw_ostream.h"
#include <string>

namespace tessera {

/// The path of the running program, links resolved. \p Argv0 is what it was
/// started as.
std::string ownExecutable(const char *Argv0);

/// The path of \p Name in the folder of the tool's own files: `lib/tessera`
/// beside the program's folder, as built and as installed.
std::string ownFile(const char *Argv0, llvm::StringRef Name);

/// The folder whose `include` has Clang's own headers: `lib/tessera/clang` if
/// these were installed, else where they were when this was built.
std::string clangHeaders(const char *Argv0);

/// The first CUDA Toolkit in the usual places, or nothing.
std::string findToolkit();

/// What `--version` of \p Program says: its version, and those of what it was
/// built with and runs with.
void printVersion(llvm::raw_ostream &OS, llvm::StringRef Program = "tessera");

} // namespace tessera

#endif
