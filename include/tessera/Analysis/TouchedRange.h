//===- TouchedRange.h - Which elements a launch touches at most -----------===//
//
//   { S[bx .. ln] -> A[c0, c1..] }  lies in a box, whose first and last element
//   bound the memory between two pointers
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_ANALYSIS_TOUCHEDRANGE_H
#define TESSERA_ANALYSIS_TOUCHEDRANGE_H

#include "tessera/Analysis/InstanceSpace.h"
#include <map>

namespace tessera {

/// The elements from `First` up to but not including `End`, counted from what
/// the launch passes: polynomials in the kernel's parameters, `Gx Gy Gz` and
/// `Bx By Bz`.
struct ElementRange {
  Polynomial First, End;
  /// Must be at least 1 for the range to mean what it says: lengths of rows.
  std::vector<Polynomial> Lengths;
};

/// The ranges of one launch, each computed when it is asked for first.
class TouchedRanges {
public:
  TouchedRanges(const KernelModel &Kernel, const LaunchModel &Launch)
      : Kernel(Kernel), Launch(Launch) {}

  /// A range with all elements of \p Array that the kernel may access in the
  /// launch; any range if there are none.
  ///
  /// \returns nothing if some access has no known bounds, or isl gives up.
  const std::optional<ElementRange> &of(ArrayId Array);

  const KernelModel &Kernel;
  const LaunchModel &Launch;

private:
  std::map<ArrayId, std::optional<ElementRange>> Known;
};

/// Whether the launch of \p Ranges can compare what the kernel touches of \p A
/// and \p B: it passes both as pointers that may be named again and that lead
/// to where the kernel's do, and the ranges are known.
bool canCompare(TouchedRanges &Ranges, ArrayId A, ArrayId B);

} // namespace tessera

#endif
