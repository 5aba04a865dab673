//===- CheckOutput.h - The result, parsed again ---------------------------===//
#ifndef TESSERA_DRIVER_CHECKOUTPUT_H
#define TESSERA_DRIVER_CHECKOUTPUT_H

#include "tessera/Driver/Options.h"
#include "tessera/Plan/TilePlan.h"

namespace tessera {

/// Parses \p Text, which \p P becomes, and derives the facts of the kernels of
/// \p Plans from it once more. What a compiler does not take only because lines
/// have other numbers than in the user's file is no bug of ours; directives for
/// the numbers help it where the text is for a compiler only.
///
/// \returns a refusal that says what is wrong.
llvm::Error checkResult(const Program &P, llvm::StringRef Text,
                        const std::vector<KernelPlan> &Plans,
                        const Options &Opts);

} // namespace tessera

#endif
