//===- ReachingValues.h - What host variables hold where they are read ----===//
//
// A variable that changes has, where it is read, the value of the last
// statement before that certainly gave it one:
//
//   dim3 block;
//   block.x = 16;
//   block.y = 16;
//   k<<<grid, block>>>(a);   block is (16, 16, 1)
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_FRONTEND_VALUES_REACHINGVALUES_H
#define TESSERA_FRONTEND_VALUES_REACHINGVALUES_H

#include "effects/Changes.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ParentMap.h"
#include <memory>
#include <optional>

namespace tessera {

/// Of the local variables of one host function.
class ReachingValues {
public:
  /// \param Body of the function; may be null.
  explicit ReachingValues(const clang::Stmt *Body) : Body(Body) {}

  /// What \p Use, a variable of a number, has the value of; null if it is not
  /// known.
  const clang::Expr *number(const clang::DeclRefExpr *Use) const;
  /// What \p Axis of \p Use, a `dim3`, has the value of: a number, or a whole
  /// `dim3`.
  const clang::Expr *size(const clang::DeclRefExpr *Use, unsigned Axis) const;

private:
  using Which = std::optional<unsigned>; ///< of the sizes of a dim3, or it all
  const clang::Expr *find(const clang::DeclRefExpr *Use, Which Axis) const;
  const clang::Expr *before(const clang::Stmt *S, const clang::CompoundStmt *In,
                            const clang::VarDecl *V, Which Axis,
                            bool &Unknown) const;

  const clang::Stmt *Body;
  mutable std::unique_ptr<clang::ParentMap> Parents;
  mutable bool HasLabels = false;
  mutable VariableSet Named;  ///< that may have another name, too
  mutable unsigned Steps = 0; ///< variables that were looked for
};

} // namespace tessera

#endif
