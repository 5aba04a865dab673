//===- FixedLaunches.h - Kernels whose launches stay as they are ----------===//
#ifndef TESSERA_PLAN_FIXEDLAUNCHES_H
#define TESSERA_PLAN_FIXEDLAUNCHES_H

#include "tessera/Plan/Planner.h"

namespace tessera {

/// Why launches of a kernel that would have to choose do not.
/// \param TooSmall whether that is all that is against it.
Diagnostic cannotChoose(const Program &P, KernelId Id, bool TooSmall = false);

/// Whether a launch of \p Kernel must stay as it is.
bool hasFixedLaunch(const Program &P, KernelId Kernel);

/// Whether launches that may become calls have other sizes by \p D.
bool changesCalls(const Program &P, const PlanDecision &D);

/// Whether \p D has no version for some launch that may become a call: the
/// kernel may call versions instead.
bool leavesCalls(const Program &P, const PlanDecision &D);

/// Lets the kernel of \p D call its versions, for all of its launches. All have
/// the memory of the tiles then, which must not keep blocks of \p Device from
/// running. Plans for which that is not possible are dropped, unless that would
/// be all of them.
/// \returns whether it calls one.
bool callVersions(const Program &P, const DeviceModel &Device, PlanDecision &D);

/// Takes fixed launches from the plans of \p D, which are versions beside their
/// kernel: they start that. Plans that nothing starts are dropped.
void dropForFixed(const Program &P, PlanDecision &D);

} // namespace tessera

#endif
