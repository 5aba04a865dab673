//===- PlanMessages.h - What a plan does, as remarks ----------------------===//
#ifndef TESSERA_DRIVER_MESSAGES_PLANMESSAGES_H
#define TESSERA_DRIVER_MESSAGES_PLANMESSAGES_H

#include "tessera/Plan/Planner.h"

namespace tessera {

/// Adds what the first plan of \p Shape does to \p User, and which others there
/// are, to \p Messages.
void reportPlans(const KernelModel &User, const ShapeDecision &Shape,
                 std::vector<Diagnostic> &Messages);

} // namespace tessera

#endif
