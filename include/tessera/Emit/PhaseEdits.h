//===- PhaseEdits.h - Kernels cut into phases, as edits -------------------===//
#ifndef TESSERA_EMIT_PHASEEDITS_H
#define TESSERA_EMIT_PHASEEDITS_H

#include "tessera/Emit/Edits.h"
#include "tessera/Plan/SplitPhases.h"

namespace tessera {

/// Turns \p Plan into edits of kernels and launches. The user's statements stay
/// where they are: a cut ends one kernel and begins the next.
std::vector<TextEdit> collectPhaseEdits(const Program &P,
                                        const PhasePlan &Plan);

} // namespace tessera

#endif
