//===- Pipeline.cpp - One file, from text to text -------------------------===//
//
// The table of contents: each step is a function from values to values.
//
//===----------------------------------------------------------------------===//
#include "tessera/Driver/Pipeline.h"
#include "tessera/Emit/HostEdits.h"
#include "tessera/Model/KernelTree.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

llvm::Expected<Translation>
translate(llvm::StringRef File, llvm::StringRef Source, const Options &Opts) {
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
  if (Opts.Print == PrintStage::Managed) {
    llvm::Expected<std::string> Managed = toManagedSpelling(*P);
    if (!Managed)
      return Managed.takeError();
    Result.Text = std::move(*Managed);
    return Result;
  }

  std::vector<TextEdit> Edits;
  if (Opts.Transfers) {
    if (!P->Host.Errors.empty())
      return llvm::make_error<Reject>(P->Host.Errors.front());
    TransferPlan Transfers = planTransfers(*P);
    if (!Transfers.Errors.empty())
      return llvm::make_error<Reject>(Transfers.Errors.front());
    if (Opts.Print == PrintStage::Plan)
      print(OS, Transfers, *P);
    Edits = collectHostEdits(*P, Transfers);
    llvm::append_range(Result.Messages, describe(Transfers, *P));
  }
  if (Opts.Print == PrintStage::Edits)
    print(OS, Edits, P->Source);
  if (Opts.Print != PrintStage::None && Opts.Print != PrintStage::Source)
    return Result;
  llvm::Expected<std::string> Text = applyEdits(P->Source, Edits);
  if (!Text)
    return Text.takeError();
  Result.Text = std::move(*Text);
  Result.Changed = Result.Text != P->Source;
  return Result;
}

} // namespace tessera
