//===- HostMistakes.h - What is wrong with the host's part of a program ---===//
#ifndef TESSERA_PLAN_HOSTMISTAKES_H
#define TESSERA_PLAN_HOSTMISTAKES_H

#include "tessera/Model/Program.h"
#include "tessera/Plan/DeviceModel.h"

namespace tessera {

/// Mistakes that launches, copies and waits of \p P show, on \p Device: only
/// those that every run makes which comes to their place. Without order.
std::vector<Diagnostic> findHostMistakes(const Program &P,
                                         const DeviceModel &Device);

/// Whether a loop of \p P has a copy in it.
bool copiesInLoops(const Program &P);

} // namespace tessera

#endif
