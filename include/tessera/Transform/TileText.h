//===- TileText.h - How tiles are spelled ---------------------------------===//
#ifndef TESSERA_TRANSFORM_TILETEXT_H
#define TESSERA_TRANSFORM_TILETEXT_H

#include "tessera/Plan/TilePlan.h"
#include "tessera/Transform/Names.h"

namespace tessera {

/// The cell \p Index, by dimension: `A_tile[i][j]`; a tile with run-time
/// extents is one row of cells.
std::string cellText(const TileStage &Tile, llvm::ArrayRef<Polynomial> Index,
                     const SymbolNames &Symbols);

/// A condition of `||` and `&&` without parts that stand there before:
/// `(a && b && a) || c` is `(a && b) || c`.
std::string withoutRepetition(llvm::StringRef Condition);

/// The arrays of \p Tiles: `A`, `A and B`, `A, B and C`.
std::string listOf(llvm::ArrayRef<const TileStage *> Tiles,
                   const KernelModel &Kernel);

/// What an access to an element that is not loaded reads: `0`, or `T()`.
std::string zeroOf(llvm::StringRef ElementType);

/// `for (int r = 0; r < 8; ++r)`, to be unrolled; of \p Step more than 1,
/// `r += Step`.
Text unrolledHeader(llvm::StringRef Counter, int64_t End, int64_t Step = 1);
/// `for (int r = 1; r < 8; ++r)`, to be unrolled, or not to be.
Text outputHeader(llvm::StringRef Counter, int64_t First, int64_t End,
                  bool Unroll);

/// Whether \p P, a coordinate of what a tile's \p Cells hold, may be negative.
bool isPerhapsNegative(const Polynomial &P, llvm::ArrayRef<Polynomial> Cells,
                       const KernelModel &K);

} // namespace tessera

#endif
