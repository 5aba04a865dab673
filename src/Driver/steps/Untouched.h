//===- Untouched.h - What is known of a program before it is changed ------===//
#ifndef TESSERA_DRIVER_STEPS_UNTOUCHED_H
#define TESSERA_DRIVER_STEPS_UNTOUCHED_H

#include "tessera/Driver/Pipeline.h"
#include "tessera/Emit/Edits.h"

namespace tessera {

/// A translation of \p P that has not begun: warnings, names and places.
Translation untouched(const Program &P);

/// The kernels and host functions of \p P.
std::vector<FunctionPlace> functionsOf(const Program &P);

/// The inline definitions that \p Edits change.
std::vector<SourceRange> inlineChanges(const Program &P,
                                       const std::vector<TextEdit> &Edits);

} // namespace tessera

#endif
