//===- LaunchTests.h - What launches test before they start versions ------===//
#ifndef TESSERA_PLAN_LAUNCHES_LAUNCHTESTS_H
#define TESSERA_PLAN_LAUNCHES_LAUNCHTESTS_H

#include "tessera/Analysis/TouchedRange.h"
#include "tessera/Model/Program.h"
#include "tessera/Plan/TilePlan.h"

namespace tessera {

/// What the launch of \p Ranges must test for the kernel of \p Plan, made of
/// the launch's, to be right and to pay: empty if that is known, nothing if the
/// launch cannot tell.
///
/// \param CanTest whether a test is possible at all; if not, whether it pays is
///        for large launches to say.
std::optional<std::string> testFor(const KernelPlan &Plan,
                                   TouchedRanges &Ranges, bool CanTest);

/// The same, but whether it pays is no matter.
std::optional<std::string> testOfMeaning(const KernelPlan &Plan,
                                         TouchedRanges &Ranges);

/// What of a launch's place in the host's code chooseLaunches asks for.
struct LaunchPlace {
  bool MayDeclare = false; ///< LaunchChoice::MayDeclare
  bool HasBehind = false;  ///< see placeBehind
  bool operator==(const LaunchPlace &) const = default;
};
LaunchPlace placeOf(const Program &P, LaunchId Launch);

/// As chooseLaunches, if the kernel itself is to call what \p Plan makes of it,
/// see KernelPlan::Called: the launches stay as they are. None if the kernel
/// cannot tell.
std::vector<LaunchChoice> chooseInside(const Program &P,
                                       const KernelPlan &Plan);

/// Whether \p Text can be a side of a comparison, or a summand: it has no
/// operators that bind weaker than `+`.
bool isSummand(llvm::StringRef Text);

} // namespace tessera

#endif
