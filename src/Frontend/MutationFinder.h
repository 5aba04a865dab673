//===- MutationFinder.h - Variables that change after declaration ---------===//
#ifndef TESSERA_FRONTEND_MUTATIONFINDER_H
#define TESSERA_FRONTEND_MUTATIONFINDER_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include <set>

namespace tessera {

/// Adds the variables that \p Body assigns, increments, takes the address of
/// or binds to a reference, as a whole or in one of their members. Lambdas may
/// do that with what they capture, if \p Captures; else only what \p Body
/// shows.
///
/// \param Except a part of \p Body that does not count.
void findMutations(const clang::Stmt *Body,
                   std::set<const clang::VarDecl *> &Into, bool Captures = true,
                   const clang::Stmt *Except = nullptr);

} // namespace tessera

#endif
