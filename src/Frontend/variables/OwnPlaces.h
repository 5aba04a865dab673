//===- OwnPlaces.h - Places in the variables of a function ----------------===//
#ifndef TESSERA_FRONTEND_VARIABLES_OWNPLACES_H
#define TESSERA_FRONTEND_VARIABLES_OWNPLACES_H

#include "effects/Changes.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

namespace tessera {

/// Whether \p V is a variable of one call, itself and no reference to another.
bool isOwn(const clang::VarDecl *V);

/// Adds the variables of its own that the place \p E is in, or is a part of.
/// \returns false if it may be elsewhere.
bool designated(VariableSet &Into, const clang::Expr *E);
/// The same of the place that the pointer \p E points to.
bool pointedTo(VariableSet &Into, const clang::Expr *E);

/// Adds the variables in \p S that something may read or change by another
/// name: all uses of others take their values or set them.
void addShared(VariableSet &Into, const clang::Stmt *S);

} // namespace tessera

#endif
