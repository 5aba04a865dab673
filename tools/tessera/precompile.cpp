//===- precompile.cpp - Precompiles what comes before every program -------===//
//
//     tessera-precompile FOLDER
//
// FOLDER/cuda holds the declarations that come with the tool; the results are
// FOLDER/prelude.pch and, where there is a CUDA Toolkit, another for that: a
// toolkit that Clang does not know has none. Part of the build and of an
// installation.
//
//===----------------------------------------------------------------------===//
#include "files/Installation.h"
#include "tessera/Frontend/Frontend.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

int main(int Argc, const char **Argv) {
  llvm::InitLLVM Init(Argc, Argv);
  if (Argc != 2) {
    llvm::errs() << "usage: tessera-precompile FOLDER\n";
    return 2;
  }
  llvm::SmallString<128> Folder(Argv[1]);
  llvm::sys::fs::make_absolute(Folder);
  tessera::FrontendOptions Options;
  Options.StubDirectory = (Folder + "/cuda").str();
  std::string Headers = (Folder + "/clang").str(); // if they are installed
  Options.ResourceDirectory = llvm::sys::fs::exists(Headers + "/include")
                                  ? Headers
                                  : TESSERA_RESOURCE_DIR;
  auto precompile = [&](const std::string &CudaPath) {
    Options.CudaPath = CudaPath;
    Options.PrecompiledPrelude =
        (Folder + "/" + tessera::precompiledName(CudaPath)).str();
    return tessera::precompilePrelude(Options);
  };
  if (std::string Toolkit = tessera::findToolkit(); !Toolkit.empty())
    precompile(Toolkit);
  return precompile("") ? 0 : 1;
}
