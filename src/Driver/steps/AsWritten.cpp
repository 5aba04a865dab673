//===- AsWritten.cpp ------------------------------------------------------===//
#include "steps/AsWritten.h"
#include "tessera/Analysis/KernelMistakes.h"
#include "tessera/Frontend/Frontend.h"
#include "llvm/ADT/STLExtras.h"

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

std::vector<Diagnostic> keptTilesOf(const Program &P,
                                    llvm::ArrayRef<Diagnostic> Messages) {
  std::vector<Diagnostic> Result;
  for (const auto &[Body, Why] : P.TilesKept)
    if (llvm::any_of(Messages, [&, Body = Body](const Diagnostic &D) {
          return D.Kind == DiagKind::NoReuse && D.Where.isKnown() &&
                 Body.Begin <= D.Where.Offset && D.Where.Offset < Body.End;
        }))
      Result.push_back(Why);
  return Result;
}

} // namespace tessera
