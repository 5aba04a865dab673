//===- PointerRoots.h - Which allocations pointers stand for --------------===//
//
// A pointer variable is a root if it only ever holds memory that was allocated
// for it, or exchanges it with other roots. Two different roots then never
// point into the same memory at the same time, whatever the order of
// allocations and exchanges.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_FRONTEND_POINTERROOTS_H
#define TESSERA_FRONTEND_POINTERROOTS_H

#include "FrontendContext.h"

namespace tessera {

/// The pointer variable that \p E names, casts aside; null if none.
const clang::VarDecl *pointerVariable(const clang::Expr *E);
/// The pointer variable whose address \p E is, casts aside; null if none.
const clang::VarDecl *addressedPointer(const clang::Expr *E);

/// Three statements `t = a; a = b; b = t;`, the first perhaps a declaration.
struct PointerExchange {
  const clang::VarDecl *A = nullptr, *B = nullptr;
  const clang::Stmt *Second = nullptr, *Last = nullptr;
};
/// Those right below \p S.
std::vector<PointerExchange> findExchanges(const clang::CompoundStmt *S);

class PointerRoots {
public:
  /// Looks at every assignment in the translation unit.
  explicit PointerRoots(FrontendContext &C);

  /// The root of the pointer expression \p E.
  PointerRoot root(const clang::Expr *E) const;

  /// The use of a variable that the pointer expression \p E starts from:
  /// itself a pointer, or an array or scalar whose memory \p E points into.
  /// Null if it starts from anything else.
  static const clang::DeclRefExpr *base(const clang::Expr *E);

private:
  FrontendContext &C;
  /// Pointers that may hold something else than their own allocation.
  std::set<const clang::VarDecl *> Foreign;
  /// Pointers that were seen to receive an allocation.
  std::set<const clang::VarDecl *> Allocated;
};

} // namespace tessera

#endif
