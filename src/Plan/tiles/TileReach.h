//===- TileReach.h - What outputs that are not stored read ----------------===//
#ifndef TESSERA_PLAN_TILES_TILEREACH_H
#define TESSERA_PLAN_TILES_TILEREACH_H

#include "tessera/Analysis/Footprint.h"

namespace tessera {

/// The strip of a loop at whose begin tiles are filled.
struct TileStrip {
  LoopId Loop;
  std::string Begin; ///< a symbol; the loop's own if it is all of the strip
  int64_t Distance =
      0; ///< of its iterations, from the first to behind the last
};

/// Whether a tile of \p F also has the cells that its accesses would read where
/// no guard around them held: then all outputs of a thread can be computed
/// before it is asked which of them exist. Rows that end within one block, as
/// with 384 of them and 512 outputs, make tiles that are too short for that.
/// \returns IslGaveUp.
llvm::Expected<bool> reachesAllOutputs(const KernelSpace &Space,
                                       const Footprint &F,
                                       const std::optional<TileStrip> &Strip);

} // namespace tessera

#endif
