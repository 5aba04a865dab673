//===- AllocatedBytes.h - How much memory a pointer has -------------------===//
#ifndef TESSERA_FRONTEND_VARIABLES_ALLOCATEDBYTES_H
#define TESSERA_FRONTEND_VARIABLES_ALLOCATEDBYTES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include <optional>

namespace tessera {

/// The bytes that \p Pointer, the use of a local variable, points to: the size
/// in the one call of cudaMalloc or its kin that sets it.
///
/// \param Body of the function that declares it; may be null.
/// \returns nothing if the size is no constant, or the variable may change
///          otherwise.
std::optional<int64_t> allocatedBytes(const clang::ASTContext &AST,
                                      const clang::Stmt *Body,
                                      const clang::Expr *Pointer);

} // namespace tessera

#endif
