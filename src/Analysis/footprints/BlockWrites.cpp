//===- BlockWrites.cpp - Which blocks write an element --------------------===//
#include "tessera/Analysis/BlockWrites.h"
#include "tessera/Polyhedral/Guarded.h"

namespace tessera {

llvm::Expected<bool> belongsToOneBlock(const Footprint &F) {
  return guarded(F.Touched.ctx(), [&]() -> llvm::Expected<bool> {
    unsigned Loops = F.Steps.size() - BlockDims.size();
    isl::map Blocks = isl::manage(isl_map_project_out(
        F.Touched.copy(), isl_dim_in, BlockDims.size(), Loops));
    return Blocks.reverse().is_single_valued();
  });
}

} // namespace tessera
