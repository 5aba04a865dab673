//===- FuseLoops.h - Launch loops become one launch -----------------------===//
#ifndef TESSERA_DRIVER_STEPS_FUSELOOPS_H
#define TESSERA_DRIVER_STEPS_FUSELOOPS_H

#include "tessera/Driver/Pipeline.h"
#include "tessera/Model/Program.h"

namespace tessera {

/// Translates what \p P becomes when its launch loops are one launch each.
/// Nothing if none is; then \p Messages says why.
llvm::Expected<std::optional<Translation>>
fuseLoops(const Program &P, const Options &Opts,
          std::vector<Diagnostic> &Messages);

} // namespace tessera

#endif
