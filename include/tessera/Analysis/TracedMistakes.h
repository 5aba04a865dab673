//===- TracedMistakes.h - Mistakes that threads of a launch show ----------===//
#ifndef TESSERA_ANALYSIS_TRACEDMISTAKES_H
#define TESSERA_ANALYSIS_TRACEDMISTAKES_H

#include "tessera/Model/Program.h"

namespace tessera {

/// The mistakes in \p T, a launch of \p P: barriers that a thread does not
/// reach, races, elements that are not there or hold nothing. One of each kind
/// for an array, for a barrier its place.
///
/// Only what all of these threads do for sure. As in \ref findConflicts, writes
/// of one element that may store the same value are none.
std::vector<Diagnostic> findTracedMistakes(const Program &P,
                                           const LaunchTrace &T);

} // namespace tessera

#endif
