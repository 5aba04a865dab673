//===- AllowShared.h - Shared memory beyond what every launch may have ----===//
#ifndef TESSERA_PLAN_ALLOWSHARED_H
#define TESSERA_PLAN_ALLOWSHARED_H

#include "tessera/Plan/Planner.h"
#include "tessera/Plan/TransferPlan.h"

namespace tessera {

/// The call that lets \p Choice start \p Version of \p K with \p Bytes of
/// dynamic shared memory.
std::string allowSharedCall(const Program &P, const KernelModel &K,
                            const KernelPlan &Version,
                            const LaunchChoice &Choice,
                            const std::string &Bytes);

/// Lets launches have the shared memory that plans need beyond what every
/// launch may have.
void allowSharedMemory(const Program &P, std::vector<PlanDecision> &Decisions,
                       TransferPlan &Plan);

} // namespace tessera

#endif
