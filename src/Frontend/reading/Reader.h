//===- Reader.h - Clang's kernels as trees of ours ------------------------===//
//
//   ReadExpr.cpp     expressions, with the bytes they are written with
//   ReadObjects.cpp  of them, objects, their members and copies
//   ReadGroups.cpp   of them, groups of threads
//   ReadStmt.cpp     statements, variables
//   ReadCalls.cpp    functions whose body can stand in the kernel
//   ReadLambdas.cpp  of them, lambdas
//
// What is not understood is Opaque, and what it names escapes.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_FRONTEND_READING_READER_H
#define TESSERA_FRONTEND_READING_READER_H

#include "FrontendContext.h"
#include "effects/Changes.h"
#include "tessera/Kernel/Stmt.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

namespace tessera {

/// Whether control goes ways in \p S that its shape does not show.
bool hasLabels(const clang::Stmt *S);
/// Whether directives of the preprocessor stand in \p Body.
bool hasDirectives(const FrontendContext &C, SourceRange Body);

/// Whether what \p V declares are the members of a copy of an object.
bool hasMembersOf(const clang::DecompositionDecl *V);
/// Whether \p Init, of an object, leaves it without a value.
bool isNoValue(const clang::Expr *Init);

/// Reads one kernel.
class KernelReader {
public:
  KernelReader(const FrontendContext &C, const clang::FunctionDecl *F)
      : C(C), F(F) {}

  /// Nothing if the text of the body is not all in one file.
  std::optional<ir::Kernel> read();

private:
  ir::ExprPtr expr(const clang::Expr *E);
  std::shared_ptr<ir::Expr> bare(const clang::Expr *E);
  std::shared_ptr<ir::Expr> cast(const clang::CastExpr *E);
  std::shared_ptr<ir::Expr> unary(const clang::UnaryOperator *E);
  std::shared_ptr<ir::Expr> binaryOf(const clang::BinaryOperator *E);
  std::shared_ptr<ir::Expr> name(const clang::DeclRefExpr *E);
  std::shared_ptr<ir::Expr> binding(const clang::DeclRefExpr *E,
                                    const clang::BindingDecl *Part);
  std::shared_ptr<ir::Expr> called(const clang::CallExpr *E);
  /// What makes a group of cooperative groups, or asks one; null for others.
  std::shared_ptr<ir::Expr> ofGroup(const clang::CallExpr *E);
  ir::ExprPtr groupMadeFor(const clang::CXXConstructExpr *E);
  std::shared_ptr<ir::Expr> member(const clang::MemberExpr *E);
  std::shared_ptr<ir::Expr> made(const clang::Expr *E);
  std::shared_ptr<ir::Expr> copied(const clang::CXXConstructExpr *E);
  std::shared_ptr<ir::Expr> assigned(const clang::CXXOperatorCallExpr *E);
  std::shared_ptr<ir::Expr> reinterpreted(const clang::CastExpr *E);
  std::shared_ptr<ir::Expr> constant(const clang::Expr *E,
                                     std::shared_ptr<ir::Expr> Read) const;
  std::shared_ptr<ir::Expr> opaque(const clang::Expr *E);
  std::shared_ptr<ir::Expr> node(ir::Expr::Op O, const clang::Expr *E);
  ir::ExprPtr operand(const clang::Expr *E);
  void escape(const clang::Stmt *S);
  void spell(ir::Expr &Into, const clang::Expr *E);
  void close(ir::Expr &Into, const clang::ParenExpr *E);
  ir::TypePtr type(clang::QualType T);
  ir::Type record(clang::QualType T);

  ir::StmtPtr stmt(const clang::Stmt *S, unsigned &Cursor);
  std::shared_ptr<ir::Stmt> shape(const clang::Stmt *S);
  void declare(const clang::DeclStmt *S, ir::Stmt &Into);
  /// The parts of \p Into, whose bytes are \p Range, from the holes \p Holes.
  void parts(ir::Stmt &Into, SourceRange Range,
             std::vector<ir::Stmt::Part> Holes);
  /// What \p Callee does; nothing if its text would mean something else in the
  /// kernel, or nothing is gained by having it there.
  std::optional<unsigned> function(const clang::FunctionDecl *Callee);
  std::optional<ir::Function> readFunction(const clang::FunctionDecl *Callee);
  bool keepsMeaning(const ir::Function &Of, size_t FirstScalar,
                    size_t FirstOther) const;
  std::optional<ir::VarId> scalarOf(const clang::ValueDecl *D);
  /// The same for variables of the kernel that are no scalars.
  std::optional<ir::VarId> otherOf(const clang::ValueDecl *D);
  bool isScalar(const clang::VarDecl *V) const;
  bool isObject(const clang::ParmVarDecl *P);
  std::optional<ir::VarId> thisOf(const clang::FunctionDecl *Callee);
  std::shared_ptr<ir::Expr> memberOfThis(const clang::FieldDecl *Field);
  /// An argument for \p P, a parameter of \p Of.
  ir::ExprPtr argument(const clang::Expr *E, const clang::ParmVarDecl *P,
                       const ir::Function &Of);
  /// Whether \p V is a lambda that is only called, and whose body can stand
  /// where that is.
  bool readLambda(const clang::VarDecl *V, ir::VarId Id);
  std::shared_ptr<ir::Expr> calledLambda(const clang::CXXOperatorCallExpr *E);
  std::shared_ptr<ir::Expr> calledMember(const clang::CallExpr *E);
  /// The member \p Name of the object \p E, where it is known for good; null
  /// where it is not.
  ir::ExprPtr memberOf(const clang::Expr *E, llvm::StringRef Name);
  bool isFixed(const clang::VarDecl *V);
  void nameFar(const clang::ValueDecl *D, ir::Expr &Into) const;

  const FrontendContext &C;
  const clang::FunctionDecl *F;
  VariableSet Changed; ///< all that the kernel may change
  ir::Kernel K;
  bool Broken = false; ///< statements overlap: a macro made them
  llvm::DenseMap<const clang::VarDecl *, ir::VarId> Scalars, Others;
  std::set<ir::VarId> ElementNames; ///< of Kernel::Others: references
  std::set<ir::VarId> OfFunctions;  ///< scalars that are not the kernel's own
  /// Parameters of functions that are references to numbers and pointers.
  std::set<const clang::VarDecl *> References;
  /// Of the function of an object that is read: its members, or itself.
  std::map<std::string, ir::VarId> *Members = nullptr;
  std::optional<ir::VarId> This;
  /// By their definitions; nothing while they are read.
  std::map<const clang::FunctionDecl *, std::optional<unsigned>> Functions;
};

} // namespace tessera

#endif
