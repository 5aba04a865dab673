//===- LaunchCallee.h - Where launches name their kernel ------------------===//
#ifndef TESSERA_FRONTEND_LAUNCH_LAUNCHCALLEE_H
#define TESSERA_FRONTEND_LAUNCH_LAUNCHCALLEE_H

#include "FrontendContext.h"

namespace tessera {

/// Whether the bytes of \p Name, and nothing else, name \p Kernel, and a
/// version beside that can be named in its place.
bool isCallee(const FrontendContext &C, const clang::DeclRefExpr *Name,
              const clang::FunctionDecl &Kernel);

/// The bytes in which \p Launch names \p Kernel, qualifier and template
/// arguments included, if the name of a version beside that kernel can stand in
/// its place: `app::mul<float>`.
std::optional<SourceRange> calleeOf(const FrontendContext &C,
                                    const clang::CUDAKernelCallExpr *Launch,
                                    const clang::FunctionDecl &Kernel);

/// Whether the kernel was chosen among functions of its name: those of headers
/// count, such as CUDA's `norm`.
bool isOverloaded(const clang::CUDAKernelCallExpr *Launch);

} // namespace tessera

#endif
