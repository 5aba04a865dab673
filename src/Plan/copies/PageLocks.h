//===- PageLocks.h - Page-locks for the program's own copies --------------===//
#ifndef TESSERA_PLAN_COPIES_PAGELOCKS_H
#define TESSERA_PLAN_COPIES_PAGELOCKS_H

#include "copies/CopyTree.h"
#include "tessera/Plan/ImproveCopies.h"

namespace tessera {

/// A function and its copies, moved as they will be.
struct FunctionCopies {
  CopyNode Root;
  std::vector<CopyOfBytes> Copies;
};

/// Whether \p F is called in a loop, or at several places.
bool isRepeated(const Program &P, const HostFunction &F);

/// Page-locks the host's memory where that pays, from its allocation to where
/// it is freed. \p Functions are those of \p P, in order.
///
/// \returns what is page-locked then, by us or by the program itself.
std::set<SharedVarId>
planPageLocks(const Program &P, const CopyTrees &Trees,
              const std::vector<FunctionCopies> &Functions,
              const PinningThreshold &Pin, CopyPlan &Plan);

} // namespace tessera

#endif
