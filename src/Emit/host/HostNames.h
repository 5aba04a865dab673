//===- HostNames.h - How host code spells shared variables ----------------===//
#ifndef TESSERA_EMIT_HOST_HOSTNAMES_H
#define TESSERA_EMIT_HOST_HOSTNAMES_H

#include "tessera/Emit/Edits.h"
#include "tessera/Plan/TransferPlan.h"

namespace tessera {

/// The function that \p Where stands in: the inner one of two; null if none.
const HostFunction *functionAt(const Program &P, SourceRange Where);

/// The plan of \p Id with all names as code at \p Where spells them: those of a
/// member with the object that the function there knows.
VariablePlan namesAt(const Program &P, const TransferPlan &Plan, SharedVarId Id,
                     SourceRange Where);

/// Says `::exit` in what \p E adds where the program has an `exit` of its own.
void nameLibrary(const Program &P, TextEdit &E);

} // namespace tessera

#endif
