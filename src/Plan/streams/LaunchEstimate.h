//===- LaunchEstimate.h - How long a launch takes, roughly ----------------===//
#ifndef TESSERA_PLAN_STREAMS_LAUNCHESTIMATE_H
#define TESSERA_PLAN_STREAMS_LAUNCHESTIMATE_H

#include "tessera/Plan/PlanStreams.h"

namespace tessera {

/// How much of the device a launch fills, and for how long: at least, as far as
/// it is known. A grid of unknown size fills it, a loop of unknown length has
/// one round.
struct LaunchEstimate {
  double Seconds = 0;
  double Share = 1; ///< of the multiprocessors
};

LaunchEstimate estimate(const Program &P, LaunchId Launch,
                        const DeviceModel &Device, const StreamCosts &Costs);

} // namespace tessera

#endif
