//===- SharedMemory.h - Where tiles lie in shared memory ------------------===//
#ifndef TESSERA_PLAN_TILES_SHAREDMEMORY_H
#define TESSERA_PLAN_TILES_SHAREDMEMORY_H

#include "tessera/Model/Program.h"
#include "tessera/Plan/DeviceModel.h"
#include "tessera/Plan/TilePlan.h"
#include "llvm/Support/Error.h"

namespace tessera {

/// Gives tiles whose size only run time knows, and all tiles if they exceed
/// what a kernel may declare, their places in dynamic shared memory: in order
/// of decreasing alignment, so that each begins where it may. That the memory
/// suffices is a condition of the plan where it is not known. What the kernel
/// has of its own comes first.
///
/// \param K the kernel of \p Plan, with the arrays that the plan means.
/// \param DynamicName of the variable that names this memory.
/// \returns Reject: SharedMemoryLimit if no block may have so much,
///          HasBarrier, or BadPlan.
llvm::Error placeTiles(const Program &P, const KernelModel &K,
                       const DeviceModel &Device,
                       const std::string &DynamicName, KernelPlan &Plan);

/// Lets \p Tile, which asynchronous copies fill in \p Loop, be the tile of a
/// loop before where they look the same: threads are through with one loop
/// before the next begins. \returns whether it is.
bool shareTile(const KernelModel &K, LoopId Loop, TileStage &Tile,
               KernelPlan &Plan);

} // namespace tessera

#endif
