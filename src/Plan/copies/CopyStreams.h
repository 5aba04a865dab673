//===- CopyStreams.h - The program's own copies on streams ----------------===//
#ifndef TESSERA_PLAN_COPIES_COPYSTREAMS_H
#define TESSERA_PLAN_COPIES_COPYSTREAMS_H

#include "tessera/Plan/PlanStreams.h"
#include <functional>

namespace tessera {

/// What asynchronous copies depend on, where the program has its own.
struct FreeCopies {
  /// The statements that are copies of page-locked memory and may become
  /// asynchronous; null: nothing is left of the statement.
  std::map<const HostStatement *, const HostCopy *> Statements;
  /// Adds the variables whose memory may be the same.
  std::function<void(std::set<SharedVarId> &)> AddAliases;
  /// Of a copy of unknown size.
  int64_t LeastBytes = 0;
};

class CopyTrees;
struct FunctionCopies;

/// Of the program's own copies, as they are in \p Functions, those that may be
/// asynchronous, given that \p PageLocked is page-locked.
FreeCopies findFreeCopies(const Program &P, const CopyTrees &Trees,
                          const std::vector<FunctionCopies> &Functions,
                          const std::set<SharedVarId> &PageLocked,
                          const PinningThreshold &Pin);

/// A plan that says which variables are followed, and on which side.
TransferPlan planOfSides(const Program &P, const CopyTrees &Trees);

/// Puts launches and copies of \p P on streams where that pays, as planStreams
/// does with copies of ours: the calls become asynchronous, and the host waits
/// where it uses the memory. \p Into says which variables are on the device.
void planCopyStreams(const Program &P, const FreeCopies &Own,
                     const std::vector<PlanDecision> &Decisions,
                     const DeviceModel &Device, TransferPlan &Into,
                     std::vector<Diagnostic> &Messages,
                     const StreamCosts &Costs = {});

} // namespace tessera

#endif
