//===- PipelineParts.h - What all loops with several buffers have ---------===//
#ifndef TESSERA_TRANSFORM_TILES_PIPELINEPARTS_H
#define TESSERA_TRANSFORM_TILES_PIPELINEPARTS_H

#include "tessera/Transform/Transforms.h"

namespace tessera {

/// \p Body with what \p Build makes of the loop of \p Point, behind the loop's
/// comments. A barrier ends it if it runs several times, or others have its
/// tiles: then the first buffers are filled again.
NodePtr
replaceLoop(const NodePtr &Body, const KernelModel &K, const StagePoint &Point,
            llvm::function_ref<std::vector<NodePtr>(const Node &)> Build);

/// \p Ahead behind the first strip: `first + next * 16`.
std::string aheadOfFirst(const LoopInfo &L, llvm::StringRef Ahead);

/// `0 < n`, with \p Ahead behind the first value: `0 + next * 16 < n`. Empty if
/// there is a first iteration and \p Ahead is empty.
std::string startTest(const LoopInfo &L, llvm::StringRef Ahead = "");

} // namespace tessera

#endif
