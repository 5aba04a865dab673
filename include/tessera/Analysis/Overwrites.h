//===- Overwrites.h - Launches that write the whole of an array -----------===//
#ifndef TESSERA_ANALYSIS_OVERWRITES_H
#define TESSERA_ANALYSIS_OVERWRITES_H

#include "tessera/Analysis/InstanceSpace.h"

namespace tessera {

/// Whether \p Launch certainly writes each of the first \p Bytes bytes of what
/// its kernel knows as \p Array, for all values of the variables in sizes:
///
///   { A[e] : 0 <= e < n } is a subset of what threads of the grid write
///
/// and reads of it only what the same thread wrote before. False if isl gives
/// up.
bool overwrites(isl::ctx Context, const KernelModel &Kernel,
                const LaunchModel &Launch, ArrayId Array,
                const HostValue &Bytes);

} // namespace tessera

#endif
