//===- PrintStages.cpp ----------------------------------------------------===//
#include "steps/PrintStages.h"
#include "tessera/Analysis/Facts.h"
#include "tessera/Emit/Edits.h"
#include "tessera/Emit/PrintTree.h"
#include "tessera/Model/KernelTree.h"
#include "tessera/Polyhedral/Guarded.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {

void printModel(llvm::raw_ostream &OS, const Program &P) {
  for (const KernelModel &K : P.Kernels)
    OS << K;
  for (const LaunchModel &L : P.Launches)
    OS << L;
  OS << P.Host;
}

void printNormalForm(llvm::raw_ostream &OS, const Program &P) {
  for (const NormalForm &F : P.NormalForms)
    OS << "// " << F.Kernel << ": " << llvm::join(F.Steps, ", ") << "\n";
  for (const auto &[Kernel, Why] : P.WrongForms)
    OS << "// " << Kernel << ": its normal form is no C++: " << Why << "\n";
  OS << (P.NormalForms.empty() ? P.Source : P.NormalText);
}

void printTrees(llvm::raw_ostream &OS, const Program &P) {
  for (const KernelModel &K : P.Kernels) {
    OS << "kernel " << K.Name << "\n";
    if (K.Body)
      print(OS, *K.Body);
  }
}

llvm::Expected<std::string> spellTrees(const Program &P) {
  std::vector<TextEdit> Edits;
  std::set<unsigned> Seen; // instances have one text
  for (const KernelModel &K : P.Kernels)
    if (K.Body && K.Refusals.empty() && Seen.insert(K.Definition.Begin).second)
      Edits.push_back({*K.Body->Source,
                       printBody(*K.Body, inferIndentation(*K.Body)).Text,
                       K.Name});
  llvm::Expected<EditedText> Edited = applyEdits(P.Source, Edits);
  if (!Edited)
    return Edited.takeError();
  return std::move(Edited->Text);
}

void printFacts(llvm::raw_ostream &OS, const Program &P) {
  for (unsigned I = 0; I < P.Kernels.size(); ++I)
    for (const LaunchModel *L : distinctLaunches(P, {I})) {
      const KernelModel &K = P.Kernels[I];
      IslContext Context;
      print(OS, computeFacts({Context, K, shapeOf(*L, K)}), K);
    }
}

} // namespace tessera
