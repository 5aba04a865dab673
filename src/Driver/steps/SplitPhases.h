//===- SplitPhases.h - Kernels become several launches --------------------===//
#ifndef TESSERA_DRIVER_STEPS_SPLITPHASES_H
#define TESSERA_DRIVER_STEPS_SPLITPHASES_H

#include "tessera/Driver/Pipeline.h"
#include "tessera/Model/Program.h"

namespace tessera {

/// Translates what \p P becomes when its kernels are cut into phases. Nothing
/// if none is; then \p Messages says why.
llvm::Expected<std::optional<Translation>>
splitPhases(const Program &P, const Options &Opts,
            std::vector<Diagnostic> &Messages);

} // namespace tessera

#endif
