//===- MutationFinder.h - Variables that change after declaration ---------===//
#ifndef TESSERA_FRONTEND_MUTATIONFINDER_H
#define TESSERA_FRONTEND_MUTATIONFINDER_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include <set>

namespace tessera {

/// Adds the variables that \p Body assigns, increments, takes the address of
/// or binds to a reference, as a whole or in one of their members.
void findMutations(const clang::Stmt *Body,
                   std::set<const clang::VarDecl *> &Into);

} // namespace tessera

#endif
