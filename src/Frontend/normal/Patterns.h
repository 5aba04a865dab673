//===- Patterns.h - Shapes of statements that several steps look for ------===//
#ifndef TESSERA_FRONTEND_NORMAL_PATTERNS_H
#define TESSERA_FRONTEND_NORMAL_PATTERNS_H

#include "tessera/Kernel/Stmt.h"
#include "tessera/Polyhedral/Polynomial.h"
#include "llvm/ADT/ArrayRef.h"

namespace tessera {

/// A call of cooperative groups: `this_thread_block()` is {"block", ""},
/// `tile.thread_rank()` {"tile", "thread_rank", 32}. The word of a Call has all
/// of it.
struct GroupCall {
  llvm::StringRef Group;    ///< "block", "grid" or "tile"
  llvm::StringRef Question; ///< empty: it makes the group
  unsigned Size = 0;        ///< threads of a tile
  bool OfBlock = false;     ///< of a tile: it was made of the block itself
  std::string word() const;
};
/// Nothing for other calls.
std::optional<GroupCall> groupCall(const ir::Expr &E);
/// Whether a group tells threads something in \p Body.
bool asksGroups(const ir::StmtPtr &Body);

/// `v = e`, `v += e` or `v++` that is a statement of its own.
struct Assignment {
  ir::VarId To;
  ir::ExprPtr Value; ///< the new value of the variable, which may name it
  bool Replaces;     ///< it does not need the old one
};
/// Nothing for variables that escape, and if \p S does more than that.
std::optional<Assignment> assignmentOf(const ir::Kernel &K,
                                       const ir::StmtPtr &S);
std::optional<Assignment> assignmentOf(const ir::Kernel &K,
                                       const ir::ExprPtr &E);

/// `for (int k = First; Test; k += By)`, whose body does not assign to the
/// counter.
struct CountedLoop {
  ir::VarId Counter;
  ir::ExprPtr First, Test, By;
};
std::optional<CountedLoop> countedLoop(const ir::Kernel &K, const ir::Stmt &S);
/// `for (int k = 0; k < Rounds; ++k) Body` in the place of \p At.
ir::StmtPtr countingLoop(ir::Kernel &K, ir::VarId Counter, ir::ExprPtr Rounds,
                         ir::StmtPtr Body, const ir::StmtPtr &At);

/// What the element \p E is one of: the name or the pointer.
const ir::Expr &arrayIn(const ir::Expr &E);

/// \p E, or what it converts without a word.
const ir::ExprPtr &unconverted(const ir::ExprPtr &E);

/// What \p Value adds to \p V; nothing if it is no sum of it.
ir::ExprPtr addendIn(const ir::ExprPtr &Value, ir::VarId V);

/// Of one variable, conditions, numbers and pointers that steps may name anew:
/// not those with a fraction, and none that escape.
bool countsOrPoints(const ir::Kernel &K, ir::VarId V);

/// Whether nothing but its declaration gives \p V a value.
bool isSetOnce(const ir::Kernel &K, ir::VarId V);
/// The same for all that \p E, which reads no memory, is made of.
bool isConstant(const ir::Kernel &K, const ir::ExprPtr &E);

/// How many names and numbers \p E is made of.
unsigned leavesOf(const ir::ExprPtr &E);

/// \p A beside \p Other in a `?:`: of `c ? 0 : x` the number is what x is.
ir::ExprPtr inArm(const ir::ExprPtr &A, const ir::ExprPtr &Other);

/// How a declaration spells the number \p T; nothing for others.
std::optional<std::string> typeName(const ir::Type &T);

/// \p E, a value of numbers, converted to \p Ty, which has a name.
ir::ExprPtr converted(const ir::ExprPtr &E, ir::TypePtr Ty);
/// `threadIdx.x` for `tx`.
ir::ExprPtr builtin(ir::Kernel &K, llvm::StringRef Symbol);
/// \p P, a sum of products of ids, `tx`, and scalars, `v3`, as a number without
/// a sign.
ir::ExprPtr sumOf(ir::Kernel &K, const Polynomial &P);

/// The number \p E with a conversion that may change it as a cast; null if its
/// type has no name.
ir::ExprPtr inItsType(const ir::ExprPtr &E);

/// Whether none of \p All gives what \p E, which reads no memory, is made of
/// another value.
bool keeps(llvm::ArrayRef<ir::StmtPtr> All, const ir::ExprPtr &E);

/// The statements of \p S, also of a body without braces.
std::vector<ir::StmtPtr> statementsOf(const ir::StmtPtr &S);
/// \p S with other statements; in braces, if it had none.
ir::StmtPtr withStatementsOf(const ir::StmtPtr &S,
                             std::vector<ir::StmtPtr> New);

/// Adds \p New, which stands for \p S, to \p Into.
void placeFor(const ir::StmtPtr &S, llvm::ArrayRef<ir::StmtPtr> New,
              std::vector<ir::StmtPtr> &Into);

/// `if (c) break;`: the condition; null if \p S is no such statement.
ir::ExprPtr exitTest(const ir::StmtPtr &S);

/// Calls \p Change for each Block in \p S, innermost first.
ir::StmtPtr
eachBlock(const ir::StmtPtr &S,
          llvm::function_ref<ir::StmtPtr(const ir::StmtPtr &)> Change);

/// \p S with what \p Change makes of each statement below, innermost first,
/// also in bodies without braces; nothing where it stays.
ir::StmtPtr
eachStatement(const ir::StmtPtr &S,
              llvm::function_ref<
                  std::optional<std::vector<ir::StmtPtr>>(const ir::StmtPtr &)>
                  Change);

/// \p Body without declarations of variables that nothing names any more, which
/// something in \p Before did.
ir::StmtPtr withoutUnused(ir::Kernel &K, const ir::StmtPtr &Body,
                          const ir::StmtPtr &Before);

/// \p E with \p V in the place of \p Old.
ir::ExprPtr renamed(const ir::ExprPtr &E, ir::VarId Old, ir::VarId New);
/// Also where it is assigned to or declared.
ir::StmtPtr renamed(const ir::StmtPtr &S, ir::VarId Old, ir::VarId New);

/// The statement `E;`
ir::StmtPtr evaluated(ir::ExprPtr E);
/// `To = Value`, or with another operator \p Word.
ir::ExprPtr assignment(llvm::StringRef Word, ir::ExprPtr To, ir::ExprPtr Value);

} // namespace tessera

#endif
