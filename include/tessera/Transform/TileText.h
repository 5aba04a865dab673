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

/// `__align__(16) `, for variables that are read or written as vectors of
/// \p Cells of \p Bytes each.
std::string alignedFor(int64_t Cells, int64_t Bytes);
/// `*reinterpret_cast<float4 *>(to) = *reinterpret_cast<const float4
/// *>(from);`, of two addresses.
std::string copyOfVector(const std::string &Type, const std::string &To,
                         const std::string &From);

/// A condition of `||` and `&&` without parts that stand there before:
/// `(a && b && a) || c` is `(a && b) || c`.
std::string withoutRepetition(llvm::StringRef Condition);

/// Whether \p Text has a `+` outside parentheses.
bool isSum(llvm::StringRef Text);
/// The condition that \p A and \p B hold, of which one may be empty.
std::string both(const std::string &A, const std::string &B);
/// Whether \p Text is of unsigned numbers, whose sum with a negative one is no
/// subscript.
bool isUnsigned(llvm::StringRef Text);
/// \p Text as an operand.
std::string inParentheses(const std::string &Text);
void replaceAll(std::string &In, const std::string &What,
                const std::string &By);

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
