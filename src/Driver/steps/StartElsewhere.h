//===- StartElsewhere.h - Launches of kernels in other files --------------===//
#ifndef TESSERA_DRIVER_STEPS_STARTELSEWHERE_H
#define TESSERA_DRIVER_STEPS_STARTELSEWHERE_H

#include "tessera/Emit/Edits.h"
#include "tessera/Model/Program.h"
#include <set>

namespace tessera {

/// The edits that let launches of \p P start versions that other files have.
///
/// \param Names in host functions that are taken.
std::vector<TextEdit> startElsewhere(const Program &P,
                                     std::set<std::string> &Names,
                                     std::vector<Diagnostic> &Messages);

} // namespace tessera

#endif
