//===- UsedMemory.h - That no use of memory is missed ---------------------===//
#ifndef TESSERA_FRONTEND_KERNEL_ACCESSES_USEDMEMORY_H
#define TESSERA_FRONTEND_KERNEL_ACCESSES_USEDMEMORY_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <set>

namespace tessera {

/// The names in \p Body of variables for which \p IsMemory holds that are
/// evaluated where it runs, lambdas in it excluded: their calls are followed.
/// Each has to be in some access, or in what an array's address is used for.
std::set<const clang::DeclRefExpr *>
usesOfMemory(const clang::Stmt *Body,
             llvm::function_ref<bool(const clang::VarDecl *)> IsMemory);

} // namespace tessera

#endif
