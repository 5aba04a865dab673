//===- TracedLaunch.h - What the threads of a launch share ----------------===//
#ifndef TESSERA_FRONTEND_TRACE_TRACEDLAUNCH_H
#define TESSERA_FRONTEND_TRACE_TRACEDLAUNCH_H

#include "tessera/Model/LaunchTrace.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include <map>

namespace tessera {

/// What an expression is worth to one thread.
struct TracedValue {
  enum class Kind : uint8_t { Unknown, Number, Pointer, Variable };
  Kind K = Kind::Unknown;
  bool AtKnown = false; ///< of a Pointer: `Number` is
  unsigned Array = 0;   ///< of a Pointer: into LaunchTrace::Arrays
  /// Bits of an integer, extended as its type says; of a Pointer the bytes from
  /// where the array begins.
  int64_t Number = 0;
  const clang::VarDecl *Local = nullptr; ///< of a Variable, as a place
  /// Of a place in an array: those in brackets, as far as they are of
  /// dimensions that it is declared with.
  llvm::SmallVector<int64_t, 3> Subscripts;

  bool isNumber() const { return K == Kind::Number; }
  bool isPointer() const { return K == Kind::Pointer; }
  bool operator==(const TracedValue &) const = default;
  static TracedValue number(int64_t N) {
    TracedValue V;
    V.K = Kind::Number;
    V.Number = N;
    return V;
  }
};

/// What all threads of a launch share.
struct TracedLaunch {
  LaunchTrace Trace;
  std::map<const clang::VarDecl *, unsigned> Arrays;
  std::optional<unsigned> Dynamic; ///< the one array of all `extern` ones
  int64_t DynamicBytes = 0;        ///< of it; 0 if unknown
  std::map<const clang::VarDecl *, TracedValue> Parameters;
  std::array<std::optional<int64_t>, 3> Grid, Block;
  /// By expression, what is the same for all threads; nothing if it is not.
  llvm::DenseMap<const clang::Expr *, std::optional<int64_t>> Constants;
  /// By expression: 4 * (t, b, B, G) + axis, or -1.
  llvm::DenseMap<const clang::Expr *, int> Builtins;
  llvm::DenseMap<const clang::Stmt *, std::vector<const clang::VarDecl *>>
      Changed;
  llvm::DenseMap<const clang::Stmt *, unsigned> Loops; ///< numbered from 1
};

} // namespace tessera

#endif
