//===- NamesInCalls.h - What only calls that may go use -------------------===//
#ifndef TESSERA_FRONTEND_NAMESINCALLS_H
#define TESSERA_FRONTEND_NAMESINCALLS_H

#include "FrontendContext.h"

namespace tessera {

/// Fills HostModel::NamesInCalls: local variables, static ones and static
/// functions that calls about managed memory name, and what their declarations
/// name.
void collectNamesInCalls(FrontendContext &C);

} // namespace tessera

#endif
