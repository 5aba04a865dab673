//===- Coalescing.h - Memory transactions of a warp -----------------------===//
#ifndef TESSERA_ANALYSIS_COALESCING_H
#define TESSERA_ANALYSIS_COALESCING_H

#include "tessera/Analysis/Delinearize.h"
#include "tessera/Analysis/Warp.h"

namespace tessera {

/// Bytes that global memory moves at least.
inline constexpr int64_t SectorBytes = 32;

/// Those that \p Id accesses: all, or a member. Compilers access all members of
/// what one load copies at once.
BytesOfElement bytesOf(const KernelModel &K, AccessId Id);

/// The number of sectors that hold elements \p Elements of \p ElementBytes, or
/// \p Part of each.
int64_t countSectors(const LaneValues &Elements, int64_t ElementBytes,
                     BytesOfElement Part);
int64_t countSectors(const LaneValues &Elements, int64_t ElementBytes);

/// What all warps of a block ask for in one execution of an access.
struct Coalescing {
  int64_t Requests = 0; ///< warps
  int64_t Sectors = 0;
  /// Sectors if each lane accessed the neighbour of the one before.
  int64_t Dense = 0;
  int64_t Lines = 0; ///< of the cache, 128 bytes: what it looks up

  /// Whether all lanes read the same element, in each warp.
  bool Broadcast = false;
  double sectorsPerRequest() const { return double(Sectors) / Requests; }
  /// At most \p Slack times the dense number of sectors: one more sector per
  /// request for a misaligned start is still fine.
  bool isCoalesced(double Slack = 1.5) const {
    return Sectors <= Slack * Dense;
  }
};

llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const Coalescing &C);

/// Evaluates \p Id in block 0 and the first iterations, all guards open.
///
/// Arrays begin on a sector; an unknown row stride is a multiple of a sector
/// (1024 elements), which is what its user wants it to be.
/// \param Whole counts whole elements also for an access to members.
/// \returns nothing if the access or the block size is not known.
std::optional<Coalescing> coalescingOf(const KernelSpace &Space,
                                       const ArrayCoordinates &Array,
                                       AccessId Id, bool Whole = false);

/// The transactions of a half-warp of compute capability 1.2 and 1.3, in
/// bytes, in the order in which they are made: the segment of the first lane
/// not served, 128 bytes (64 for 2-byte and 32 for 1-byte elements), halved
/// while one half of it suffices.
///
/// \param Elements of up to 16 lanes.
std::vector<int64_t> halfWarpTransactions(const LaneValues &Elements,
                                          int64_t ElementBytes);

} // namespace tessera

#endif
