//===- DeviceChoice.h - Which device a program uses -----------------------===//
#ifndef TESSERA_FRONTEND_HOST_DEVICECHOICE_H
#define TESSERA_FRONTEND_HOST_DEVICECHOICE_H

#include "FrontendContext.h"

namespace tessera {

/// Fills HostModel::DeviceChoices and UnseenChoice, and StaticBytes.
void collectDeviceChoices(FrontendContext &C);

} // namespace tessera

#endif
