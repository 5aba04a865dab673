//===- AsWritten.cpp ------------------------------------------------------===//
#include "steps/AsWritten.h"
#include "tessera/Analysis/KernelMistakes.h"
#include "tessera/Frontend/Frontend.h"

namespace tessera {

llvm::Expected<std::optional<Translation>>
splitAsWritten(const Program &P, const Options &Opts,
               std::vector<Diagnostic> &Messages) {
  if (P.NormalForms.empty())
    return splitPhases(P, Opts, Messages);
  FrontendOptions Own = Opts.Frontend;
  Own.Normal = false;
  llvm::Expected<Program> Written = readProgram(P.File, P.Source, Own);
  if (!Written)
    return Written.takeError();
  return splitPhases(*Written, Opts, Messages);
}

llvm::Expected<std::vector<Diagnostic>> mistakesOf(const Program &P,
                                                   const Options &Opts) {
  FrontendOptions Own = Opts.Frontend;
  for (const NormalForm &Form : P.NormalForms)
    if (Form.WithoutTiles)
      Own.KeepTiles.insert(Form.Kernel);
  if (Own.KeepTiles == Opts.Frontend.KeepTiles)
    return findKernelMistakes(P);
  llvm::Expected<Program> Tiled = readProgram(P.File, P.Source, Own);
  if (!Tiled)
    return Tiled.takeError();
  return findKernelMistakes(*Tiled);
}

} // namespace tessera
