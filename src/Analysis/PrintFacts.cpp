//===- PrintFacts.cpp - Facts as text (--print=facts) ---------------------===//
#include "tessera/Analysis/Facts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

namespace tessera {

llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const LaunchShape &S) {
  auto sizes = [&](const std::array<std::optional<int64_t>, 3> &Sizes) {
    llvm::interleave(
        Sizes, OS,
        [&](std::optional<int64_t> Size) { Size ? OS << *Size : OS << "?"; },
        "x");
  };
  OS << "grid ";
  sizes(S.Grid);
  OS << " block ";
  sizes(S.Block);
  for (const auto &[Name, Value] : S.Constants)
    OS << " " << Name << "=" << Value;
  return OS;
}

namespace {

class Printer {
public:
  Printer(llvm::raw_ostream &OS, const KernelModel &Kernel)
      : OS(OS), Kernel(Kernel) {}

  void print(const KernelFacts &F) {
    OS << "facts of " << F.Kernel << " for " << F.Shape << "\n";
    for (unsigned I = 0; I < F.Loops.size(); ++I)
      OS << "  loop " << Kernel.Loops[I].Symbol << ": " << F.Loops[I] << "\n";
    for (unsigned I = 0; I < F.Guards.size(); ++I)
      OS << "  guard " << I << ": " << F.Guards[I] << "\n";
    for (const ArrayFacts &A : F.Arrays)
      print(A);
  }

private:
  void print(const ArrayFacts &A) {
    OS << "  array " << Kernel.array(A.Array).Name << ":";
    for (auto [Holds, Word] : {std::pair(A.Reads, " read"),
                               {A.Writes, " written"},
                               {A.Atomic, " atomic"},
                               {A.Escapes, " escapes"}})
      if (Holds)
        OS << Word;
    if (!A.Coordinates.Strides.empty()) {
      OS << " strides (";
      llvm::interleaveComma(A.Coordinates.Strides, OS);
      OS << ")";
    }
    OS << "\n";
    for (const auto &[Id, Coordinates] : A.Coordinates.Coordinates) {
      OS << "    " << Id << ": (";
      llvm::interleaveComma(Coordinates, OS);
      OS << ")";
      if (auto It = A.Requests.find(Id); It != A.Requests.end())
        OS << " " << It->second;
      OS << "\n";
    }
    for (AccessId Id : A.Coordinates.Unknown)
      OS << "    " << Id << ": not affine\n";
    for (const PointFacts &P : A.Points)
      print(P);
  }

  void print(const PointFacts &P) {
    OS << "    at ";
    if (P.Point.Loops.empty())
      OS << "kernel start";
    llvm::interleaveComma(P.Point.Loops, OS, [&](const StepLoop &L) {
      OS << Kernel.loop(L.Loop).Symbol;
      if (L.Tile != 1)
        OS << " by " << L.Tile << " from " << L.Symbol;
    });
    OS << ":\n";
    for (const Diagnostic &D : P.Refusals)
      OS << "      refused: " << D.message() << " [" << identity(D.Kind)
         << "]\n";
    for (const TileFacts &T : P.Tiles)
      print(T);
  }

  void print(const TileFacts &T) {
    OS << "      tile " << T.Part.Enclosing << " of";
    for (AccessId Id : T.Part.Accesses)
      OS << " " << Id;
    if (T.Part.May)
      OS << " (may)";
    const AccessFrequency &F = T.Frequency;
    OS << "\n        accesses " << F.Accesses << ", after registers "
       << F.AfterRegisters << ", elements " << F.Elements;
    if (std::optional<double> Ratio = F.sharing())
      OS << ", sharing " << llvm::format("%.2f", *Ratio);
    OS << ", reuse " << T.Reuse << "\n";
    if (F.LoadsBefore && F.LoadsAfter)
      OS << "        loads of the grid " << *F.LoadsBefore << " -> "
         << *F.LoadsAfter << "\n";
  }

  llvm::raw_ostream &OS;
  const KernelModel &Kernel;
};

} // namespace

void print(llvm::raw_ostream &OS, const KernelFacts &F,
           const KernelModel &Kernel) {
  Printer(OS, Kernel).print(F);
}

} // namespace tessera
