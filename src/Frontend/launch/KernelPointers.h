//===- KernelPointers.h - Launches of what pointers hold ------------------===//
//
// A kernel whose address goes into a pointer is still known where all that
// becomes of it are launches:
//
//   void (*kernels[])(float *, int) = {copy, transpose};
//   kernels[i]<<<grid, block>>>(x, n);
//
//   template <typename K> void measure(K kernel, float *x) {
//     kernel<<<grid, block>>>(x, 1024);
//   }
//   measure(copy, x);
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_FRONTEND_LAUNCH_KERNELPOINTERS_H
#define TESSERA_FRONTEND_LAUNCH_KERNELPOINTERS_H

#include "FrontendContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/MapVector.h"
#include <map>
#include <set>
#include <vector>

namespace tessera {

/// The name of the function that \p E is, or whose address; null if none.
const clang::DeclRefExpr *functionIn(const clang::Expr *E);

/// What the pointers to functions of a file may hold: variables, arrays of
/// them, parameters, and members of classes of the file. Whatever is ever put
/// into one is taken to be in it.
class KernelPointers {
public:
  explicit KernelPointers(const FrontendContext &C);

  /// The names of kernels that \p Started, a name or a pointer that is started,
  /// may be; those behind pointers only where \ref escapes does not hold. A
  /// pointer may hold others, too.
  std::vector<const clang::DeclRefExpr *>
  kernelsIn(const clang::Expr *Started) const;

  /// Whether \p Started is a variable that holds one kernel from the start, and
  /// nothing else ever.
  bool holdsOneKernel(const clang::Expr *Started) const;

  /// Whether something else than a launch through a pointer may be done with
  /// the function that \p Name, no callee, stands for. A comparison is nothing.
  bool escapes(const clang::DeclRefExpr *Name) const;

private:
  class Watcher;
  using Pointer = const clang::ValueDecl *;

  std::set<Pointer> reachable(const clang::DeclRefExpr *Name) const;

  /// By the name of a function: the pointers that get it.
  llvm::MapVector<const clang::DeclRefExpr *, std::set<Pointer>> Held;
  std::map<Pointer, std::set<Pointer>> Copied; ///< to these
  /// Names of kernels that some pointers get, or that are only compared; and
  /// those with which something else is done, too. Instances of a template may
  /// have a name in common.
  std::set<const clang::DeclRefExpr *> Followed, Loose;
  /// Pointers that may get what is no name of a function.
  std::set<Pointer> Mixed;
  /// Pointers that are used for more than this file shows.
  std::set<Pointer> Lost;
};

} // namespace tessera

#endif
