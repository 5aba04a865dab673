//===- PassedPointers.h - Managed memory used through parameters ----------===//
#ifndef TESSERA_FRONTEND_VARIABLES_PASSEDPOINTERS_H
#define TESSERA_FRONTEND_VARIABLES_PASSEDPOINTERS_H

#include "FrontendContext.h"

namespace tessera {

/// Makes shared variables of the parameters through which functions use
/// managed memory of their callers both on the host and on the device. Such a
/// function gets the copy on the device, too, by further parameters behind
/// `SharedVariable::Declaration`, and has transfers of its own: the host's copy
/// is valid when it begins and when it ends.
///
/// All calls have to be seen, and to pass a local pointer that
/// cudaMallocManaged sets, or another such parameter.
void collectPassedPointers(FrontendContext &C);

} // namespace tessera

#endif
