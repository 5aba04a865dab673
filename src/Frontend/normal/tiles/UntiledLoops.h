//===- UntiledLoops.h - Kernels whose tiles are gone ----------------------===//
#ifndef TESSERA_FRONTEND_NORMAL_TILES_UNTILEDLOOPS_H
#define TESSERA_FRONTEND_NORMAL_TILES_UNTILEDLOOPS_H

#include "normal/tiles/TileCells.h"

namespace tessera {

/// \p S; if it is a loop whose counter steps by a number from 0, with one that
/// counts its rounds.
ir::StmtPtr withCountedRounds(ir::Kernel &K, const ir::StmtPtr &S,
                              const TileCells &Cells);

/// \p Body, of whose statements the last is an If, and the others change
/// nothing but variables: with these in it.
ir::StmtPtr underLastCondition(const ir::Kernel &K, const ir::StmtPtr &Body);

} // namespace tessera

#endif
