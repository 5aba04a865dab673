//===- MemoryOrder.h - Which accesses of a thread come first --------------===//
#ifndef TESSERA_PLAN_MEMORYORDER_H
#define TESSERA_PLAN_MEMORYORDER_H

#include "tessera/Model/KernelModel.h"

namespace tessera {

/// The order in which one thread makes its accesses, as far as the text tells.
class MemoryOrder {
public:
  explicit MemoryOrder(const NodePtr &Body);

  /// Adds to \p Into the writes that may be made before some read \p Id and
  /// after a load in its place: at the start, or where an iteration of \p From
  /// begins.
  void addWritesBefore(const KernelModel &K, AccessId Id,
                       std::optional<LoopId> From,
                       std::set<AccessId> &Into) const;

  /// Adds to \p Into the accesses that may be made after the write \p Id.
  void addBehind(const KernelModel &K, AccessId Id,
                 std::set<AccessId> &Into) const;

private:
  /// The number of its statement, and whether it is what that assigns to.
  std::map<AccessId, std::pair<unsigned, bool>> Places;
};

} // namespace tessera

#endif
