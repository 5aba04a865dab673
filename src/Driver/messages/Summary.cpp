//===- Summary.cpp - What became of all files, in short -------------------===//
#include "messages/Summary.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

namespace tessera {

void Summary::add(const FileResult &R, bool IsFailed) {
  ++Files;
  if (IsFailed)
    Failed.push_back(R.File);
  if (IsFailed)
    return;
  ChangedFiles += R.Program.main().Text != R.Program.main().Source;
  for (const TranslatedFile &F : R.Program.Files)
    for (const KernelSummary &K : F.Kernels)
      add(K);
}

void Summary::add(const KernelSummary &K) {
  ++Kernels;
  ChangedKernels += K.Changed;
  std::set<std::string> Missed;
  if (!K.Changed)
    for (const Outcome &O : K.Outcomes)
      Missed.insert(O.Missed.begin(), O.Missed.end());
  for (const std::string &Reason : Missed)
    ++Reasons[Reason];
}

static std::string counted(size_t Count, llvm::StringRef What) {
  return (llvm::Twine(Count) + " " + What + (Count == 1 ? "" : "s")).str();
}

void Summary::print(llvm::raw_ostream &OS) const {
  constexpr size_t MostReasons = 10;
  OS << counted(Files, "file") << ": " << ChangedFiles << " changed, "
     << Files - ChangedFiles - Failed.size() << " left, " << Failed.size()
     << " failed\n"
     << counted(Kernels, "kernel") << ": " << ChangedKernels << " changed, "
     << Kernels - ChangedKernels << " left\n";
  std::vector<std::pair<size_t, std::string>> Ordered;
  for (const auto &[Reason, Count] : Reasons)
    Ordered.emplace_back(Count, Reason);
  llvm::sort(Ordered, [](const auto &A, const auto &B) {
    return std::tie(B.first, A.second) < std::tie(A.first, B.second);
  });
  Ordered.resize(std::min(MostReasons, Ordered.size()));
  for (const auto &[Count, Reason] : Ordered)
    OS << llvm::format("%6zu  ", Count) << Reason << "\n";
  for (const std::string &File : Failed)
    OS << "failed: " << File << "\n";
}

} // namespace tessera
