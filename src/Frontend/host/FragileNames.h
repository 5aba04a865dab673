//===- FragileNames.h - What only code that may go uses -------------------===//
#ifndef TESSERA_FRONTEND_HOST_FRAGILENAMES_H
#define TESSERA_FRONTEND_HOST_FRAGILENAMES_H

#include "FrontendContext.h"

namespace tessera {

/// Fills HostModel::FragileNames: local variables, static ones and static
/// functions that calls about managed memory or headers of loops of launches
/// name, and what their declarations name.
void collectFragileNames(FrontendContext &C);

} // namespace tessera

#endif
