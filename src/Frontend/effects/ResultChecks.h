//===- ResultChecks.h - What is done with the result of a call ------------===//
#ifndef TESSERA_FRONTEND_EFFECTS_RESULTCHECKS_H
#define TESSERA_FRONTEND_EFFECTS_RESULTCHECKS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

namespace tessera {

/// What statements do that make a call whose result is an error code.
struct ResultUse {
  /// Nothing but the call, and what they do if it fails.
  bool OnlyChecked = false;
  /// If it fails, control does not reach what follows.
  bool Leaves = false;
  /// If it fails, the program may go on with what follows.
  bool GoesOn = false;
  /// The variable that has the result behind them.
  const clang::VarDecl *Kept = nullptr;
  /// They declare it.
  bool Declares = false;
};

/// How \p Statements, which follow each other, use the result of \p Call.
///
/// Forms: the call alone; `if (call != cudaSuccess) ..`; `e = call;`, perhaps
/// with `if (e != cudaSuccess) ..` behind; a call of a function that does one
/// of these with a parameter; the same in a block or in `do .. while (0)`.
ResultUse useOfResult(clang::ASTContext &AST,
                      llvm::ArrayRef<const clang::Stmt *> Statements,
                      const clang::Expr *Call);

/// Whether the value of \p Call is used.
bool isResultUsed(clang::ASTContext &AST, const clang::Expr *Call);

/// Whether the program may go on if \p Call, whose result is an error code,
/// fails: it uses the result, and not only to leave, or to end. Not if it does
/// not look at the result.
bool copesWithFailure(clang::ASTContext &AST, const clang::Expr *Call);

/// Whether \p S is `V = ..;` or declares V alone, and \p Next only checks V.
bool isCheckedBy(clang::ASTContext &AST, const clang::Stmt *S,
                 const clang::Stmt *Next);

/// Whether \p Body uses \p V for more than to be checked right behind
/// assignments to it.
bool isUsedElsewhere(clang::ASTContext &AST, const clang::Stmt *Body,
                     const clang::VarDecl *V);

} // namespace tessera

#endif
