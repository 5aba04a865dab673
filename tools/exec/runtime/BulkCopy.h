//===- BulkCopy.h - Copies that threads only begin ------------------------===//
//
//   load    global to shared; attached to a phase of an mbarrier, which is not
//           complete before (Mbarrier.h)
//   store   shared to global; in a group of its thread, which waits for it
//
// Asynchronous means late: the bytes move when somebody waits for them, and
// with an odd seed at once. From the beginning of a copy until it is waited for
// its target is marked, and any access is an error.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_RUN_BULKCOPY_H
#define TESSERA_RUN_BULKCOPY_H

#include "Execution.h"
#include <vector>

namespace tessera_rt {

/// Bytes that are contiguous on both sides.
struct Piece {
  char *To;
  const char *From; ///< null: zeros
  size_t Bytes;
};

struct BulkCopy {
  std::vector<Piece> Pieces;
  /// What is written, if that is more contiguous than the pieces.
  char *Target = nullptr;
  size_t Bytes = 0;   ///< as the mbarrier counts
  uintptr_t Code = 0; ///< where it begins
  unsigned Issuer = 0;
  bool IsBulk = true; ///< of the hardware's bulk copies
  bool Moved = false; ///< nothing is left to be done but to remove the marks
  std::vector<char> Buffer; ///< of a source that was read but not yet written
};

/// Checks the accesses of \p Copy as those of the current thread, and marks the
/// target.
void beginCopy(BulkCopy &Copy);
void moveBytes(BulkCopy &Copy);
/// Moves the bytes if that was not done; then the target is the issuer's, by a
/// write with \p Flags of a stamp.
void finishCopy(BulkCopy &Copy, Stamp Flags);

/// Whether \p Thread has made a proxy fence at clock \p Clock or later.
bool isFenced(unsigned Thread, uint64_t Clock);

/// At the end of a block: performs the stores that no thread waited for, as the
/// hardware does.
void finishStores();

/// Fails if the address is not in the space, or not aligned, as a bulk copy
/// needs it.
void checkShared(const void *Pointer, size_t Alignment, const char *What,
                 uintptr_t Code);
void checkGlobal(const void *Pointer, size_t Alignment, const char *What,
                 uintptr_t Code);

/// Begins a store of the current thread.
void addStore(BulkCopy Copy);

} // namespace tessera_rt

#endif
