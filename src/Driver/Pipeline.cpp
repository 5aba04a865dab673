//===- Pipeline.cpp - One file, from text to text -------------------------===//
//
// The table of contents: each step is a function from values to values.
//
//===----------------------------------------------------------------------===//
#include "tessera/Driver/Pipeline.h"
#include "tessera/Model/KernelTree.h"

namespace tessera {

llvm::Expected<Translation> translate(llvm::StringRef File,
                                      llvm::StringRef Source,
                                      const Options &Opts) {
  llvm::Expected<Program> P = readProgram(File, Source, Opts.Frontend);
  if (!P)
    return P.takeError();

  Translation Result;
  llvm::raw_string_ostream OS(Result.Text);
  if (Opts.Print == PrintStage::Model) {
    for (const KernelModel &K : P->Kernels)
      OS << K;
    for (const LaunchModel &L : P->Launches)
      OS << L;
    OS << P->Host;
    return Result;
  }
  if (Opts.Print == PrintStage::Tree) {
    for (const KernelModel &K : P->Kernels) {
      OS << "kernel " << K.Name << "\n";
      if (K.Body)
        print(OS, *K.Body);
    }
    return Result;
  }
  return Result;
}

} // namespace tessera
