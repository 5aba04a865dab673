//===- TilePlan.cpp - Plans as text ---------------------------------------===//
#include "tessera/Plan/TilePlan.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

std::optional<int64_t> TileStage::bytes(unsigned ElementBytes) const {
  int64_t Bytes = ElementBytes;
  for (const TileDimension &D : Dimensions) {
    std::optional<int64_t> Extent = D.Extent.constant();
    if (!Extent)
      return std::nullopt;
    Bytes *= *Extent + D.Padding;
  }
  return Bytes;
}

llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const KernelPlan &P) {
  for (const StagePoint &Point : P.Points) {
    if (Point.Loop)
      OS << "  in " << *Point.Loop << " every " << Point.Steps
         << " iterations" << (Point.Divides ? ", exactly" : "") << "\n";
    else
      OS << "  at the start\n";
    for (const TileStage &T : Point.Tiles) {
      OS << "    " << T.Name;
      for (const TileDimension &D : T.Dimensions) {
        OS << " [" << D.Origin << " : " << D.Extent;
        if (D.Step != 1)
          OS << " /" << D.Step;
        if (D.Padding)
          OS << " +" << D.Padding;
        OS << "]";
      }
      if (!T.LoadTest.empty())
        OS << " where " << T.LoadTest;
      OS << "\n";
      for (const RedirectedAccess &R : T.Redirected) {
        OS << "      " << R.Access << " ->";
        for (const Polynomial &I : R.Index)
          OS << " [" << I << "]";
        OS << "\n";
      }
    }
  }
  return OS;
}

} // namespace tessera
