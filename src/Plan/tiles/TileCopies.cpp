//===- TileCopies.cpp - How tiles are copied ------------------------------===//
#include "tiles/TileCopies.h"
#include "tessera/Analysis/BankConflicts.h"
#include "tessera/Analysis/Coalescing.h"
#include "tessera/Plan/Planner.h"
#include "tessera/Plan/Registers.h"
#include "tiles/AlignedVectors.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

std::string whyNotAsync(const ArrayInfo &A, int64_t Width) {
  const int64_t Bytes =
      Width * int64_t(A.WordBytes > 0 ? A.WordBytes : A.ElementBytes);
  if (Bytes != 4 && Bytes != 8 && Bytes != 16)
    return "asynchronous copies move 4, 8 or 16 bytes";
  if (A.HasMembers && A.WordBytes == 0 && A.NumberType.empty())
    return "asynchronous copies move numbers and their vectors";
  return "";
}

std::string whyNotTogether(const KernelModel &K, const TileStage &Tile,
                           const std::map<std::string, Polynomial> &Starts,
                           const LaunchShape &Shape, TileVectors &Vectors) {
  const ArrayInfo &A = K.array(Tile.Array);
  if (A.WordBytes > 0) {
    if (A.ElementBytes % (A.WordBytes * Tile.CopyWidth) != 0 ||
        vectorType(A.WordType, Tile.CopyWidth).empty())
      return "its elements do not consist of vectors";
    return A.K == ArrayInfo::Kind::Parameter ? "" : "vectors are not aligned";
  }
  const TileDimension &Row = Tile.Dimensions.back();
  const std::optional<int64_t> Cells = Row.Extent.constant();
  if (vectorType(A.NumberType, Tile.CopyWidth).empty())
    return "there is no vector of that many elements";
  if (Row.Step != 1 || Row.Stride != Polynomial(1) || !Cells ||
      *Cells % Tile.CopyWidth != 0 || Tile.Skew)
    return "a row of the tile has no vectors";
  std::optional<std::map<std::string, int64_t>> Multiples =
      alignTile(K, Tile, Tile.CopyWidth, Starts, Shape);
  if (!Multiples)
    return "vectors are not aligned";
  Vectors = {Tile.CopyWidth, std::move(*Multiples)};
  return "";
}

int64_t paddingOf(const KernelModel &K, const TileStage &Tile,
                  const LaunchShape &Shape) {
  if (Tile.Skew)
    return 0;
  std::vector<int64_t> Sizes;
  std::vector<TileIndex> Indices(Tile.Redirected.size());
  const int64_t Bytes = K.array(Tile.Array).ElementBytes;
  std::vector<BytesOfElement> Parts;
  for (const RedirectedAccess &R : Tile.Redirected)
    Parts.push_back(R.Registers.empty()
                        ? bytesOf(K, R.Access)
                        : BytesOfElement{0, Tile.Vector * Bytes});
  for (unsigned D : Tile.memoryOrder()) {
    if (!Tile.Dimensions[D].Extent.constant())
      return 0;
    Sizes.push_back(*Tile.Dimensions[D].Extent.constant());
    for (auto [I, R] : llvm::zip_equal(Indices, Tile.Redirected))
      I.push_back(R.Index[D]);
  }
  // Rows of the array go to columns: then their stores conflict, too.
  std::vector<std::vector<int64_t>> Stores;
  if (Tile.Transposed)
    Stores = cellsOfThreads(Tile, Shape.threads().value_or(0));
  const int64_t Multiple =
      std::max(Tile.Vector, Tile.Transposed ? 1 : Tile.CopyWidth);
  std::optional<int64_t> Pitch =
      choosePitch(Indices, Sizes, Bytes, Shape, Parts, Stores, Multiple);
  return Pitch && Sizes.size() > 1 ? *Pitch - Sizes.back() : 0;
}

double storePasses(const TileStage &Tile, unsigned ElementBytes) {
  constexpr int64_t Lanes = 32;
  constexpr unsigned Word = 4;
  const std::optional<int64_t> Pitch = Tile.pitch().constant();
  if (!Tile.Transposed || ElementBytes != Word || !Pitch)
    return 1;
  const std::vector<unsigned> Order = Tile.memoryOrder();
  LaneValues Cells;
  for (const std::vector<int64_t> &Index : cellsOfThreads(Tile, Lanes)) {
    int64_t Cell = 0;
    for (auto [D, I] : llvm::zip_equal(Order, Index))
      Cell = Cell * (D == Order.back()
                         ? *Pitch
                         : Tile.Dimensions[D].Extent.constant().value_or(0)) +
             I;
    Cells.push_back(Cell);
  }
  return conflictDegree(Cells);
}

int64_t readTogether(const KernelModel &K, const StagePoint &Point,
                     const TileStage &Tile, const RedirectedAccess &R) {
  if (!R.Registers.empty())
    return Tile.Vector;
  if (Tile.CopyWidth == 1 || !Point.Unroll || Tile.Transposed)
    return 1;
  const std::string &Counter = K.loop(*Point.Loop).Symbol;
  const int64_t Each = std::abs(R.Index.back().coefficient({Counter}));
  const bool Along =
      Each > 0 && Tile.CopyWidth % Each == 0 &&
      llvm::none_of(llvm::ArrayRef(R.Index).drop_back(),
                    [&](const auto &I) { return I.mentions(Counter); });
  return Along ? Tile.CopyWidth : 1;
}

} // namespace tessera
