//===- BlockRange.h - What consecutive blocks touch of an array -----------===//
#ifndef TESSERA_ANALYSIS_BLOCKRANGE_H
#define TESSERA_ANALYSIS_BLOCKRANGE_H

#include "tessera/Analysis/InstanceSpace.h"

namespace tessera {

/// Blocks with the id `b` along an axis touch only the rows `Stride * b +
/// First` to `Stride * b + Last`, counted from the argument.
struct BlockRange {
  int64_t Stride = 0, First = 0, Last = 0;
  /// The elements of a row: 1 where strides are constants, otherwise a
  /// polynomial in the kernel's symbols that is positive wherever a block
  /// touches anything.
  Polynomial Row = 1;

  bool rowsAreElements() const { return Row == Polynomial(1); }
  /// Rows behind its stripe that a block touches.
  int64_t ahead() const { return std::max<int64_t>(0, Last + 1 - Stride); }
  /// Blocks with different ids touch nothing together.
  bool isApart() const { return First >= 0 && Last < Stride; }
};

/// \param Written only what they write.
/// \returns nothing if the accesses are not of that form, with a positive
///          stride, or isl gives up. \pre the accesses of the kernel are
///          complete.
std::optional<BlockRange> blockRange(isl::ctx Context,
                                     const KernelModel &Kernel,
                                     const LaunchModel &Launch, ArrayId Array,
                                     unsigned Axis, bool Written = false);

} // namespace tessera

#endif
