//===- UnknownParts.h - What keeps values from being known ----------------===//
#ifndef TESSERA_FRONTEND_KERNEL_UNKNOWNPARTS_H
#define TESSERA_FRONTEND_KERNEL_UNKNOWNPARTS_H

#include "FrontendContext.h"
#include "values/IndexExpr.h"

namespace tessera {

/// The first part of \p E, in the order of its computation, that is no sum or
/// product of ids, parameters, constants and counters of loops. What a variable
/// is initialised with counts, if it gets no other value.
///
/// \param Scope has the variables that are known.
/// \param Mutated variables with several values.
UnknownPart unknownPartOf(const FrontendContext &C, const clang::Expr *E,
                          const IndexScope &Scope,
                          const std::set<const clang::VarDecl *> &Mutated);

/// The same for where \p Access leads to: its subscripts, and the pointer.
UnknownPart unknownPlaceOf(const FrontendContext &C, const clang::Expr *Access,
                           const IndexScope &Scope,
                           const std::set<const clang::VarDecl *> &Mutated);

/// \p S itself.
UnknownPart partAt(const FrontendContext &C, UnknownPart::Kind K,
                   const clang::Stmt *S);

/// The first statement by which \p S leaves its surrounding loop or the kernel
/// in the middle; null if there is none.
const clang::Stmt *jumpIn(const clang::Stmt *S, bool InLoop = false);

} // namespace tessera

#endif
