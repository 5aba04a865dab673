//===- UnknownParts.h - What keeps values from being known ----------------===//
#ifndef TESSERA_FRONTEND_KERNEL_UNKNOWNPARTS_H
#define TESSERA_FRONTEND_KERNEL_UNKNOWNPARTS_H

#include "FrontendContext.h"

namespace tessera {

/// The first part of \p E, in the order of its computation, that is no sum or
/// product of ids, parameters, constants and counters of loops. What a variable
/// is initialised with counts, if it gets no other value.
///
/// \param Mutated variables with several values.
UnknownPart unknownPartOf(const FrontendContext &C, const clang::Expr *E,
                          const std::set<const clang::VarDecl *> &Mutated);

/// The same for where \p Access leads to: its subscripts, and the pointer.
UnknownPart unknownPlaceOf(const FrontendContext &C, const clang::Expr *Access,
                           const std::set<const clang::VarDecl *> &Mutated);

/// \p E itself, where all of its parts are known and what they say together is
/// not.
UnknownPart notFollowed(const FrontendContext &C, const clang::Expr *E);

} // namespace tessera

#endif
