//===- Checks.h - Every access of a kernel --------------------------------===//
#ifndef TESSERA_RUN_CHECKS_H
#define TESSERA_RUN_CHECKS_H

#include "Execution.h"

namespace tessera_rt {

enum class Access {
  Read,
  Write,
  Atomic,     ///< read and write at once
  AtomicRead, ///< also: volatile
  AtomicWrite,
};

/// Checks an access of the thread that runs, and remembers it.
void checkAccess(Access What, uintptr_t Address, size_t Bytes, uintptr_t Code);

/// Checks an access of the host.
void checkHostAccess(Access What, uintptr_t Address, size_t Bytes,
                     uintptr_t Code);

/// Checks an access of a copy or memset, the operation that runs.
void checkOperationAccess(bool Write, uintptr_t Address, size_t Bytes,
                          uintptr_t Code);

/// A subscript that its array does not have, although the memory may be there:
/// `a[0][N]` of `int a[M][N]`. Host code is left alone.
void subscriptOutOfBounds(uintptr_t Index, uintptr_t Code);

/// An access whose address is no multiple of \p Alignment.
[[noreturn]] void failMisaligned(uintptr_t Address, size_t Alignment,
                                 uintptr_t Code);

void settlePendingWriteNow();

/// Two plain writes of one value to one place are no error. The value is known
/// after the write only, so the comparison waits for the next event.
inline void settlePendingWrite() {
  if (CurrentMode == Mode::Undecided) [[unlikely]]
    settlePendingWriteNow();
}

/// Whether the host computes what the device would: see tessera_run/thrust.h.
extern bool HostStandsForDevice;

} // namespace tessera_rt

#endif
