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
/// whole rounds of the device's multiprocessors.
///
/// \param K the user's kernel.
/// \param Slower how much longer \p With takes than is estimated, along short
///        axes.
LeastLaunch leastLaunch(const KernelModel &K, const KernelPlan &Plan,
                        const BlockDemand &Users, const BlockDemand &With,
                        const DeviceModel &Device, double Slower = 1);

/// Whether a launch of the blocks that \p With is known to have takes less time
/// than the user's. One of fewer blocks than leastLaunch() says may, as more of
/// them would begin another round of multiprocessors.
bool launchPays(const KernelModel &K, const KernelPlan &Plan,
                const BlockDemand &Users, const BlockDemand &With,
                const DeviceModel &Device);

/// As leastLaunch(), of the threads along each axis alone, where others do
/// nothing.
///
/// \param Next the blocks of the plan that launches with shorter axes start
///        instead, or null: \p Plan must be half as far ahead as that, as what
///        edges take is not sure.
std::array<int64_t, 3> leastAlong(const KernelModel &K, const KernelPlan &Plan,
                                  const BlockDemand &Users,
                                  const BlockDemand &With,
                                  const DeviceModel &Device,
                                  const BlockDemand *Next = nullptr);

/// So many strips must a loop have for whole ones to be unrolled: the last,
/// which may be cut short, is not. Measured on an H100: sums of 4 to 200 terms.
inline constexpr int64_t LeastUnrolledStrips = 2;

/// So often must a cell of a window's strip be read for its copy to pay, and so
/// many cells be in a tile for its barrier to. Measured on an H100:
/// convolutions with masks of 7 to 31 in blocks of 16, moving sums of 16 to 333
/// in blocks of 2048 outputs, the nearest of 3 to 1024 points.
inline constexpr int64_t LeastUses = 12;

/// The rounds that a loop with strips of \p Plan must have for a strip to pay,
/// where run time tells how many there are: there are barriers around it, a
/// tile with the neighbours that a window reads is copied for a whole strip,
/// however few rounds use it, and only whole strips are unrolled. Or the cells
/// of a tile that is there from the start, of a size of run time. 0: any
/// number.
int64_t leastRounds(const KernelModel &K, const KernelPlan &Plan);

/// The rounds of all blocks together that \p Plan, which has its least rounds,
/// must have beside; 0: any number.
int64_t leastWork(const KernelPlan &Plan);

} // namespace tessera

#endif
