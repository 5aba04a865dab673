//===- LaunchCalls.h - Calls of the runtime that start kernels ------------===//
//
//   void *args[] = {&x, &n};
//   cudaLaunchKernel((void *)k, grid, block, args, bytes, stream);
//
//   cudaLaunchConfig_t config = {};
//   config.gridDim = grid;
//   config.blockDim = block;
//   cudaLaunchKernelEx(&config, k, x, n);
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_FRONTEND_LAUNCH_LAUNCHCALLS_H
#define TESSERA_FRONTEND_LAUNCH_LAUNCHCALLS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace tessera {

/// The operand of \p E that is the kernel; null if \p E is no such call.
/// Cooperative ones are none: their kernels must fit the device at once.
const clang::Expr *launchedBy(const clang::CallExpr &E);

/// Whether \p E takes arguments of a kernel by references that it only reads.
bool passesByReference(const clang::CallExpr &E);

/// A launch by a call.
struct LaunchCall {
  /// Grid, block, bytes and stream; null where they are not known.
  std::vector<const clang::Expr *> Configuration;
  /// What the parameters of the kernel get: of their types.
  std::vector<const clang::Expr *> Arguments;
};

/// What \p E, in the function \p Body, starts \p Kernel with; nothing if its
/// arguments are not those of the kernel, one by one.
std::optional<LaunchCall> describeLaunchCall(const clang::CallExpr &E,
                                             const clang::FunctionDecl &Kernel,
                                             const clang::Stmt *Body);

/// Arrays of addresses, `void *args[] = {&x, &n}`, that only such calls read:
/// nobody changes a variable by its address there. For visitors, which call
/// these in the order of the text.
class ArgumentArrays {
public:
  void declare(const clang::VarDecl *V);
  void call(const clang::CallExpr &E);
  void use(const clang::DeclRefExpr *E);

  /// Whether the address is in such an array, as far as has been seen.
  bool holds(const clang::UnaryOperator *Address) const {
    return Addresses.count(Address);
  }
  /// Whether something else uses the array \p V, too.
  bool leaks(const clang::VarDecl *V) const { return Leaky.count(V); }
  /// The addresses in arrays that something else uses, too.
  std::vector<const clang::UnaryOperator *> leaked() const;

private:
  std::map<const clang::VarDecl *, std::vector<const clang::UnaryOperator *>>
      Arrays;
  std::set<const clang::UnaryOperator *> Addresses;
  std::set<const clang::Expr *> Read; ///< uses by such a call
  std::set<const clang::VarDecl *> Leaky;
};

} // namespace tessera

#endif
