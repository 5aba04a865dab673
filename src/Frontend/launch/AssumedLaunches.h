//===- AssumedLaunches.h - Launches that only other programs make ---------===//
#ifndef TESSERA_FRONTEND_LAUNCH_ASSUMEDLAUNCHES_H
#define TESSERA_FRONTEND_LAUNCH_ASSUMEDLAUNCHES_H

#include "FrontendContext.h"
#include "tessera/Frontend/AssumedBlocks.h"

namespace tessera {

/// Adds a launch of \p Kernel with blocks of \p Sizes, of which nothing else is
/// known.
void assumeLaunch(FrontendContext &C, KernelId Kernel,
                  const std::array<int64_t, 3> &Sizes);

/// The same for all kernels that \p Blocks names.
void assumeLaunches(FrontendContext &C, llvm::ArrayRef<AssumedBlock> Blocks);

} // namespace tessera

#endif
