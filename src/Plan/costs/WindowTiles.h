//===- WindowTiles.h - What tiles of windows bring ------------------------===//
#ifndef TESSERA_PLAN_COSTS_WINDOWTILES_H
#define TESSERA_PLAN_COSTS_WINDOWTILES_H

#include "costs/Throughput.h"

namespace tessera {

/// Whether the tiles of \p Plan hold no more than what a block goes over at
/// once, which the first-level cache keeps, too: they are filled before all
/// loops, or a loop of \p Space moves the elements of neighbouring threads on
/// by as many as lie between these. Not where strips are unrolled, which is a
/// gain of its own.
bool holdsWindows(const KernelSpace &Space, const KernelPlan &Plan);

/// The cycles of a block of \p Space as it stands over those with \p Plan,
/// which has nothing but such tiles. They save the few passes that accesses
/// inside of a line take more, and no traffic; what they cost are the loads
/// that threads wait for.
double gainOfWindows(const KernelSpace &Space, const AccessCosts &Costs,
                     const DeviceModel &Device, const KernelPlan &Plan);

} // namespace tessera

#endif
