//===- PlanMessages.h - What a plan does, as remarks ----------------------===//
#ifndef TESSERA_DRIVER_PLANMESSAGES_H
#define TESSERA_DRIVER_PLANMESSAGES_H

#include "tessera/Plan/TilePlan.h"

namespace tessera {

/// Adds what \p Plan does to \p User to \p Messages.
void reportPlan(const KernelModel &User, const KernelPlan &Plan,
                std::vector<Diagnostic> &Messages);

} // namespace tessera

#endif
