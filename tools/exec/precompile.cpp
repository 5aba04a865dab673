//===- precompile.cpp - Precompiles what comes before programs that run ---===//
//
//     tessera-run-precompile EXECUTABLE
//
// Makes what tessera-run, installed as EXECUTABLE, can load instead of the
// headers of its runtime. Part of the build and of an installation.
//
//===----------------------------------------------------------------------===//
#include "Compile.h"
#include "Translate.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

using namespace tessera::exec;

int main(int Argc, const char **Argv) {
  llvm::InitLLVM Init(Argc, Argv);
  if (Argc != 2) {
    llvm::errs() << "usage: tessera-run-precompile EXECUTABLE\n";
    return 2;
  }
  llvm::Expected<Installation> Where = findInstallation(Argv[1]);
  if (!Where) {
    llvm::errs() << llvm::toString(Where.takeError()) << '\n';
    return 1;
  }
  return precompileForReading(*Where) && precompileForCompilation(*Where) ? 0
                                                                          : 1;
}
