//===- Expr.h - Expressions of kernels ------------------------------------===//
//
// Immutable trees. Each has the bytes that the user wrote it with, if any, with
// holes where its operands stand; a new operand goes into the hole, and all
// else stays as it was. What has no bytes of the user's is printed from the
// tree.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_KERNEL_EXPR_H
#define TESSERA_KERNEL_EXPR_H

#include "tessera/Kernel/Precedence.h"
#include "tessera/Kernel/Type.h"
#include "tessera/Support/SourceRange.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <string>

namespace tessera::ir {

/// Bytes of the parsed file with numbered holes, for operands in the order in
/// which they are written.
struct Spelling {
  struct Part {
    SourceRange Bytes; ///< of a hole: what the user filled it with
    int Hole = -1;     ///< the operand; negative: these bytes as they are
    Precedence Binds = Precedence::Comma; ///< what may stand there as it is
  };
  std::vector<Part> Parts;
  bool empty() const { return Parts.empty(); }
  SourceRange range() const {
    return {Parts.front().Bytes.Begin, Parts.back().Bytes.End};
  }
};

using VarId = unsigned; ///< into Kernel::Scalars

struct Expr;
using ExprPtr = std::shared_ptr<const Expr>;

struct Expr {
  enum class Op : uint8_t {
    Number,  ///< an integer constant, `Value`
    Name,    ///< what else is read by a name, or a constant: `Text`
    Scalar,  ///< the value of, or as the first operand of Assign the place
    Builtin, ///< `threadIdx.x`: its symbol, `tx`, is `Word`
    Element, ///< `p[i]`, or `*p` of one operand
    Address, ///< `&` of an Element
    Member,  ///< `x.Word`
    Make,    ///< an object, of all its members: `Word{a, b}`
    Unary,   ///< `Word` is the operator, as for those that follow
    Binary,  ///< also comparisons, `&&` and `||`
    Select,  ///< `?:`
    Cast,    ///< to `Ty`; implicit ones are `Implicit`
    Assign,  ///< `=`, `+=`, `++`, `x++`: `Word`; `&` if a function may do it
    Call,    ///< `Word` is the function's name
    Opaque   ///< not understood: it may do anything
  };
  Op O = Op::Opaque;
  TypePtr Ty = nullptr;
  std::vector<ExprPtr> Args;
  std::string Word;
  VarId Scalar = 0;     ///< of a Name that is local: of the others
  bool IsLocal = false; ///< of a Name: a variable or parameter of the kernel
  int64_t Value = 0;
  bool Implicit = false; ///< of a Cast
  bool Postfix = false;  ///< of an Assign: `x++`
  /// Of a Name: the same all the time; of a Call: it only computes.
  bool Pure = false;
  std::optional<unsigned> Function; ///< of a Call: into Kernel::Functions
  /// Of a Name that is not local, and of a Call: what it is called all over the
  /// file; empty if there is no such name.
  std::string Far;
  Spelling Text;                            ///< parentheses around included
  Precedence Binding = Precedence::Primary; ///< of Text
  /// Of Text without the parentheses around that are its first and last part;
  /// absent if there are none.
  std::optional<Precedence> Inside;

  bool is(Op Which, llvm::StringRef With = {}) const {
    return O == Which && (With.empty() || Word == With);
  }
  bool isScalar(VarId S) const { return O == Op::Scalar && Scalar == S; }
  bool isNumber(int64_t V) const { return O == Op::Number && Value == V; }
};

/// \p E, or what it converts without a word.
const Expr &shown(const Expr &E);
/// Whether \p E has the user's text, and its operands that which it has them
/// with.
bool isAsWritten(const Expr &E);

/// \p E with another operand, in the user's text as far as it has a place.
ExprPtr with(const ExprPtr &E, unsigned Arg, ExprPtr New);
/// \p E with each operand that \p Change returns another one for, innermost
/// first, and itself last.
ExprPtr rewritten(const ExprPtr &E,
                  llvm::function_ref<ExprPtr(const ExprPtr &)> Change);

ExprPtr number(int64_t Value, TypePtr Ty);
ExprPtr scalar(VarId S, TypePtr Ty);
ExprPtr binary(llvm::StringRef Operator, ExprPtr Left, ExprPtr Right,
               TypePtr Ty);
ExprPtr logicalNot(ExprPtr E, TypePtr Bool);

/// \p E as it is printed from the tree.
ExprPtr unwritten(const ExprPtr &E);

/// The operand, where \p E is nothing else: a conversion between integers that
/// keeps all values.
ExprPtr withoutWidening(const ExprPtr &E);

/// Whether both compute the same, from the same values.
bool equal(const Expr &A, const Expr &B);
/// Visits \p E and all below; where \p Visit returns false nothing below.
void walk(const ExprPtr &E, llvm::function_ref<bool(const Expr &)> Visit);
bool mentions(const ExprPtr &E, VarId S);
/// Whether \p E changes nothing: it may be evaluated at any time and any number
/// of times, but for what it reads.
bool isPure(const ExprPtr &E);
/// Whether \p E is made of numbers, scalars, ids and what is pure: reading no
/// memory.
bool isArithmetic(const ExprPtr &E);
/// The same, and it cannot trap: no division but by a number that is not 0.
bool isHarmless(const ExprPtr &E);

} // namespace tessera::ir

#endif
