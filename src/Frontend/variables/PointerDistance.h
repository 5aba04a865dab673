//===- PointerDistance.h - Where host pointers point ----------------------===//
#ifndef TESSERA_FRONTEND_VARIABLES_POINTERDISTANCE_H
#define TESSERA_FRONTEND_VARIABLES_POINTERDISTANCE_H

#include "tessera/Polyhedral/Polynomial.h"
#include "values/HostConstants.h"

namespace tessera {

/// The value of the integer \p E, if no division is part of it.
std::optional<Polynomial> polynomialOf(const HostConstants &Values,
                                       const clang::Expr *E);

/// How far behind its base, see PointerRoots::base, the pointer \p E points,
/// in elements of what it points to: `n + 2` for `&a[n + 2]`, `3 * N` for
/// `a[3]` of `float a[M][N]`. Nothing if that is not known.
std::optional<Polynomial> elementsFromBase(const clang::ASTContext &AST,
                                           const HostConstants &Values,
                                           const clang::Expr *E);

} // namespace tessera

#endif
