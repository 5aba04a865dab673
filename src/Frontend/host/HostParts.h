//===- HostParts.h - The parts of the host model --------------------------===//
#ifndef TESSERA_FRONTEND_HOST_HOSTPARTS_H
#define TESSERA_FRONTEND_HOST_HOSTPARTS_H

#include "FrontendContext.h"
#include "effects/MemoryEffect.h"

namespace tessera {

/// Fills HostModel::Kernels, and the obstacles that device code makes.
void buildKernelUses(FrontendContext &C);
/// Fills the names, headers and places of the HostModel.
void describePlaces(FrontendContext &C);

/// Notes what the program does about errors of CUDA.
void noteErrorPolicy(FrontendContext &C);

/// Finds the functions that only exchange pointers; their calls do it, too.
void passOnExchanges(HostModel &H);

/// What \p E is the same as: the operand of parentheses, the expression of a
/// default argument.
const clang::Expr *unwrapped(const clang::Expr *E);

/// What each of \p Functions does for its callers, to a fixed point.
Summaries summarise(FrontendContext &C,
                    const std::vector<const clang::FunctionDecl *> &Functions);

} // namespace tessera

#endif
