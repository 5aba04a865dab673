//===- CheckEdits.h - Tests that the device makes, as edits ---------------===//
#ifndef TESSERA_EMIT_CHECKEDITS_H
#define TESSERA_EMIT_CHECKEDITS_H

#include "tessera/Emit/Edits.h"
#include "tessera/Plan/DeferChecks.h"

namespace tessera {

/// Turns \p Plan into edits of loops, launches and kernels. The edited text is
/// a program in the simple memory model, as the one before.
std::vector<TextEdit> collectCheckEdits(const Program &P,
                                        const CheckPlan &Plan);

} // namespace tessera

#endif
