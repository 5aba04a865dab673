//===- FusionEdits.h - Launch loops that become one launch, as edits ------===//
#ifndef TESSERA_EMIT_FUSIONEDITS_H
#define TESSERA_EMIT_FUSIONEDITS_H

#include "tessera/Emit/Edits.h"
#include "tessera/Plan/FuseLaunches.h"

namespace tessera {

/// Turns \p Plan into edits of loops, launches and kernels.
std::vector<TextEdit> collectFusionEdits(const Program &P,
                                         const FusePlan &Plan);

} // namespace tessera

#endif
