//===- BlocksAtRunTime.h - Blocks whose size only run time tells ----------===//
//
// Versions are made for blocks of known sizes. Where run time tells those of a
// launch, and a thread does not notice which block it is in, they start in
// blocks of their own: as many threads as the guards of the kernel let work.
//
// Before:  k<<<dim3((n + s - 1) / s), s>>>(a, n);
// After:   k_tiled<<<dim3((n + 255u) / 256), dim3(256)>>>(a, n);
//          // if the user's grid has n threads
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_PLAN_LAUNCHES_BLOCKSATRUNTIME_H
#define TESSERA_PLAN_LAUNCHES_BLOCKSATRUNTIME_H

#include "tessera/Model/Program.h"
#include "tessera/Plan/DeviceModel.h"

namespace tessera {

/// \p P where such launches of \p Kernel are as versions of it start, see
/// LaunchModel::Other: in blocks that another launch of it has, or of the usual
/// size. Nothing if there are none.
std::optional<Program> withOtherBlocks(const Program &P, KernelId Kernel,
                                       const DeviceModel &Device);

} // namespace tessera

#endif
