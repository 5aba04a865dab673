//===- StatementFacts.h - Small questions about statements ----------------===//
#ifndef TESSERA_FRONTEND_EFFECTS_STATEMENTFACTS_H
#define TESSERA_FRONTEND_EFFECTS_STATEMENTFACTS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"
#include <set>
#include <string>

namespace tessera {

/// Whether control may leave \p S, or a round of a loop in it, anywhere but at
/// the end.
bool mayJump(const clang::Stmt *S);

/// Whether \p E is the variable \p V and nothing else.
bool isUse(const clang::Expr *E, const clang::VarDecl *V);

struct HiddenJumps {
  bool Returns = false; ///< or goes to a label
  bool Jumps = false;   ///< to the end or the next round of a loop around
  bool Tries = false;   ///< exceptions are caught in it
};
/// The ways in which control may leave \p S, which has no lambda's body.
HiddenJumps hiddenJumps(const clang::Stmt *S);

/// A function that device code \p S calls and that may do more than compute a
/// number: print, stop the program, wait, loop. Its name, or nothing.
std::string noticedCall(const clang::SourceManager &SM, const clang::Stmt *S);

/// Whether all that \p S changes, callees aside, are plain variables and
/// \p Elements elements of arrays, written at as many places.
bool changesOnly(const clang::Stmt *S, unsigned Elements);

/// The variables that \p S declares, as symbols.
std::set<std::string> declaredIn(const clang::Stmt *S);

} // namespace tessera

#endif
