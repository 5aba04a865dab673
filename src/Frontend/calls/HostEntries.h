//===- HostEntries.h - Where functions run that no call shows -------------===//
#ifndef TESSERA_FRONTEND_CALLS_HOSTENTRIES_H
#define TESSERA_FRONTEND_CALLS_HOSTENTRIES_H

#include "effects/MemoryEffect.h"

namespace tessera {

struct FrontendContext;

/// Notes which functions attributes run before main or behind it, which have a
/// second name, and what assembly names.
void noteEntries(FrontendContext &C);

/// Notes what initialisers of variables at file scope use: they run before
/// main, those of thread-local variables at the first use.
void noteInitialisers(FrontendContext &C, const Summaries &Known);

} // namespace tessera

#endif
