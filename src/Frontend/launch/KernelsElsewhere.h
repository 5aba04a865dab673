//===- KernelsElsewhere.h - Kernels and launches across files -------------===//
#ifndef TESSERA_FRONTEND_LAUNCH_KERNELSELSEWHERE_H
#define TESSERA_FRONTEND_LAUNCH_KERNELSELSEWHERE_H

#include "FrontendContext.h"

namespace tessera {

/// Adds the kernels that the main file launches and other files define.
void declareKernelsElsewhere(FrontendContext &C);
/// Adds launches in other files, and what launches here may start there.
void addLaunchesElsewhere(FrontendContext &C);
/// Adds what kernels of other files do with shared variables that they name.
void addUsesElsewhere(FrontendContext &C);

/// The name that the linker knows \p D by, a function or a variable; empty if
/// other files cannot use it, or may define it, too.
std::string linkName(const clang::NamedDecl &D);

} // namespace tessera

#endif
