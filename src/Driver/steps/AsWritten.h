//===- AsWritten.h - What is asked of kernels as the user wrote them ------===//
#ifndef TESSERA_DRIVER_STEPS_ASWRITTEN_H
#define TESSERA_DRIVER_STEPS_ASWRITTEN_H

#include "steps/SplitPhases.h"

namespace tessera {

/// What becomes of \p P if its phases become launches. They are pieces of the
/// kernel as it stands.
llvm::Expected<std::optional<Translation>>
splitAsWritten(const Program &P, const Options &Opts,
               std::vector<Diagnostic> &Messages);

/// What is wrong in the kernels of \p P, with the tiles that they have.
llvm::Expected<std::vector<Diagnostic>> mistakesOf(const Program &P,
                                                   const Options &Opts);

/// Why kernels keep their tiles, of which \p Messages say that another tile of
/// what they read would serve nothing.
std::vector<Diagnostic> keptTilesOf(const Program &P,
                                    llvm::ArrayRef<Diagnostic> Messages);

} // namespace tessera

#endif
