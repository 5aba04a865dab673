//===- Mbarrier.h - Barriers in shared memory -----------------------------===//
//
// A phase is complete when as many arrivals came as the barrier was initialised
// with, and as many bytes as were announced:
//
//   arrive            Pending goes down
//   expect            Tx goes up
//   copy              is attached to the phase, and comes with its bytes
//   Pending == 0, and the attached copies have Tx bytes, and somebody waits:
//                     they are performed, the next phase begins
//
// A thread that waits is after everything that its block did before the phase
// was complete (see Stamp.h); one that does not wait is not.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_RUN_MBARRIER_H
#define TESSERA_RUN_MBARRIER_H

#include "BulkCopy.h"

namespace tessera_rt {

/// Makes the current phase of \p Barrier wait for that many bytes more.
void expectBytes(const void *Barrier, long long Bytes, uintptr_t Code);

/// Begins \p Copy, without which the current phase of \p Barrier is incomplete.
void attachCopy(const void *Barrier, BulkCopy Copy);

/// Fails unless the initialisation of \p Barrier is visible to bulk copies.
void checkBarrierFenced(const void *Barrier, uintptr_t Code);

/// Nobody can go on, and \p Thread waits for a phase that is not complete.
[[noreturn]] void failNeverCompletes(unsigned Thread, uintptr_t Code);

/// Whether the block has one.
bool usesMbarriers();

/// At the end of a block. Warns of copies that nobody waited for.
void forgetMbarriers();

} // namespace tessera_rt

#endif
