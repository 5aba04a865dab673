//===- OwnConstants.h - Memory of the device also in constant memory ------===//
#ifndef TESSERA_PLAN_COPIES_OWNCONSTANTS_H
#define TESSERA_PLAN_COPIES_OWNCONSTANTS_H

#include "copies/CopyTree.h"
#include "tessera/Plan/TransferPlan.h"

namespace tessera {

/// Why there can be no copy of \p Id, memory that cudaMalloc makes, in constant
/// memory: the program allocates it again, not every write of it is a copy from
/// the host that can be repeated, or a kernel stands against it. Empty if there
/// can be one.
std::string whyNotOwnConstant(const Program &P, const CopyTrees &Trees,
                              SharedVarId Id);

/// What kernels take the elements of \p Id to be; nothing if they do not agree,
/// or if the type is more than a number's.
struct ElementOfConstant {
  std::string Type;
  unsigned Bytes = 0;
  auto operator<=>(const ElementOfConstant &) const = default;
};
std::optional<ElementOfConstant> elementOf(const Program &P, SharedVarId Id);

/// Where a declaration at file scope comes before all kernels that use \p Id,
/// and behind what the type of its elements needs.
CodePosition placeBeforeKernels(const Program &P, SharedVarId Id);

} // namespace tessera

#endif
