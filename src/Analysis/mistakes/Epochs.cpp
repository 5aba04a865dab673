//===- Epochs.cpp - What barriers order -----------------------------------===//
#include "tessera/Analysis/Epochs.h"
#include "tessera/Polyhedral/Points.h"

namespace tessera {

isl::set comesBefore(const LaunchedKernel &K, const Event &A,
                     llvm::StringRef SuffixA, const Event &B,
                     llvm::StringRef SuffixB, const DimNames &Dims) {
  isl::set Same = NamedSet::universe(K.isl(), Dims).Set;
  isl::set Result = isl::set::empty(Same.space());
  for (unsigned I = 0; I < A.Loops.size() && I < B.Loops.size(); ++I) {
    if (A.Loops[I] != B.Loops[I])
      break;
    const std::string &Symbol = K.kernel().loop(A.Loops[I]).Symbol;
    DimNames Left = withSuffix({Symbol}, SuffixA);
    DimNames Right = withSuffix({Symbol}, SuffixB);
    Result = Result.unite(Same.intersect(precedes(K.isl(), Left, Right, Dims)));
    Same = Same.intersect(equal(K.isl(), Left, Right, Dims));
  }
  return A.Order < B.Order ? Result.unite(Same) : Result;
}

/// `{ [bx, by, bz, rounds] }`: when some thread may execute \p B.
static NamedSet occurrences(const LaunchedKernel &K, const BarrierInfo &B) {
  if (std::optional<Executions> Known = K.executions(B.Loops, B.Guards))
    return projectOut(Known->May, ThreadDims);
  return projectOut(
      NamedSet::universe(K.isl(), instanceDims(K.kernel(), B.Loops)),
      ThreadDims);
}

NamedSet inSameEpoch(const LaunchedKernel &K, const NamedSet &Pairs,
                     const Event &A, const Event &B) {
  NamedSet Result = Pairs;
  for (const auto *Barriers : {&K.kernel().Barriers, &K.kernel().WarpBarriers})
    for (const BarrierInfo &Barrier : *Barriers) {
      NamedSet At = occurrences(K, Barrier);
      NamedSet All = product(Result, At, "''");
      Event Wait{{Barrier.Order, Barrier.Where.Offset}, Barrier.Loops};
      isl::set Between =
          comesBefore(K, A, "", Wait, "''", All.Dims)
              .intersect(comesBefore(K, Wait, "''", B, "'", All.Dims))
              .unite(
                  comesBefore(K, B, "'", Wait, "''", All.Dims)
                      .intersect(comesBefore(K, Wait, "''", A, "", All.Dims)));
      All.Set = All.Set.intersect(Between).intersect(
          equal(K.isl(), BlockDims, withSuffix(BlockDims, "''"), All.Dims));
      isl::set Ordered = projectOut(All, withSuffix(At.Dims, "''")).Set;
      Result.Set = Result.Set.subtract(Ordered);
    }
  return Result;
}

} // namespace tessera
