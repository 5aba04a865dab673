//===- HostBuilder.cpp - Host functions and shared variables --------------===//
#include "FrontendContext.h"

namespace tessera {

void buildHostModel(FrontendContext &) {}

} // namespace tessera
