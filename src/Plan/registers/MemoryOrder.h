//===- MemoryOrder.h - Which accesses of a thread come first --------------===//
#ifndef TESSERA_PLAN_REGISTERS_MEMORYORDER_H
#define TESSERA_PLAN_REGISTERS_MEMORYORDER_H

#include "tessera/Plan/InteriorPath.h"

namespace tessera {

/// The order in which one thread makes its accesses, as far as the text tells:
/// those that outputs on a path make.
class MemoryOrder {
public:
  MemoryOrder(const KernelModel &K, const InteriorPath &Path);

  /// Adds to \p Into the writes that may be made before some read \p Id and
  /// after a load in its place: at the start, or where an iteration of \p From
  /// begins.
  void addWritesBefore(AccessId Id, std::optional<LoopId> From,
                       std::set<AccessId> &Into) const;

  /// Adds to \p Into the accesses that may be made after the write \p Id.
  void addBehind(AccessId Id, std::set<AccessId> &Into) const;

private:
  const KernelModel &K;
  std::set<AccessId> Excluded;
  /// The number of its statement, and whether it is what that assigns to.
  std::map<AccessId, std::pair<unsigned, bool>> Places;
};

} // namespace tessera

#endif
