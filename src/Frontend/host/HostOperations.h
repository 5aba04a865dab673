//===- HostOperations.h - Calls and accesses of a host statement ----------===//
#ifndef TESSERA_FRONTEND_HOST_HOSTOPERATIONS_H
#define TESSERA_FRONTEND_HOST_HOSTOPERATIONS_H

#include "FrontendContext.h"
#include "effects/MemoryEffect.h"

namespace tessera {

/// What \p S of the function \p F does, in order of evaluation.
std::vector<HostOperation> operationsOf(FrontendContext &C,
                                        const clang::FunctionDecl *F,
                                        const Summaries &Known,
                                        const clang::Stmt *S);

/// Whether variables right below \p S have destructors that may do more than
/// those of the standard library.
bool endsInCalls(const clang::CompoundStmt *S);

} // namespace tessera

#endif
