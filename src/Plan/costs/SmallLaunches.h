//===- SmallLaunches.h - Which launches are too small for fewer threads ---===//
//
// Threads with several outputs need a launch that is large enough: fewer of
// them have to keep the device busy, along a short axis some of them have
// outputs that nobody asked for, and those at an edge make one output after the
// other.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_PLAN_COSTS_SMALLLAUNCHES_H
#define TESSERA_PLAN_COSTS_SMALLLAUNCHES_H

#include "costs/Throughput.h"

namespace tessera {

/// From which size on a launch takes no more time with blocks of \p With, those
/// of \p Plan, than with those of \p Users. The number of all blocks is one of
/// rounds of the device's multiprocessors, a power of two.
LeastLaunch leastLaunch(const KernelPlan &Plan, const BlockDemand &Users,
                        const BlockDemand &With, const DeviceModel &Device);

} // namespace tessera

#endif
