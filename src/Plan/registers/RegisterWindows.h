//===- RegisterWindows.h - What outputs read, in registers ----------------===//
#ifndef TESSERA_PLAN_REGISTERS_REGISTERWINDOWS_H
#define TESSERA_PLAN_REGISTERS_REGISTERWINDOWS_H

#include "tessera/Plan/InteriorPath.h"

namespace tessera {

/// Adds to \p Path, whose conditions and axes are known, the windows of every
/// array that outputs beside each other read or write, and what they rely on.
/// What cannot be in a window is accessed as before.
void addWindows(const Program &P, KernelId Kernel,
                const CoarsenedKernel &Coarse, const LaunchShape &Shape,
                InteriorPath &Path);

} // namespace tessera

#endif
