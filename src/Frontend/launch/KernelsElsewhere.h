//===- KernelsElsewhere.h - Kernels and launches across files -------------===//
#ifndef TESSERA_FRONTEND_LAUNCH_KERNELSELSEWHERE_H
#define TESSERA_FRONTEND_LAUNCH_KERNELSELSEWHERE_H

#include "FrontendContext.h"

namespace tessera {

/// Adds the kernels that the main file launches and other files define.
void declareKernelsElsewhere(FrontendContext &C);
/// Tells of each kernel that the project names here and a header defines whose
/// text is not in the file: it is not looked at.
/// \param Left see SplicedProgram.
void tellOfKernelsInHeaders(FrontendContext &C,
                            const std::map<std::string, LeftHeader> &Left);
/// Adds launches in other files, and what launches here may start there.
void addLaunchesElsewhere(FrontendContext &C);
/// Adds what kernels of other files do with shared variables that they name.
void addUsesElsewhere(FrontendContext &C);

} // namespace tessera

#endif
