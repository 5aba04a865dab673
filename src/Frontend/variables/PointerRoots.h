//===- PointerRoots.h - Which allocations pointers stand for --------------===//
//
// A pointer variable or member is a root if it only ever holds memory that was
// allocated for it, or exchanges it with other roots. Two different roots then
// never point into the same memory at the same time, whatever the order of
// allocations and exchanges.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_FRONTEND_VARIABLES_POINTERROOTS_H
#define TESSERA_FRONTEND_VARIABLES_POINTERROOTS_H

#include "FrontendContext.h"

namespace tessera {

/// The pointer that \p E names, a variable or a member, casts aside; null if
/// none.
const clang::ValueDecl *namedPointer(const clang::Expr *E);
/// The pointer whose address \p E is, casts aside; null if none.
const clang::ValueDecl *addressedPointer(const clang::Expr *E);
/// The variable that the pointer \p E is, or to whose start it points: `a`,
/// `&a` or `&a[0]`, or a container's `a.data()`, casts aside. Null if it is
/// anything else.
const clang::ValueDecl *wholeVariable(const clang::Expr *E);
/// What \p Name, the use of a variable or member, names.
const clang::ValueDecl *declarationOf(const clang::Expr *Name);
/// The name itself: of a member, without the object.
clang::SourceRange nameRange(const clang::Expr *Name);
/// Whether \p E is an assignment: its value is not what was there before.
bool isAssignment(const clang::Expr *E);

/// Statements `t = a; a = b; b = t;` or more, the first perhaps a declaration:
/// each pointer gets what the next one has, the last what the first one had.
struct PointerRotation {
  std::vector<const clang::ValueDecl *> Pointers;
  const clang::Stmt *Save = nullptr;            ///< the first assignment
  std::vector<const clang::Stmt *> Assignments; ///< all others
};
/// Those right below \p S.
std::vector<PointerRotation> findRotations(const clang::CompoundStmt *S);

class PointerRoots {
public:
  /// Looks at every assignment in the translation unit.
  explicit PointerRoots(FrontendContext &C);

  /// The root of the pointer expression \p E.
  PointerRoot root(const clang::Expr *E) const;
  /// The root that \p E, a whole allocation, will still have later, however
  /// pointers are exchanged until then.
  PointerRoot lastingRoot(const clang::Expr *E) const;
  /// What \p D holds, if it is a local pointer that nothing changes behind its
  /// declaration and whose root keeps its memory; null if not.
  const clang::Expr *valueOf(const clang::ValueDecl *D) const;

  /// The use of a variable or member that the pointer expression \p E starts
  /// from: itself a pointer, or an array or scalar whose memory \p E points
  /// into. Null if it starts from anything else.
  static const clang::Expr *base(const clang::Expr *E);

private:
  class Watcher;

  /// Whether \p Root holds the same memory wherever the local \p V is known.
  bool keepsMemory(const clang::ValueDecl *Root, const clang::VarDecl *V) const;

  FrontendContext &C;
  /// Pointers that may hold something else than their own allocation.
  std::set<const clang::ValueDecl *> Foreign;
  /// Pointers that were seen to receive an allocation.
  std::set<const clang::ValueDecl *> Allocated;
  /// Where pointers get another value behind their declaration.
  std::map<const clang::ValueDecl *, std::vector<clang::SourceLocation>>
      Changed;
  /// Those that exchange what they hold with others.
  std::set<const clang::ValueDecl *> Exchanged;
};

} // namespace tessera

#endif
