//===- ArchDependence.h - Kernels that differ between architectures -------===//
#ifndef TESSERA_FRONTEND_SOURCE_ARCHDEPENDENCE_H
#define TESSERA_FRONTEND_SOURCE_ARCHDEPENDENCE_H

namespace clang {
class FunctionDecl;
}

namespace tessera {

struct FrontendContext;

/// Whether something else may be compiled for \p Kernel, depending on
/// `__CUDA_ARCH__`, than what was read: a conditional in its text, a macro that
/// it uses, or one of either kind in a function, variable or type that it uses.
bool dependsOnArch(const FrontendContext &C, const clang::FunctionDecl *Kernel);

} // namespace tessera

#endif
