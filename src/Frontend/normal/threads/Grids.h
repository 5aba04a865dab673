//===- Grids.h - The threads of a kernel's launches -----------------------===//
#ifndef TESSERA_FRONTEND_NORMAL_THREADS_GRIDS_H
#define TESSERA_FRONTEND_NORMAL_THREADS_GRIDS_H

#include "normal/LaunchFacts.h"
#include "tessera/Kernel/Stmt.h"
#include "tessera/Polyhedral/Polynomial.h"

namespace tessera {

/// The axis of `blockIdx * blockDim + threadIdx + c` in \p P, and c.
std::optional<std::pair<unsigned, int64_t>> globalIndex(const Polynomial &P);

/// Whether each grid has, along \p Axis, a thread for each number below \p End
/// from \p First on. Variables of the host are sizes, which are not negative.
bool cover(const ir::Kernel &K, const LaunchFacts &Facts, unsigned Axis,
           int64_t First, const Polynomial &End);

} // namespace tessera

#endif
