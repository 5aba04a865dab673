//===- NormalKernels.h - The kernels of a file in their normal form -------===//
#ifndef TESSERA_FRONTEND_READING_NORMALKERNELS_H
#define TESSERA_FRONTEND_READING_NORMALKERNELS_H

#include "source/Overlay.h"

namespace tessera {

struct FrontendContext;

/// What becomes of the bodies of kernels in the parsed text for facts to be
/// computed on. Fills Program::NormalForms.
Overlay normaliseKernels(FrontendContext &C);

} // namespace tessera

#endif
