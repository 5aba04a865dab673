//===- KernelBuilder.h - One kernel's statements and expressions ----------===//
//
//   KernelBuilder.cpp   arrays, scalars, the kernel as a whole
//   TreeBuilder.cpp     statements: Clang's tree to ours, text kept
//   AccessBuilder.cpp   expressions: accesses, holes, calls
//   CarvedArrays.cpp, ScalingLoops.cpp, StoredValues.cpp   one thing each
//   MacroText.cpp       what macros expand to, with holes
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_FRONTEND_KERNELBUILDER_H
#define TESSERA_FRONTEND_KERNELBUILDER_H

#include "FrontendContext.h"
#include "IndexExpr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

namespace tessera {

class KernelBuilder {
public:
  KernelBuilder(FrontendContext &C, const clang::FunctionDecl *F)
      : C(C), F(F), Scope(C.AST) {}

  KernelModel build();

private:
  //===--- Kernel ---------------------------------------------------------===//
  void declareParameters();
  ArrayId array(const clang::VarDecl *V);
  bool isOfHost(const clang::VarDecl *V) const;
  ArrayInfo describeArray(const clang::VarDecl *V) const;
  ScalarId scalar(const clang::VarDecl *V);
  std::string freshSymbol(llvm::StringRef Name);
  void refuse(DiagKind Kind, clang::SourceLocation Loc,
              std::vector<std::string> Arguments = {});
  void unsupported(clang::SourceLocation Loc, llvm::StringRef What) {
    refuse(DiagKind::UnsupportedStatement, Loc, {What.str()});
  }

  //===--- Statements -----------------------------------------------------===//
  /// Builds the node of \p S; its text starts at \p Cursor, which moves behind
  /// it.
  NodePtr statement(const clang::Stmt *S, unsigned &Cursor);
  NodePtr block(const clang::CompoundStmt *S, Node N, unsigned &Cursor);
  NodePtr branch(const clang::IfStmt *S, Node N, unsigned &Cursor);
  NodePtr forLoop(const clang::ForStmt *S, Node N, unsigned &Cursor);
  NodePtr otherLoop(const clang::Stmt *Header, const clang::Stmt *Body, Node N,
                    unsigned &Cursor);
  NodePtr leaf(const clang::Stmt *S, Node N, unsigned &Cursor);
  void declaration(const clang::DeclStmt *S, Node &N);
  /// Binds the counter in the scope, unless the result is opaque.
  LoopInfo describeLoop(const clang::ForStmt *S,
                        const clang::VarDecl *&Counter);
  /// The loop's counter and step; opaque if it has no usual form.
  bool describeCounter(const clang::ForStmt *S, LoopInfo &L,
                       const clang::VarDecl *&Counter);
  /// Fills LoopInfo::Scales, and binds and returns the counter; or null.
  const clang::VarDecl *describeScaling(const clang::ForStmt *S, LoopInfo &L);
  /// A second bound joined with `&&` becomes a guard, which is pushed.
  bool describeSecondBound(const clang::Expr *Bound, LoopInfo &L);
  void enterLoop(LoopId Id) { Loops.push_back(Id); }
  std::optional<SourceRange> statementRange(const clang::Stmt *S,
                                            unsigned Cursor);

  //===--- Expressions ----------------------------------------------------===//
  enum class Mode { Read, Write, Update, Atomic, Address };
  void expression(const clang::Expr *E, Mode M);
  void children(const clang::Stmt *S);
  /// Remembers the name of a size, if \p E is one.
  void noteSize(const clang::Expr *E);
  /// The same for the sizes that the declaration of an array names.
  void noteSizes(const clang::VarDecl *V);
  void use(const clang::DeclRefExpr *E, Mode M);
  void call(const clang::CallExpr *E);
  void access(const clang::Expr *E, Mode M);
  bool isPureFunction(const clang::FunctionDecl *Callee);
  /// Adds what the assignment \p E stores, or what the value \p E depends on.
  void describeStored(const clang::Expr *E, StoredValue &Into);

  /// Where a pointer points to: an array, the subscripts already applied, and
  /// the offset of the next one.
  struct Pointer {
    ArrayId Array;
    std::vector<std::optional<Polynomial>> Subscripts;
    std::optional<Polynomial> Offset = Polynomial(0);
  };
  std::optional<Pointer> pointer(const clang::Expr *E);
  std::optional<Pointer> element(const clang::Expr *E);
  /// What the cast \p E makes of \p P, which points into dynamic shared memory.
  std::optional<Pointer> carve(const clang::CastExpr *E, const Pointer &P);
  /// Visits the index expressions inside an access.
  void visitSubscripts(const clang::Expr *E);
  void addHole(clang::SourceRange Range, Piece P);
  /// Remembers that \p P stands among the tokens of a macro; false if \p Range
  /// is not inside of one call.
  bool addExpanded(clang::SourceRange Range, const Piece &P, bool Hidden);
  /// Notes that no text has a hole for \p P.
  void hide(const Piece &P);

  //===--- Text -----------------------------------------------------------===//
  struct Hole {
    SourceRange Parsed;
    Piece P;
  };
  /// A hole among the tokens that a macro's call expands to.
  struct Expansion {
    SourceRange Call;     ///< of the outermost macro, parsed
    unsigned First, Last; ///< its tokens, both included
    Piece P;
    bool Hidden; ///< it has no place in the file
  };
  /// Makes holes of the calls in \p Where that hide accesses; what other calls
  /// hide stays hidden.
  void placeExpansions(std::optional<SourceRange> Where);
  Text expanded(SourceRange Call) const;
  Text expanded(unsigned First, unsigned Last, const Expansion *Around) const;
  /// The parsed bytes \p Range with the holes collected so far, but for the
  /// hole \p Around itself.
  Text text(SourceRange Range, const Hole *Around = nullptr) const;
  Text verbatim(unsigned Begin, unsigned End) const;

  FrontendContext &C;
  const clang::FunctionDecl *F;
  KernelModel K;
  IndexScope Scope;
  llvm::DenseMap<const clang::VarDecl *, ArrayId> Arrays;
  llvm::DenseMap<const clang::VarDecl *, ScalarId> Scalars;
  llvm::DenseMap<const clang::VarDecl *, Pointer> Aliases;
  std::set<const clang::VarDecl *> Mutated;
  std::set<const clang::FunctionDecl *> PureCandidates; ///< being checked
  std::set<std::string> Symbols;

  std::vector<LoopId> Loops;
  std::vector<GuardUse> Guards;
  unsigned Nesting = 0; ///< branches and loops around the current statement
  bool Conditional = false;
  std::vector<Hole> Holes;           ///< of the statement being built
  std::vector<Expansion> Expansions; ///< of the statement being built
};

/// Whether \p S leaves its surrounding loop or the kernel in the middle.
bool containsJump(const clang::Stmt *S, bool InLoop = false);

/// Fills KernelModel::GridSymbols and those of the functions that \p F calls.
void noteGridSymbols(const clang::FunctionDecl *F, KernelModel &Into);

} // namespace tessera

#endif
