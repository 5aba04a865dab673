//===- Changes.h - Variables that get other values ------------------------===//
//
// A variable keeps its value only if each use of it is understood as one that
// reads it: as itself, as a member or an element, through references and
// structured bindings that only read, in the bodies of lambdas and of functions
// that are called. Every other use changes it.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_FRONTEND_EFFECTS_CHANGES_H
#define TESSERA_FRONTEND_EFFECTS_CHANGES_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include <map>
#include <set>

namespace tessera {

using VariableSet = std::set<const clang::VarDecl *>;

/// What the text of a statement, and of the functions that it calls, does to
/// variables after their declaration.
struct Changes {
  VariableSet Assigned; ///< by that text, also through references
  /// Somebody may know where they are, and change them at any time.
  VariableSet Unseen;
};

/// As long as one lives, what \ref changesIn finds in its thread is kept: the
/// syntax tree does not change.
class KeptChanges {
public:
  KeptChanges();
  KeptChanges(const KeptChanges &) = delete;
  ~KeptChanges();

private:
  friend Changes changesIn(const clang::Stmt *, const clang::Stmt *);
  std::map<const clang::Stmt *, Changes> Found;
  KeptChanges *Outer;
};

/// \param Except a part of \p S that does not count.
Changes changesIn(const clang::Stmt *S, const clang::Stmt *Except = nullptr);

/// All variables that may change where \p S is executed, a part of the function
/// whose body is \p Whole, or all of it.
VariableSet changedIn(const clang::Stmt *S, const clang::Stmt *Whole = nullptr,
                      const clang::Stmt *Except = nullptr);

} // namespace tessera

#endif
