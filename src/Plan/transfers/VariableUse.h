//===- VariableUse.h - Who touches a shared variable ----------------------===//
#ifndef TESSERA_PLAN_TRANSFERS_VARIABLEUSE_H
#define TESSERA_PLAN_TRANSFERS_VARIABLEUSE_H

#include "tessera/Model/SharedVariable.h"
#include <algorithm>
#include <vector>

namespace tessera {

/// Who touches a variable, and how. Allocation comes first, freeing last.
struct VariableUse {
  bool HostReads = false, HostWrites = false;
  bool DeviceReads = false, DeviceWrites = false;
  bool Allocates = false, Frees = false;
  bool MovesCopies = false; ///< a function with transfers of its own
  bool Overwrites = false;  ///< all on the device, which needs nothing before
  /// All on the host, which needs nothing before. Of a loop: with its body.
  bool HostOverwrites = false;
  /// All that the host reads, if these are single elements.
  std::vector<SharedElement> Elements = {};

  bool host() const { return HostReads || HostWrites; }
  bool device() const { return DeviceReads || DeviceWrites; }
  bool any() const { return host() || device() || Allocates || Frees; }
  void add(const VariableUse &Other) {
    if (Other.device())
      Overwrites = Other.Overwrites && (Overwrites || !device());
    if (Other.HostReads && (!HostReads || !Elements.empty()))
      Elements = Other.Elements.empty() ? Other.Elements
                                        : joined(Elements, Other.Elements);
    HostReads |= Other.HostReads;
    HostWrites |= Other.HostWrites;
    DeviceReads |= Other.DeviceReads;
    DeviceWrites |= Other.DeviceWrites;
    Allocates |= Other.Allocates;
    Frees |= Other.Frees;
    MovesCopies |= Other.MovesCopies;
  }
  bool operator==(const VariableUse &) const = default;

private:
  static std::vector<SharedElement> joined(std::vector<SharedElement> All,
                                           std::vector<SharedElement> More) {
    for (SharedElement &E : More)
      if (std::find(All.begin(), All.end(), E) == All.end())
        All.push_back(std::move(E));
    return All;
  }
};

} // namespace tessera

#endif
