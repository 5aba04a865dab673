//===- TouchedRange.h - Which elements a launch touches at most -----------===//
//
//   { S[bx .. ln] -> A[c0, c1..] }  lies in a box, whose first and last element
//   bound the memory between two pointers
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_ANALYSIS_TOUCHEDRANGE_H
#define TESSERA_ANALYSIS_TOUCHEDRANGE_H

#include "tessera/Analysis/InstanceSpace.h"

namespace tessera {

/// The elements from `First` up to but not including `End`, counted from what
/// the launch passes: polynomials in the kernel's parameters, `Gx Gy Gz` and
/// `Bx By Bz`.
struct ElementRange {
  Polynomial First, End;
  /// Must be at least 1 for the range to mean what it says: lengths of rows.
  std::vector<Polynomial> Lengths;
};

/// A range with all elements of \p Array that the kernel may access in
/// \p Launch; any range if there are none.
///
/// \returns nothing if some access has no known bounds, or isl gives up.
std::optional<ElementRange> touchedRange(const KernelModel &Kernel,
                                         const LaunchModel &Launch,
                                         ArrayId Array);

/// Whether \p Launch can compare what the kernel touches of \p A and \p B: it
/// passes both as pointers of unknown origin that may be named again, and the
/// ranges are known.
bool canCompare(const KernelModel &Kernel, const LaunchModel &Launch, ArrayId A,
                ArrayId B);

} // namespace tessera

#endif
