//===- Overlaps.h - Arrays that a launch tells apart ----------------------===//
#ifndef TESSERA_PLAN_LAUNCHES_OVERLAPS_H
#define TESSERA_PLAN_LAUNCHES_OVERLAPS_H

#include "tessera/Analysis/TouchedRange.h"
#include "tessera/Model/Program.h"
#include "tessera/Plan/TilePlan.h"

namespace tessera {

/// The arrays that \p Plan takes not to overlap, and that are not known to be
/// distinct in all launches.
std::vector<std::pair<ArrayId, ArrayId>> arraysToTest(const Program &P,
                                                      const KernelPlan &Plan);

/// The test whether the launch of \p Ranges accesses no common memory through
/// \p A and \p B; empty if the text tells that it does not. Tests nothing that
/// follows from \p Given, which are not negative there.
///
/// \returns nothing if it cannot be told.
std::optional<std::string> testApart(TouchedRanges &Ranges, ArrayId A,
                                     ArrayId B,
                                     llvm::ArrayRef<Polynomial> Given);

} // namespace tessera

#endif
