//===- EvaluatedParts.h - The parts of one statement ----------------------===//
#ifndef TESSERA_FRONTEND_EFFECTS_EVALUATEDPARTS_H
#define TESSERA_FRONTEND_EFFECTS_EVALUATEDPARTS_H

#include "effects/Evaluation.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"

namespace tessera {

/// Fills an Evaluation; one function for each kind of statement whose parts
/// depend on more than its class.
class EvaluatedParts {
public:
  Evaluation Result;

  void add(const clang::Stmt *S, Use How, Times Often = Times::Once,
           const clang::ValueDecl *Into = nullptr);
  /// What an initialiser is for; \p Into may be unknown.
  void initialise(const clang::Expr *E, const clang::ValueDecl *Into = nullptr,
                  Times Often = Times::Once);
  void all(const clang::Stmt *S, Use How, Times Often = Times::Once);
  void unknown(const clang::Stmt *S);
  void declaration(const clang::DeclStmt *S);
  void arguments(const clang::Expr *const *Begin, const clang::Expr *const *End,
                 const clang::FunctionDecl *Callee, unsigned First = 0);
  void call(const clang::CallExpr *E);
  void cast(const clang::CastExpr *E);
  void unary(const clang::UnaryOperator *E);
  void binary(const clang::BinaryOperator *E);
  void subscript(const clang::Expr *Base, const clang::Expr *Index);
  void member(const clang::Expr *Base, bool Arrow);
  void choice(const clang::Expr *Then, const clang::Expr *Else);
  void initialisers(const clang::InitListExpr *E);
  void lambda(const clang::LambdaExpr *E);
  void statements(const clang::StmtExpr *E);
  void create(const clang::CXXNewExpr *E);
  void parallel(const clang::OMPExecutableDirective *S);
};

} // namespace tessera

#endif
