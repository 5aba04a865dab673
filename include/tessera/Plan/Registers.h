//===- Registers.h - Tile cells in registers ------------------------------===//
#ifndef TESSERA_PLAN_REGISTERS_H
#define TESSERA_PLAN_REGISTERS_H

#include "tessera/Plan/TilePlan.h"

namespace tessera {

/// Whether \p R, in a tile with vectors or a window, is read to registers: it
/// depends on the outputs along one axis only, which is noted, and all outputs
/// read it in the same loops.
bool usesRegisters(const CoarsenedKernel &Coarse, const TileStage &Tile,
                   RedirectedAccess &R);

/// Why the cells of \p Tile cannot be read as it wants; empty if they can.
///
/// Vectors must be aligned in the tile and hold neighbouring outputs; in a
/// window, iteration k of output r reads the cell that iteration k + 1 of
/// output r - 1 reads.
std::string whyNotVectors(const CoarsenedKernel &Coarse, const TileStage &Tile,
                          std::optional<LoopId> Loop);

/// `float4` for 4 of `float`; empty if CUDA has no such type.
std::string vectorType(llvm::StringRef Element, int64_t Width);

/// \p Type of the CUDA library, such as `float4`, in \p K: `::float4` where the
/// program has another one.
std::string typeName(const KernelModel &K, const std::string &Type);

/// The most elements of \p A that one access moves, or words that they consist
/// of: 1 if it has no vectors of at most 16 bytes.
int64_t widestVector(const ArrayInfo &A);

} // namespace tessera

#endif
