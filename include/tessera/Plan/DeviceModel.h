//===- DeviceModel.h - What a GPU offers, and what things cost there ------===//
#ifndef TESSERA_PLAN_DEVICEMODEL_H
#define TESSERA_PLAN_DEVICEMODEL_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace tessera {

/// A profile: `devices/NAME.yaml`. Sizes in bytes; costs are relative to one
/// read of a global element that the first-level cache holds, on a device that
/// has one, and scale out of every comparison.
struct DeviceModel {
  std::string Name;
  std::string Architecture; ///< `sm_90`
  int64_t Multiprocessors = 0;
  int64_t SharedPerBlock = 0; ///< static shared memory of a block
  int64_t SharedOptIn = 0;    ///< dynamic, with cudaFuncSetAttribute
  int64_t SharedPerMultiprocessor = 0;
  int64_t SharedUnit = 1;     ///< blocks get multiples of it
  int64_t SharedReserved = 0; ///< that CUDA takes of what a block gets
  int64_t RegistersPerMultiprocessor = 0;
  int64_t RegistersPerThread = 0;
  /// Warps get multiples of it; blocks do, if they get registers as a whole.
  int64_t RegisterUnit = 1;
  bool RegistersByBlock = false;
  /// The register files of a multiprocessor, each for as many warps; of blocks
  /// that get registers as a whole: of which their warps count as multiples.
  int64_t WarpUnit = 1;
  int64_t ThreadsPerMultiprocessor = 0;
  int64_t BlocksPerMultiprocessor = 0;
  int64_t ThreadsPerBlock = 0;
  int64_t Banks = 0;
  int64_t WarpSize = 32;
  /// Cost per thread of a global read that was read before by its block: with
  /// a cache for global data far below that of a first read.
  double RepeatedGlobalRead = 0;
  double SharedRead = 0;
  /// Cost per element of copying it into a tile.
  double CopyIn = 0;
  /// Cost per element of a global write whose warp fills whole sectors.
  double Write = 0;
  /// What is added per element where each lane of a warp reads, or writes, a
  /// sector of its own: eight times the sectors for elements of 4 bytes. Less
  /// in proportion.
  double ScatteredRead = 0, ScatteredWrite = 0;
  /// Cost per thread of a barrier.
  double Barrier = 0;
  /// Cost per atomic update of elements all over global, or shared, memory;
  /// and what is added if all threads update the same element.
  double GlobalAtomic = 0, SharedAtomic = 0;
  double GlobalContention = 0, SharedContention = 0;

  /// What it does in a second or a cycle; 0 if the profile does not say, which
  /// goes for devices without a cache for global memory.
  double Clock = 0; ///< GHz
  /// Threads whose instructions a multiprocessor completes in each cycle.
  double FloatLanes = 0, DoubleLanes = 0, IntegerLanes = 0, SpecialLanes = 0;
  int64_t L2Bytes = 0;                         ///< of the second-level cache
  double L2Bandwidth = 0, MemoryBandwidth = 0; ///< GB/s, of the whole device
  double MemoryLatency = 0;                    ///< cycles

  bool hasRates() const { return Clock > 0; }
  /// Cost per element of a global read that nobody has read before.
  double firstRead() const { return CopyIn - SharedRead; }
  /// The first number of its compute capability, times 10, and the second.
  int64_t capability() const;
  /// Whether a sector stays near enough for a thread's next reads of it.
  bool keepsSectors() const { return RepeatedGlobalRead < 0.7 * firstRead(); }
};

/// The profile called \p Name, or made for the architecture \p Name
/// (`sm_90`, `compute_90`); empty: sm_90.
///
/// \param Directory holds the profiles.
/// \returns an error that names the known profiles.
llvm::Expected<DeviceModel> findDevice(llvm::StringRef Name,
                                       llvm::StringRef Directory);

/// The profile for \p Architecture (`sm_89`), or else for the highest one below
/// that, or else for the lowest.
llvm::Expected<DeviceModel> nearestDevice(llvm::StringRef Architecture,
                                          llvm::StringRef Directory);

} // namespace tessera

#endif
