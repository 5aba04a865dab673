//===- CooperativeText.h - One launch whose blocks wait for each other ----===//
#ifndef TESSERA_EMIT_HOST_COOPERATIVETEXT_H
#define TESSERA_EMIT_HOST_COOPERATIVETEXT_H

#include "layout/Insertions.h"
#include "tessera/Plan/SplitPhases.h"

namespace tessera {

/// What the kernels of \p Plan with barriers of the grid need at file scope.
/// \param Check gets the name of the macro that checks CUDA calls.
std::vector<TextEdit> cooperativePreamble(const Program &P,
                                          const PhasePlan &Plan,
                                          llvm::StringRef Unit,
                                          std::string &Check);

/// The barriers of the grid in the kernel of \p Split, as edits of it.
std::vector<TextEdit> gridBarriers(const Program &P, const SplitKernel &Split,
                                   const Insertions &Layout);

/// The kernel with barriers of the grid, if it stands besides its phases, and
/// the function that starts it; to stand behind the user's kernel. Then the
/// launches, which call that.
std::vector<TextEdit> cooperativeLaunch(const Program &P,
                                        const SplitKernel &Split,
                                        const Insertions &Layout,
                                        const std::string &Check);

} // namespace tessera

#endif
