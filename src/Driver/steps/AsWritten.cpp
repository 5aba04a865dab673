//===- AsWritten.cpp ------------------------------------------------------===//
#include "steps/AsWritten.h"
#include "tessera/Analysis/KernelMistakes.h"
#include "tessera/Frontend/Frontend.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// What becomes of \p P if its phases become launches. They are pieces of the
/// kernel as it stands.
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

/// What is wrong in the kernels of \p P, with the tiles that they have.
llvm::Expected<std::vector<Diagnostic>> mistakesOf(const Program &P,
                                                   const Options &Opts) {
  if (llvm::none_of(P.NormalForms,
                    [](const NormalForm &Form) { return Form.WithoutTiles; }))
    return findKernelMistakes(P);
  FrontendOptions Own = Opts.Frontend;
  Own.KeepTiles = true;
  llvm::Expected<Program> Tiled = readProgram(P.File, P.Source, Own);
  if (!Tiled)
    return Tiled.takeError();
  return findKernelMistakes(*Tiled);
}

} // namespace tessera
