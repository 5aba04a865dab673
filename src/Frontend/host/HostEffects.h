//===- HostEffects.h - What host expressions do to shared variables -------===//
//
// A *root* is memory that host code may reach: a shared variable, or what a
// parameter of the function points to. Local pointers and references are
// followed without regard to order: each stands for every root it may ever
// hold. A root that goes where this cannot follow it *escapes*, as do all that
// code names which is not understood.
//
//   HostEffects.cpp   statements, and what becomes of values
//   HostExpressions.cpp, effects/Evaluation.h  expressions
//   HostRoots.cpp     the roots that pointers and objects stand for
//   HostCalls.cpp, HostLaunches.cpp  functions, libraries, kernels
//   HostMemory.cpp    pointers that hold shared memory: allocation, exchange
//   HostCopies.cpp, OwnCopies.cpp  copies and fills by the CUDA library
//   HostParameters.cpp  parameters that stand for memory of callers
//   HostStatements.cpp, HostBuilder.cpp  statements, functions
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_FRONTEND_HOST_HOSTEFFECTS_H
#define TESSERA_FRONTEND_HOST_HOSTEFFECTS_H

#include "calls/Callbacks.h"
#include "calls/LibraryCalls.h"
#include "effects/Evaluation.h"
#include "effects/MemoryEffect.h"
#include "clang/AST/ExprCXX.h"

namespace tessera {

/// Looks at the statements of one host function.
class HostEffects {
public:
  /// \param F null for initialisers at file scope.
  HostEffects(FrontendContext &C, const clang::FunctionDecl *F,
              const Summaries &Known);

  /// The effect of \p S and everything in it.
  HostEffect of(const clang::Stmt *S);
  /// Of \p E, whose value goes into a member.
  HostEffect ofMember(const clang::Expr *E);
  /// Of the initialiser of \p V, a variable at file scope.
  HostEffect ofInitialiser(const clang::VarDecl *V);
  /// Of a whole body, as seen by callers.
  FunctionSummary summary();

private:
  RootSet pointees(const clang::Expr *E) const;
  RootSet designates(const clang::Expr *E) const;
  RootSet ofVariable(const clang::VarDecl *V) const;
  RootSet ofThis() const;
  RootSet ofParts(const clang::Expr *E) const;
  RootSet resultRoots(const clang::CallExpr *E) const;
  bool isFollowed(const clang::ValueDecl *V) const;
  void followLocals();
  bool followsResult(const RootSet &Roots) const;

  void statement(const clang::Stmt *S);
  bool ownStatement(const clang::Stmt *S);
  void unknown(const clang::Stmt *S);
  void returns(const clang::Expr *E);
  void declares(const clang::DeclStmt *S);
  void declaration(const clang::VarDecl *V);
  void initialised(const clang::VarDecl *V);
  void cleanup(const clang::VarDecl *V);
  void assembly(const clang::GCCAsmStmt *S);
  void parallel(const clang::Stmt *S);
  void lambda(const clang::LambdaExpr *E);
  bool isNamedElsewhere(const clang::ValueDecl *V) const;
  void value(const clang::Expr *E);
  void object(const clang::Expr *E, const MemoryEffect &Effect);
  void evaluate(const clang::Expr *E);
  bool ownExpression(const clang::Expr *E);
  void operand(const clang::Expr *E);
  void parts(const clang::Stmt *S);
  void part(const EvaluatedPart &P);
  void values(const clang::Stmt *S);
  void valueSometimes(const clang::Expr *E);
  void binary(const clang::BinaryOperator *E);
  void unary(const clang::UnaryOperator *E);
  void cast(const clang::CastExpr *E);
  void readPointer(const clang::Expr *From);
  void choice(const clang::AbstractConditionalOperator *E);
  void allocate(const clang::CXXNewExpr *E);
  void destroy(const clang::CXXDeleteExpr *E);
  void block(const clang::StmtExpr *E);

  void call(const clang::CallExpr *E);
  void construct(const clang::CXXConstructExpr *E);
  void inherited(const clang::CXXInheritedCtorInitExpr *E);
  MemoryEffect effectOnObject(const clang::CXXMethodDecl *Method) const;
  void launch(const clang::CUDAKernelCallExpr *E);
  void argument(const clang::Expr *E, const MemoryEffect &Effect);
  void handOn(const clang::Expr *E, const MemoryEffect &Effect,
              bool Overwrites = false);
  MemoryEffect effectOf(const clang::FunctionDecl *Callee, unsigned Parameter,
                        ArgumentList Arguments) const;
  RootSet passed(const clang::Expr *E) const;
  bool storesPointer(const LibraryCall &Call, unsigned Index);
  MemoryEffect effectOfAny(const clang::CallExpr *E, unsigned Parameter) const;
  void passes(const clang::Expr *Call, const clang::FunctionDecl *Callee,
              unsigned Parameter, const clang::Expr *Argument);
  MemoryEffect onParameter(const HostEffect &Whole, SharedVarId Id) const;
  void runsUnseen(const clang::FunctionDecl *Callee);
  void noteCallee(const clang::FunctionDecl *Callee, const clang::Expr *Call);
  void noteAllocation(const clang::Expr *E);
  void noteCallbacks(const FunctionList &Run);
  MemoryEffect throughCallbacks(const FunctionList &Run) const;
  void noteObserver(const clang::FunctionDecl *Callee, const clang::Expr *Call);

  std::optional<SharedVarId> heldBy(const clang::Expr *E) const;
  RootSet withExchanged(const RootSet &Roots) const;
  bool changesPointer(const clang::Expr *L, const clang::BinaryOperator *E);
  void setPointer(SharedVarId Id, const clang::Expr *To);
  void release(const clang::Expr *Pointer);
  bool memoryCall(const clang::CallExpr *E);
  bool ownMemoryCall(const clang::CallExpr *E, llvm::StringRef Name);
  bool copyCall(const clang::CallExpr *E);
  bool containerCall(const clang::CallExpr *E);
  bool isWhole(const clang::Expr *E, const clang::Expr *Bytes) const;
  bool exchange(const clang::ValueDecl *A, const clang::ValueDecl *B);
  void event(MemoryEvent E, const clang::CallExpr *Call);
  void statementSometimes(const clang::Stmt *S);
  bool controlFlow(const clang::Stmt *S);
  void obstruct(SharedVarId Id, llvm::StringRef Why);
  std::optional<SharedElement> element(const clang::Expr *E);
  bool isFixedHere(const clang::Expr *Index);
  void touch(const RootSet &Roots, const MemoryEffect &Effect);
  void escape(const RootSet &Roots, llvm::StringRef Where);

  FrontendContext &C;
  const clang::FunctionDecl *F;
  const Summaries &Known;
  std::map<const clang::VarDecl *, RootSet> Holds;
  HostEffect Result;
  RootSet Returned;
  const clang::Stmt *Current = nullptr; ///< that Result is of
  /// Why all escapes that is touched here, or empty.
  llvm::StringRef Unfollowed;
  bool InUnknown = false; ///< functions run at other times, too
  /// The lambda is a function of the file, whose statements tell what it does.
  bool NamedElsewhere = false;
  bool InParallel = false;
  bool InCondition = false; ///< evaluated only sometimes, in the statement
};

} // namespace tessera

#endif
