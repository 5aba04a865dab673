//===- Variables.h - Variables of kernels ---------------------------------===//
#ifndef TESSERA_KERNEL_VARIABLES_H
#define TESSERA_KERNEL_VARIABLES_H

#include "tessera/Kernel/Expr.h"

namespace tessera::ir {

struct Scalar {
  std::string Name;
  std::string Stem;       ///< the user's name of what it is a value of
  std::string Users = {}; ///< how the user writes it, if that is no name: `p.x`
  std::string Type; ///< as a declaration spells it, without `const` of its own
  TypePtr Ty = nullptr;
  bool IsParameter = false;
  bool IsConst = false;
  /// It is used other than by reading it and by assigning to it, or where that
  /// is not understood: no step touches it.
  bool Escapes = false;
};

/// A local variable that is no Scalar.
struct Object {
  std::string Name;
  std::string Type; ///< as a declaration spells it, if it has such a name
  TypePtr Ty = nullptr;
  /// Of one without a name: what the program calls its members, `[x, y]`.
  std::vector<std::string> Bindings;
  bool IsParameter = false;
  bool IsConst = false;
  bool Escapes = false; ///< it is used where that is not understood
  /// It always has the members that its declaration gives it, which does
  /// nothing else.
  bool IsFixed = false;
  /// An array of numbers in shared memory, of a size that its declaration says.
  bool IsShared = false;
  std::vector<int64_t> Extents; ///< of such an array
  /// Of a lambda that is only called: the variables that it knows.
  std::optional<std::vector<VarId>> Captures;
  std::vector<VarId> CapturedObjects; ///< and the references to elements
};

} // namespace tessera::ir

#endif
