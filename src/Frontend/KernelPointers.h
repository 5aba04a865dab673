//===- KernelPointers.h - Launches of what pointers hold ------------------===//
#ifndef TESSERA_FRONTEND_KERNELPOINTERS_H
#define TESSERA_FRONTEND_KERNELPOINTERS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace tessera {

/// The local pointers to kernels of a function that only it can set:
/// `void (*kernel)(float *, int) = &copy; .. kernel = &transpose;`
class KernelPointers {
public:
  KernelPointers() = default;
  explicit KernelPointers(const clang::Stmt *Body);

  /// The names of kernels that \p Launch, through a pointer, may start; none
  /// if something else may be in it. Where a pointer is not set, the launch
  /// starts nothing.
  std::vector<const clang::DeclRefExpr *>
  kernelsOf(const clang::CUDAKernelCallExpr *Launch) const;

private:
  class Watcher;

  /// Names of functions that are assigned, by pointer.
  std::map<const clang::VarDecl *, std::vector<const clang::DeclRefExpr *>>
      Held;
  /// Pointers of which more is not known.
  std::set<const clang::VarDecl *> Lost;
};

} // namespace tessera

#endif
