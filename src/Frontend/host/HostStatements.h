//===- HostStatements.h - Host functions as structured statements ---------===//
#ifndef TESSERA_FRONTEND_HOST_HOSTSTATEMENTS_H
#define TESSERA_FRONTEND_HOST_HOSTSTATEMENTS_H

#include "host/CertainWrites.h"

namespace tessera {

/// The body of \p F, and what the initialisers of a constructor do.
HostStatement statementsOf(FrontendContext &C, const clang::FunctionDecl *F,
                           const Summaries &Known, CertainWrites &Writes);

} // namespace tessera

#endif
