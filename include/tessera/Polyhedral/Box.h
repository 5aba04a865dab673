//===- Box.h - Rectangles around sets -------------------------------------===//
#ifndef TESSERA_POLYHEDRAL_BOX_H
#define TESSERA_POLYHEDRAL_BOX_H

#include "tessera/Polyhedral/Sets.h"

namespace tessera {

/// A rectangular part of an array. Cell `x` of a dimension is the element with
/// coordinate `Origin + Stride * x`, for `0 <= x < Extent`.
struct Box {
  struct Dim {
    Polynomial Origin; ///< affine in the step and the parameters
    Polynomial Extent; ///< affine in the parameters, the same in every step
    int64_t Stride = 1;
    bool operator==(const Dim &) const = default;
  };
  std::vector<Dim> Dims;

  /// Whether no extent depends on a parameter.
  bool isConstant() const;
  /// The product of the extents.
  Polynomial cells() const;
  bool operator==(const Box &) const = default;
};

/// Prints `[16*bx - 1 : 18]`, with `/2` after the extent for a stride of 2.
llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const Box &B);

/// Symbols that differ from block to block although isl sees parameters.
bool isBlockOrigin(llvm::StringRef Symbol);

/// The smallest box around the part of A that each step touches.
///
/// For `{ [b] -> A[i] : 16b - 1 <= i <= 16b + 16 }` that is the origin `16b -
/// 1` and the extent 18; for `256b <= i < 256b + 255 + N` the extent is `N +
/// 255`. Constant extents are preferred. If all elements of a step are
/// congruent modulo a number, that is the stride of the box. Nothing is
/// touched: extents are 0.
///
/// \param M `{ Step[Steps...] -> A[..] }`
/// \param Strided whether strides other than 1 are looked for.
/// \returns nothing if some dimension has no such bounds.
std::optional<Box> enclosingBox(const isl::map &M, const DimNames &Steps,
                                bool Strided = true);

/// The smallest box around two, if they lie at a constant distance and one is
/// larger than the other by a constant in each dimension.
std::optional<Box> enclosingBox(const Box &A, const Box &B);

} // namespace tessera

#endif
