//===- RegisterMoves.h - Who loads which cell of a window -----------------===//
#ifndef TESSERA_PLAN_REGISTERS_REGISTERMOVES_H
#define TESSERA_PLAN_REGISTERS_REGISTERMOVES_H

#include "tessera/Plan/InteriorPath.h"

namespace tessera {

/// An access, for one value of each counter of unrolled loops: output (r, c)
/// of a thread accesses the cell `(Row + r, Column + c)`.
struct WindowInstance {
  AccessId Access;
  std::map<LoopId, int64_t> Counters;
  int64_t Row = 0, Column = 0;
};

/// Finds the row and column of \p At in a window whose row 0 and column 0
/// are at \p Origin, and whose next row is \p Step ahead, if it has any. \p One
/// stays as it is if it is in no row.
bool placeIn(llvm::ArrayRef<Polynomial> Origin, llvm::ArrayRef<Polynomial> Step,
             llvm::ArrayRef<Polynomial> At, WindowInstance &One);

/// Columns by row.
using WindowCells = std::map<int64_t, std::set<int64_t>>;

/// What \p Rows times \p Columns outputs access.
WindowCells cellsOf(llvm::ArrayRef<WindowInstance> Instances, int64_t Rows,
                    int64_t Columns);

/// What moves \p All cells, each once: \p Vector cells at a time that begin at
/// columns that are \p Phase modulo that, where there are so many.
std::vector<RegisterMove> movesOf(llvm::ArrayRef<WindowInstance> Instances,
                                  const WindowCells &All, int64_t Rows,
                                  int64_t Columns, int64_t Vector,
                                  int64_t Phase);

} // namespace tessera

#endif
