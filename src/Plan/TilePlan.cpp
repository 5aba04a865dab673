//===- TilePlan.cpp - Plans as text ---------------------------------------===//
#include "tessera/Plan/TilePlan.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

Polynomial TileStage::bytes(unsigned ElementBytes) const {
  Polynomial Bytes = ElementBytes;
  for (const TileDimension &D : Dimensions)
    Bytes = Bytes * (D.Extent + Polynomial(D.Padding));
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
  if (P.DynamicBytes)
    OS << "  dynamic bytes " << *P.DynamicBytes << "\n";
  for (const Polynomial &C : P.Conditions)
    OS << "  if " << C << " >= 0\n";
  return OS;
}

} // namespace tessera
