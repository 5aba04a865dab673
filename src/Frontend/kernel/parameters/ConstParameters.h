//===- ConstParameters.h - Pointers that could be pointers to const -------===//
#ifndef TESSERA_FRONTEND_KERNEL_PARAMETERS_CONSTPARAMETERS_H
#define TESSERA_FRONTEND_KERNEL_PARAMETERS_CONSTPARAMETERS_H

#include "FrontendContext.h"

namespace tessera {

/// Notes the kernels that are named other than by a launch `k<<<..>>>`.
void noteNamedKernels(FrontendContext &C);

/// Whether the kernel \p F would mean the same if its parameter \p P, a
/// pointer, were one to `const`. Its elements are loaded, or bound to what is
/// `const`: no overload, no deduced type sees the difference. Nor does the type
/// of \p F: no pointer holds it, no other function has its name.
bool mayPointToConst(const FrontendContext &C, const clang::FunctionDecl *F,
                     const clang::ParmVarDecl *P);

} // namespace tessera

#endif
