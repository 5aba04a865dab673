//===- LoadMapping.cpp - Which thread loads which cell --------------------===//
//
// Thread axes are dealt to the tile's dimensions from the innermost outwards,
// so that neighbouring threads load neighbouring elements. A block with more
// axes than the tile has dimensions numbers its remaining threads in one row;
// a row of threads much longer than a row of cells is cut into several. Where
// elements take several loads, it is their words that threads are dealt to.
//
//===----------------------------------------------------------------------===//
#include "tessera/Plan/Planner.h"

namespace tessera {

namespace {

/// Threads numbered 0 .. Size - 1 by a C expression, an operand of any operator
/// that binds weaker than `*` if `Sum`, of any binary operator otherwise.
struct ThreadRow {
  std::string Index;
  Polynomial Size;
  bool Sum = false;
};

/// One row of all threads in \p Axes, the first axis fastest.
ThreadRow inOneRow(const std::vector<ThreadRow> &Axes) {
  ThreadRow Row = Axes.back();
  for (size_t I = Axes.size() - 1; I-- > 0;) {
    std::string Outer = Row.Sum ? "(" + Row.Index + ")" : Row.Index;
    std::string Size = toCExpression(Axes[I].Size, [](llvm::StringRef S) {
      return "blockDim." + S.drop_front(1).str();
    });
    Row = {Outer + " * " + Size + " + " + Axes[I].Index,
           Row.Size * Axes[I].Size, /*Sum=*/true};
  }
  return Row;
}

/// The smallest power of two that is at least \p Value.
int64_t powerOfTwoFrom(int64_t Value) {
  int64_t Power = 1;
  while (Power < Value)
    Power *= 2;
  return Power;
}

void assign(TileDimension &D, const ThreadRow &Row) {
  D.ThreadIndex = Row.Index;
  D.Threads = Row.Size;
}

} // namespace

/// Maps the threads of \p Block to the cells of \p Dimensions.
static void mapThreads(std::vector<TileDimension> &Dimensions,
                       const std::array<std::optional<int64_t>, 3> &Block) {
  std::vector<ThreadRow> Axes;
  for (unsigned A = 0; A < 3; ++A) {
    if (Block[A] == 1)
      continue;
    std::string Axis(1, "xyz"[A]);
    Axes.push_back({"threadIdx." + Axis, Block[A]
                                             ? Polynomial(*Block[A])
                                             : Polynomial::symbol("B" + Axis)});
  }
  std::vector<TileDimension *> Dims; // innermost first
  for (TileDimension &D : llvm::reverse(Dimensions))
    if (D.Extent != Polynomial(1))
      Dims.push_back(&D);
  if (Axes.empty())
    return;
  if (Dims.empty()) // one cell is for one thread
    Dims.push_back(&Dimensions.back());
  if (Axes.size() > Dims.size()) {
    std::vector<ThreadRow> Rest(Axes.begin() + Dims.size() - 1, Axes.end());
    Axes.resize(Dims.size() - 1);
    Axes.push_back(inOneRow(Rest));
  }

  // Rows of threads at least twice as long as rows of cells are cut; short ones
  // are joined where threads would find no row of their own.
  std::optional<int64_t> Cells = Dims.front()->Extent.constant();
  std::optional<int64_t> Threads = Axes.front().Size.constant();
  if (Dims.size() > 1 && Cells && Threads) {
    int64_t Width = powerOfTwoFrom(*Cells);
    ThreadRow All = inOneRow(Axes);
    std::optional<int64_t> Total = All.Size.constant();
    std::optional<int64_t> Rows = Dims[1]->Extent.constant();
    bool Idle = Axes.size() > 1 && Rows && Axes[1].Size.constant() &&
                *Rows < *Axes[1].Size.constant();
    bool Cut = *Threads >= 2 * Width;
    bool Join = Idle && *Cells == Width && *Cells > *Threads;
    if (Total && (Cut || Join) && *Total % Width == 0) {
      std::string Row = All.Sum ? "(" + All.Index + ")" : All.Index;
      std::string By = std::to_string(Width);
      assign(*Dims[0], {Row + " % " + By, Polynomial(Width)});
      assign(*Dims[1], {Row + " / " + By, Polynomial(*Total / Width)});
      return;
    }
  }
  for (size_t I = 0; I < Axes.size(); ++I)
    assign(*Dims[I], Axes[I]);
}

void mapThreadsToCells(TileStage &Tile,
                       const std::array<std::optional<int64_t>, 3> &Block) {
  TileDimension &Last = Tile.Dimensions.back();
  const Polynomial Elements = Last.Extent;
  Last.Extent = Tile.copied(Tile.Dimensions.size() - 1);
  mapThreads(Tile.Dimensions, Block);
  Last.Extent = Elements;
}

std::vector<std::vector<int64_t>> cellsOfThreads(const TileStage &Tile,
                                                 int64_t Threads) {
  std::vector<std::vector<int64_t>> Cells;
  for (int64_t Thread = 0; Thread < Threads; ++Thread) {
    std::vector<int64_t> Index(Tile.Dimensions.size());
    int64_t Rest = Thread;
    for (unsigned D = Tile.Dimensions.size(); D-- > 0;) {
      const TileDimension &Dim = Tile.Dimensions[D];
      std::optional<int64_t> Size = Dim.Threads.constant();
      if (Dim.ThreadIndex.empty() || !Size || *Size == 0)
        continue;
      Index[D] = Rest % *Size;
      Rest /= *Size;
    }
    Index.back() *= Tile.CopyWidth;
    std::vector<int64_t> &Cell = Cells.emplace_back();
    for (unsigned D : Tile.memoryOrder())
      Cell.push_back(Index[D]);
  }
  return Cells;
}

} // namespace tessera
