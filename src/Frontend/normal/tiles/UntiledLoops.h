//===- UntiledLoops.h - Kernels whose tiles are gone ----------------------===//
#ifndef TESSERA_FRONTEND_NORMAL_TILES_UNTILEDLOOPS_H
#define TESSERA_FRONTEND_NORMAL_TILES_UNTILEDLOOPS_H

#include "normal/tiles/CellOwners.h"

namespace tessera {

/// \p Body with what stands behind `if (c) return;`, and waits for no others,
/// under `if (!c)`.
ir::StmtPtr withoutReturn(ir::Kernel &K, const ir::StmtPtr &Body);

/// \p Body with loops that have barriers counting their rounds, from 0: in
/// blocks of the known sizes.
ir::StmtPtr withCountedRounds(ir::Kernel &K, const ir::StmtPtr &Body,
                              const LaunchFacts &Facts);

/// \p Body without what only gives variables values that nothing reads, which
/// something in \p Before did.
ir::StmtPtr withoutUnread(ir::Kernel &K, const ir::StmtPtr &Body,
                          const ir::StmtPtr &Before);

/// \p Body, of whose statements the last is an If, and the others change
/// nothing but variables: with these in it.
ir::StmtPtr underLastCondition(ir::Kernel &K, const ir::StmtPtr &Body,
                               const Offsets &Known);

} // namespace tessera

#endif
