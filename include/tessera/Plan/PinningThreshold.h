//===- PinningThreshold.h - When page-locking pays ------------------------===//
#ifndef TESSERA_PLAN_PINNINGTHRESHOLD_H
#define TESSERA_PLAN_PINNINGTHRESHOLD_H

#include <cstdint>

namespace tessera {

/// Page-locking pays when the faster copies save more than it costs. Measured
/// on an H200 host with 512 MiB: a copy takes 39 ms pageable and 10 ms pinned;
/// locking and unlocking take 19 ms. One transfer of an array of `OnceBytes`,
/// or repeated ones of `RepeatedBytes`, make up for it.
struct PinningThreshold {
  int64_t OnceBytes = int64_t(16) << 20;
  int64_t RepeatedBytes = int64_t(1) << 20;
  /// Managed memory of this size, allocated for one transfer, stays managed:
  /// allocating it page-locked takes 0.22 ms more per MiB, and the transfer
  /// saves 0.15 ms.
  int64_t ManagedBytes = int64_t(64) << 20;
  /// Memory that only the device uses has no copy on the host.
  bool DeviceAlone = true;
};

} // namespace tessera

#endif
