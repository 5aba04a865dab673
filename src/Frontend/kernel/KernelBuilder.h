//===- KernelBuilder.h - One kernel's statements and expressions ----------===//
//
//   KernelBuilder.cpp   arrays, scalars, the kernel as a whole
//   TreeBuilder.cpp     statements: Clang's tree to ours, text kept
//   ExpressionBuilder   expressions, kind by kind
//   loops/              loops: LoopHeader.cpp what they count, LoopBounds.cpp
//   accesses/           accesses, and their holes; Pointers.cpp
//   calls/              calls of functions whose body we see: CalledText.cpp
//   parameters/         ObjectBuilder.cpp those that are classes;
//                       DerivedParameters.cpp variables that are made of them
//   text/, arithmetic/  holes, and the text around them; kinds of instructions
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_FRONTEND_KERNEL_KERNELBUILDER_H
#define TESSERA_FRONTEND_KERNEL_KERNELBUILDER_H

#include "kernel/text/KernelText.h"

namespace tessera {

class KernelBuilder final : KernelText, IndexScope::Resolver {
public:
  KernelBuilder(FrontendContext &C, const clang::FunctionDecl *F)
      : KernelText(C), F(F), Scope(C.AST, *this) {}

  KernelModel build();
  KernelModel buildDeclaration(KernelEffects Effects); ///< without a body

private:
  //===--- Kernel ---------------------------------------------------------===//
  void declareParameters();
  ArrayId array(const clang::VarDecl *V);
  ArrayInfo describeArray(const clang::ValueDecl *D) const;
  ScalarId scalar(const clang::VarDecl *V);
  //===--- Statements -----------------------------------------------------===//
  /// Builds the node of \p S; its text starts at \p Cursor, which moves behind
  /// it.
  NodePtr statement(const clang::Stmt *S, unsigned &Cursor);
  NodePtr block(const clang::CompoundStmt *S, Node N, unsigned &Cursor);
  NodePtr branch(const clang::IfStmt *S, Node N, unsigned &Cursor);
  NodePtr loop(LoopParts S, Node N, unsigned &Cursor);
  NodePtr leaf(const clang::Stmt *S, Node N, unsigned &Cursor);
  void declaration(const clang::DeclStmt *S, Node &N);
  Text initializer(const clang::VarDecl *V, SourceRange Range) const;
  void bindElement(const clang::VarDecl *V);
  /// Binds the counter in the scope, unless the result is opaque.
  LoopInfo describeLoop(const LoopParts &S, const clang::VarDecl *&Counter);
  bool describeCounter(const LoopParts &S, LoopInfo &L,
                       const clang::VarDecl *&Counter);
  bool describeStart(const LoopParts &S, LoopInfo &L);
  bool describeBounds(const LoopParts &S, LoopInfo &L,
                      const clang::VarDecl *Counter);
  /// Sets LoopInfo::Ahead, if the loop has a stride and threads begin apart.
  void splitStart(const LoopParts &S, LoopInfo &L, const clang::VarDecl *V);
  /// Fills LoopInfo::Scales, and binds and returns the counter; or null.
  const clang::VarDecl *describeScaling(const clang::ForStmt *S, LoopInfo &L);
  bool keepsWithin(const LoopInfo &L, unsigned Bits, const Polynomial &First,
                   const Polynomial &End);
  /// More bounds joined with `&&` become a guard, which is pushed.
  bool describeMoreBounds(llvm::ArrayRef<const clang::Expr *> Of, LoopInfo &L);
  //===--- Expressions ----------------------------------------------------===//
  void expression(const clang::Expr *E, Mode M);
  void cast(const clang::CastExpr *E, Mode M);
  void unary(const clang::UnaryOperator *E, Mode M);
  void binary(const clang::BinaryOperator *E, Mode M);
  void memberOf(const clang::MemberExpr *E, Mode M);
  void memberBy(const clang::BinaryOperator *E, Mode M);
  void construct(const clang::CXXConstructExpr *E);
  void captures(const clang::LambdaExpr *E);
  void destroyed(clang::QualType Type, clang::SourceLocation Loc);
  void afterChange(const clang::Expr *E, size_t Before, Mode M);
  /// Refuses the kernel: it may do anything with its operands.
  void unknown(const clang::Expr *E);
  void children(const clang::Stmt *S);
  /// \p E, which is written elsewhere: no text has holes for it.
  void unwritten(const clang::Expr *E, Mode M);
  /// \p Array as a whole goes somewhere, by \p E.
  void escape(ArrayId Array, const clang::Expr *E);
  void compared(const clang::Expr *E);
  bool pointsToPrivate(const clang::Expr *E) const;
  void calledFor(const clang::Expr *Object, const clang::FunctionDecl *Callee);
  bool isOfElement(const clang::MemberExpr *E) const;
  /// Of an opaque \p When, made from \p Test.
  UnknownPart whyOpaque(const Condition &When, const clang::Expr *Test) const;
  /// \p E, evaluated only if \p Test holds, or does not.
  void guarded(const clang::Expr *Test, bool Negated, const clang::Expr *E,
               Mode M);
  void noteSize(const clang::Expr *E);
  void noteSizes(const clang::VarDecl *V);
  void use(const clang::DeclRefExpr *E, Mode M);
  void call(const clang::CallExpr *E, Mode M);
  void access(const clang::Expr *E, Mode M, const clang::Expr *By = nullptr);
  /// Whether \p E accesses an element that we know: atomically, by a load.
  bool atomicCall(const clang::CallExpr *E);
  bool hintedCall(const clang::CallExpr *E);
  /// Adds what the assignment \p E stores, or what the value \p E depends on.
  void describeStored(const clang::Expr *E, StoredValue &Into);
  //===--- Called functions -----------------------------------------------===//
  /// Analyses the body of the function that \p E calls as if it stood there.
  ///
  /// \returns whether that is possible; if not, nothing is done.
  bool follow(const clang::CallExpr *E, Mode M);
  std::optional<Binding> binding(const clang::ParmVarDecl *P,
                                 const clang::Expr *Argument, bool Changed);
  void visitArgument(const Binding &B, Frame &Into);
  void requireTaken(const clang::Stmt *Body);
  void forget(const clang::VarDecl *V);
  void bind(const Binding &B, std::optional<TypedValue> Value);
  void followed(const clang::Stmt *S);
  void followedBranch(const clang::IfStmt *S);
  void followedVariable(const clang::VarDecl *V);
  /// The text of \p E, as a value of type \p To, to stand for \p V.
  void substitute(const clang::VarDecl *V, const clang::Expr *E, Frame &Into);
  /// What the function of \p Of returns, as one expression.
  std::optional<Text> written(const Frame &Of) const;
  Piece conversionTo(clang::QualType Type) const;
  /// Puts the text for the variable that \p E names; false if it has none.
  bool fillIn(const clang::Expr *E);
  std::optional<TypedValue> value(const clang::CallExpr *E) override;
  //===--- Objects, and what is made of parameters ------------------------===//
  /// \p E as an expression of parameters that any value of these has.
  std::optional<std::vector<ParameterInfo::Part>>
  derivation(const clang::Expr *E);
  /// Makes \p V, a variable, a parameter of its own, if it is made of others.
  bool derive(const clang::VarDecl *V);
  std::optional<Object> object(const clang::Expr *E) const;
  /// The index of the parameter that the member \p E is, if it is known.
  std::optional<unsigned> member(const clang::MemberExpr *E);
  std::optional<TypedValue> value(const clang::MemberExpr *E) override;
  bool isGuarded(const Polynomial &P) override;
  void need(Polynomial P) override;
  //===--- Pointers and holes ---------------------------------------------===//
  /// Not private scalars: pointers, arrays, shared variables, those of a file.
  static bool namesMemory(const clang::VarDecl *V);
  std::optional<Pointer> pointer(const clang::Expr *E);
  std::optional<Pointer> element(const clang::Expr *E);
  std::vector<Polynomial> knownSubscripts(const Pointer &P) const;
  /// What the cast \p E makes of \p P, which points into dynamic shared memory.
  std::optional<Pointer> carve(const clang::CastExpr *E, const Pointer &P);
  void visitSubscripts(const clang::Expr *E);
  /// The object of the thread alone that \p E is an element of an array in.
  const clang::Expr *privateObject(const clang::Expr *E) const;
  const clang::FunctionDecl *F;
  IndexScope Scope;
};

} // namespace tessera

#endif
