//===- VariablePlan.h - Where a shared variable lives ---------------------===//
#ifndef TESSERA_PLAN_VARIABLEPLAN_H
#define TESSERA_PLAN_VARIABLEPLAN_H

#include <string>

namespace tessera {

/// Where a shared variable lives.
enum class Placement {
  Host,     ///< no kernel uses it: an ordinary variable
  Value,    ///< a scalar that kernels only read: passed by value
  Device,   ///< a host variable with a device copy
  Constant, ///< a host variable with a copy in the device's constant memory
  Managed,  ///< managed memory: not all its uses can be followed
};

struct VariablePlan {
  Placement Where = Placement::Host;
  std::string Why;      ///< of Managed
  std::string HostName; ///< how host code spells the variable anywhere
  /// The pointer to the device copy, at file scope; of Constant the copy.
  std::string DeviceName;
  std::string DeviceSpelling; ///< how host code spells that pointer
  bool Pinned = false;        ///< page-locked while main runs
  std::string Bytes;          ///< its size as an expression
  bool SavesBytes = false;    ///< `Bytes` is a variable that we declare
  /// Of Device: nothing uses it on the host, whose pointer is the device's.
  bool Alone = false;
  unsigned Uploads = 0, Readbacks = 0;                 ///< places in the text
  bool UploadRepeats = false, ReadbackRepeats = false; ///< some are in loops
  bool ReadsElements = false;                          ///< single ones in loops
  /// Flags, as host code spells them, that tell at run time which copies are
  /// valid; empty where nothing asks. Transfers set them.
  std::string HostFlag, DeviceFlag;
  bool hasFlags() const { return !HostFlag.empty() || !DeviceFlag.empty(); }
};

} // namespace tessera

#endif
