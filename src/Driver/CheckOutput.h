//===- CheckOutput.h - The result, parsed again ---------------------------===//
#ifndef TESSERA_DRIVER_CHECKOUTPUT_H
#define TESSERA_DRIVER_CHECKOUTPUT_H

#include "tessera/Frontend/Frontend.h"
#include "tessera/Plan/TilePlan.h"

namespace tessera {

/// Parses the emitted \p Text and derives the facts of the kernels of \p Plans,
/// which are for the program \p User, from it once more.
///
/// \returns an error that says what differs from the plan: a bug of ours.
llvm::Error checkOutput(llvm::StringRef File, llvm::StringRef Text,
                        const FrontendOptions &Options, const Program &User,
                        const std::vector<KernelPlan> &Plans);

} // namespace tessera

#endif
