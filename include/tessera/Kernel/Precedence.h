//===- Precedence.h - How tightly operators bind --------------------------===//
#ifndef TESSERA_KERNEL_PRECEDENCE_H
#define TESSERA_KERNEL_PRECEDENCE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace tessera::ir {

/// Of operators in C++, the loosest first; what stands by itself is Primary.
enum class Precedence : uint8_t {
  Comma,
  Assign,
  Conditional,
  LogicOr,
  LogicAnd,
  Or,
  Xor,
  And,
  Equal,
  Relation,
  Shift,
  Sum,
  Product,
  Unary,
  Postfix,
  Primary
};

/// Of the binary operator \p Operator, assignments included.
Precedence precedenceOf(llvm::StringRef Operator);
/// The next tighter one.
inline Precedence above(Precedence P) { return Precedence(unsigned(P) + 1); }

} // namespace tessera::ir

#endif
