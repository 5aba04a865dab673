//===- RowEnds.h - Threads at the ends of rows ----------------------------===//
#ifndef TESSERA_PLAN_REGISTERS_ROWENDS_H
#define TESSERA_PLAN_REGISTERS_ROWENDS_H

#include "tessera/Plan/InteriorPath.h"

namespace tessera {

/// Lets threads take \p Path of whose columns the first or the last is inside,
/// but not all: InteriorPath::Ends. What their other outputs would read is read
/// and not used, where it lies between elements that the thread reads anyway;
/// other moves become RegisterMove::Guarded. Changes nothing where that may not
/// be done.
void addRowEnds(const CoarsenedKernel &Coarse, InteriorPath &Path);

} // namespace tessera

#endif
