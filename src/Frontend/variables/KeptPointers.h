//===- KeptPointers.h - Addresses that device code keeps ------------------===//
#ifndef TESSERA_FRONTEND_VARIABLES_KEPTPOINTERS_H
#define TESSERA_FRONTEND_VARIABLES_KEPTPOINTERS_H

#include "FrontendContext.h"

namespace tessera {

/// Obstructs the shared variables whose address a kernel stores where others
/// find it: in a variable at file scope, a structure, a list. Whoever loads it
/// there may use all of the memory, which so has to stay where it is.
void obstructKept(FrontendContext &C);

} // namespace tessera

#endif
