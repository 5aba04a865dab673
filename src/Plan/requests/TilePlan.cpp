//===- TilePlan.cpp - Plans as text ---------------------------------------===//
#include "tessera/Plan/TilePlan.h"
#include "tessera/Analysis/BlockBounds.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

namespace tessera {

std::vector<unsigned> TileStage::memoryOrder() const {
  std::vector<unsigned> Order(Dimensions.size());
  std::iota(Order.begin(), Order.end(), 0);
  if (Transposed && Order.size() > 1)
    std::swap(Order[Order.size() - 1], Order[Order.size() - 2]);
  llvm::erase_if(Order, [&](unsigned D) {
    return Dimensions[D].Extent == Polynomial(1) && !Dimensions[D].Padding;
  });
  if (Order.empty())
    Order.push_back(Dimensions.size() - 1);
  return Order;
}

Polynomial TileStage::copied(unsigned D) const {
  const Polynomial &Extent = Dimensions[D].Extent;
  if (D + 1 < Dimensions.size())
    return Extent;
  return CopyWidth > 1 ? Polynomial(*Extent.constant() / CopyWidth)
                       : Extent * Words;
}

int64_t TileStage::together(const ArrayInfo &A) const {
  return hasWords() ? A.ElementBytes / (A.WordBytes * Words) : CopyWidth;
}

bool TileStage::isFlat() const {
  const std::vector<unsigned> Order = memoryOrder();
  return DynamicOffset &&
         (!pitch().constant() ||
          llvm::any_of(llvm::ArrayRef(Order).drop_front(), [&](unsigned D) {
            return !Dimensions[D].Extent.constant();
          }));
}

Polynomial TileStage::pitch() const {
  const TileDimension &Row = Dimensions[memoryOrder().back()];
  Polynomial Cells = Row.Extent + Polynomial(Row.Padding);
  if (std::optional<int64_t> Known = Row.Extent.constant(); Known && Skew)
    Cells += Polynomial((*Known - 1) / Skew);
  return Cells;
}

Polynomial TileStage::bytes(unsigned ElementBytes) const {
  if (Shares)
    return 0;
  Polynomial Bytes = pitch() * ElementBytes;
  const std::vector<unsigned> Order = memoryOrder();
  for (unsigned D : llvm::ArrayRef(Order).drop_back())
    Bytes = Bytes * Dimensions[D].Extent;
  Bytes = Bytes * Buffers;
  return Bytes;
}

KernelModel KernelPlan::reorderedModel(const KernelModel &K) const {
  return Relaunch ? withExtents(withBlocks(K, Block, *Relaunch), Extents)
                  : withThreadOrder(K, Threads);
}

KernelModel KernelPlan::modelFor(const KernelModel &K) const {
  KernelModel Ordered = reorderedModel(K);
  return Coarsen.empty() ? withBlockBounds(Ordered) : Ordered;
}

int64_t PrivateCopy::cells() const {
  return std::accumulate(Extents.begin(), Extents.end(), int64_t(1),
                         std::multiplies<>());
}

bool StagePoint::copiesIn() const {
  return llvm::any_of(Tiles, [](const TileStage &T) { return T.CopiedIn; });
}

bool StagePoint::copiesOut() const {
  return llvm::any_of(Tiles, [](const TileStage &T) { return T.CopiedOut; });
}

unsigned StagePoint::barriers() const {
  if (Async) // before the one behind it, the next copies wait for all threads
    return 1 + copiesOut();
  // Behind what is copied in, before what is copied back, and before the next
  // step.
  return copiesIn() + copiesOut() + Loop.has_value();
}

llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const KernelPlan &P) {
  for (const PrivateElement &E : P.Registers)
    OS << "  " << spell(E.Element) << " in " << E.Name << "\n";
  for (const RestrictedPointer &R : P.Restricted)
    OS << "  parameter " << R.Parameter << " restrict"
       << (R.Const ? " const" : "") << "\n";
  if (P.Threads != UsersOrder)
    OS << "  threads in the order " << toString(P.Threads) << "\n";
  if (P.Relaunch)
    OS << "  blocks of " << (*P.Relaunch)[0] << "x" << (*P.Relaunch)[1] << "x"
       << (*P.Relaunch)[2] << "\n";
  for (const StagePoint &Point : P.Points) {
    if (Point.Loop)
      OS << "  in " << *Point.Loop << " every " << Point.Steps << " iterations"
         << (Point.Divides ? ", exactly" : "") << "\n";
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
      if (T.hasWords())
        OS << " by " << T.WordType;
      if (T.CopyWidth > 1)
        OS << " by " << T.CopyWidth;
      if (!T.LoadTest.empty())
        OS << " where " << T.LoadTest;
      if (T.CopiedOut)
        OS << (T.CopiedIn ? ", copied back" : ", only copied back")
           << (T.StoreTest.empty() ? "" : " where ") << T.StoreTest;
      OS << "\n";
      for (const RedirectedAccess &R : T.Redirected) {
        OS << "      " << R.Access << " ->";
        for (const Polynomial &I : R.Index)
          OS << " [" << I << "]";
        OS << "\n";
      }
    }
  }
  for (const PrivateCopy &C : P.Copies) {
    OS << "  " << C.Array << " in ";
    if (C.Register.empty())
      OS << C.Name << " of " << C.cells();
    else
      OS << C.Register << " of each thread";
    OS << "\n";
  }
  if (P.Persistent)
    OS << "  " << P.Persistent->Most << " blocks take turns along "
       << "xyz"[P.Persistent->Axis] << " up to " << P.Persistent->Extent
       << (P.Persistent->InBlocks ? " blocks" : " threads") << "\n";
  if (P.DynamicBytes)
    OS << "  dynamic bytes " << *P.DynamicBytes << "\n";
  for (const Polynomial &C : P.Conditions)
    OS << "  if " << C << " >= 0\n";
  for (const GridChange &C : P.Grid) {
    if (C.Split > 1)
      OS << "  G" << "xyz"[C.Axis] << " times " << C.Split << "\n";
    if (C.Most && C.Guarded)
      OS << "  if " << *C.Guarded << " >= 0\n";
    if (C.Merged == 1)
      continue;
    OS << "  if G" << "xyz"[C.Axis] << " % " << C.Merged << " == 0";
    if (C.Guarded)
      OS << " or " << *C.Guarded << " >= 0";
    OS << "\n";
  }
  return OS;
}

} // namespace tessera
