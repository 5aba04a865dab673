//===- NamedLaunches.h - Launches that calls and macros make --------------===//
//
//   #define LAUNCH(k, grid, block, ...) k<<<grid, block>>>(__VA_ARGS__)
//   LAUNCH(copy, n / 256, 256, x, y);
//   cudaLaunchKernel((void *)copy, grid, block, args, 0, 0);
//   auto *kernel = copy;  kernel<<<grid, block>>>(x, y);
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_FRONTEND_LAUNCH_NAMEDLAUNCHES_H
#define TESSERA_FRONTEND_LAUNCH_NAMEDLAUNCHES_H

#include "FrontendContext.h"

namespace tessera {

/// Lets \p L, which \p Launch makes, start versions by naming them where \p
/// Named, a function or a variable that holds nothing else, is the kernel. Its
/// grid, its block and its bytes are no longer repeatable where their text is
/// used for more.
///
/// \param Operands grid, block, bytes and stream; null where they are not known
/// \param Arguments of the kernel
void startByName(const FrontendContext &C, const clang::Expr *Launch,
                 const clang::Expr *Named,
                 llvm::ArrayRef<const clang::Expr *> Operands,
                 llvm::ArrayRef<const clang::Expr *> Arguments, LaunchModel &L);

} // namespace tessera

#endif
