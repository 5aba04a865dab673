//===- Installation.h - Where the tool's own files are --------------------===//
//
//   bin/tessera, bin/tessera-verify, bin/tessera-nvcc
//   lib/tessera/{cuda,devices,tune,..}, prelude.pch
//
// Folders are found from the executable, so that the whole can be moved.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_DRIVER_INSTALLATION_H
#define TESSERA_DRIVER_INSTALLATION_H

#include "llvm/Support/raw_ostream.h"
#include <string>

namespace tessera {

/// The path of the running program, links resolved. \p Argv0 is what it was
/// started as.
std::string ownExecutable(const char *Argv0);

/// The path of \p Name in the folder of the tool's own files: `lib/tessera`
/// beside the program's folder, as built and as installed.
std::string ownFile(const char *Argv0, llvm::StringRef Name);

/// The first CUDA Toolkit in the usual places, or nothing.
std::string findToolkit();

/// What `--version` says: the tool's version, and those of what it was built
/// with and runs with.
void printVersion(llvm::raw_ostream &OS);

} // namespace tessera

#endif
