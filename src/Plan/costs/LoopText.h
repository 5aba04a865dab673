//===- LoopText.h - How often the text of loops is run --------------------===//
#ifndef TESSERA_PLAN_COSTS_LOOPTEXT_H
#define TESSERA_PLAN_COSTS_LOOPTEXT_H

#include "costs/AccessCosts.h"
#include "tessera/Plan/TilePlan.h"

namespace tessera {

/// Rounds of a loop whose loads compilers start together.
inline constexpr double UnrolledRounds = 4;

/// The rounds of the longest loops of \p K, those that compilers unroll aside;
/// and how often their text is run, which has several.
///
/// \param Plan may be null, and has the steps of strips.
std::pair<double, double> roundsAndRepeats(const KernelModel &K,
                                           const KernelPlan *Plan,
                                           const AccessCosts &Costs);

/// Rounds that test for two ends, of their strip of \p Plan and of their loop.
double cutRounds(const KernelModel &K, const KernelPlan *Plan,
                 const AccessCosts &Costs);

/// Comparisons around \p A that each output of a thread of \p Plan, if there is
/// one, has of its own in loops: of `y + i >= 0` for several y, not of `i < n`.
/// What the path of outputs inside assumes takes none.
int64_t ownComparisons(const KernelModel &K, const KernelPlan *Plan,
                       const AccessInfo &A);
/// How many such comparisons an output makes in all.
double ownComparisons(const KernelModel &K, const KernelPlan *Plan,
                      const AccessCosts &Costs);

} // namespace tessera

#endif
