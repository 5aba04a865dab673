//===- Containers.h - Vectors and arrays of the standard library ----------===//
#ifndef TESSERA_FRONTEND_VARIABLES_CONTAINERS_H
#define TESSERA_FRONTEND_VARIABLES_CONTAINERS_H

#include "clang/AST/Expr.h"
#include <string>
#include <utility>

namespace tessera {

/// Whether \p Type is a std::vector or std::array of what can be copied byte by
/// byte. A vector's size is not that of the object.
bool isContainer(clang::QualType Type);
bool isVector(clang::QualType Type);

/// The container that \p E calls a method of, and the method's name; null if it
/// calls none.
std::pair<const clang::Expr *, std::string>
containerMethod(const clang::Expr *E);
/// The container whose memory \p E points to the start of: `v.data()`,
/// `&v[0]`; null if it is none.
const clang::Expr *containerAtStart(const clang::Expr *E);
/// The container that \p E is an iterator of: `v.begin()`, `v.cend()`; null if
/// it is none.
const clang::Expr *iteratedContainer(const clang::Expr *E);

} // namespace tessera

#endif
