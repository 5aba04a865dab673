//===- KernelDeclarations.h - Where a kernel is declared ------------------===//
#ifndef TESSERA_FRONTEND_KERNEL_KERNELDECLARATIONS_H
#define TESSERA_FRONTEND_KERNEL_KERNELDECLARATIONS_H

#include "FrontendContext.h"

namespace tessera {

/// Sets what \p K, whose definition is \p Definition, has of its declarations;
/// its `Definition` and `NameRange` are known.
///
/// \returns why versions of it cannot be declared like it; empty if they can.
std::string locateDeclarations(FrontendContext &C,
                               const clang::FunctionDecl *Definition,
                               KernelModel &K);

} // namespace tessera

#endif
