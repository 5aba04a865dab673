//===- BankConflicts.h - Conflicts in shared memory -----------------------===//
#ifndef TESSERA_ANALYSIS_BANKCONFLICTS_H
#define TESSERA_ANALYSIS_BANKCONFLICTS_H

#include "tessera/Analysis/Warp.h"

namespace tessera {

/// The largest number of different words that lanes want from one bank: 1 is
/// no conflict. A word that several lanes want is sent to all of them.
///
/// \param Words one 4-byte word per lane.
unsigned conflictDegree(const LaneValues &Words, unsigned Banks = 32);

/// The times a warp uses shared memory to access \p Part of \p Elements. Lanes
/// with more than 4 bytes each are served in groups of 128 bytes; of 16 bytes
/// each, in groups of twice as many lanes if each reads the same as the next
/// lane, or the next but one, of its pair. Measured on an H200: products whose
/// warps are arranged so take 3 to 5 % less time.
unsigned countWavefronts(const LaneValues &Elements, unsigned ElementBytes,
                         BytesOfElement Part);
unsigned countWavefronts(const LaneValues &Elements, unsigned ElementBytes);

/// An access to a tile: one index per dimension, outermost first.
using TileIndex = std::vector<Polynomial>;

/// The wavefronts of all warps of a block for one execution of \p Index.
///
/// \param Sizes of the tile by dimension, in elements; the last is the pitch,
///        the distance of two rows. The first does not matter.
/// \param Fixed values of symbols that are no thread ids; missing ones are 0.
/// \param Part of each element that is accessed; absent: all.
/// \returns nothing if the block size is not known.
std::optional<int64_t>
wavefrontsOf(const TileIndex &Index, const std::vector<int64_t> &Sizes,
             unsigned ElementBytes, const LaunchShape &Shape,
             const std::map<std::string, int64_t> &Fixed = {},
             std::optional<BytesOfElement> Part = std::nullopt);

/// The pitch with the fewest wavefronts for all accesses together, in
/// proportion to the memory it takes, found by evaluating each up to 32
/// elements of padding.
///
/// For 32 threads that read rows of 32 that is 32; if they also read columns,
/// 33; a block 16 wide needs 18.
/// \param Sizes of the tile, the last without padding.
/// \param Parts of elements, one for each access; empty: all of each.
/// \param Stores for each thread that fills the tile the cell it stores to.
/// \param Multiple of which the pitch has to be one.
std::optional<int64_t>
choosePitch(const std::vector<TileIndex> &Accesses, std::vector<int64_t> Sizes,
            unsigned ElementBytes, const LaunchShape &Shape,
            llvm::ArrayRef<BytesOfElement> Parts = {},
            llvm::ArrayRef<std::vector<int64_t>> Stores = {},
            int64_t Multiple = 1);

} // namespace tessera

#endif
