//===- KernelParts.h - What a KernelBuilder works with --------------------===//
#ifndef TESSERA_FRONTEND_KERNEL_KERNELPARTS_H
#define TESSERA_FRONTEND_KERNEL_KERNELPARTS_H

#include "FrontendContext.h"
#include "values/IndexExpr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

namespace tessera {

struct KernelParts {
  enum class Mode { Read, Write, Update, Atomic, Address };

  /// Where a pointer points to: an array, the subscripts already applied, and
  /// the offset of the next one.
  struct Pointer {
    ArrayId Array;
    std::vector<std::optional<Polynomial>> Subscripts;
    std::optional<Polynomial> Offset = Polynomial(0);
  };

  /// A parameter that is a class, or a member of one that is.
  struct Object {
    const clang::VarDecl *Root; ///< a parameter of the kernel
    std::vector<const clang::FieldDecl *> Path;
  };
  /// The text that stands for a variable of a called function.
  struct Substitute {
    Text Filling;
    bool Once = false; ///< it has accesses: it may not be repeated
    unsigned Uses = 0;
  };
  /// A call whose function is being looked at.
  struct Frame {
    const clang::FunctionDecl *Callee;
    const clang::CallExpr *Call;
    Mode Result; ///< what is done with the reference that it returns
    std::map<const clang::VarDecl *, Substitute> Texts;
    std::set<const clang::Expr *> Written; ///< calls with holes, in its body
    std::optional<Object> This;
    Text ThisText;
    bool Plain = true;   ///< what the call evaluates could stand for it
    unsigned Filled = 0; ///< uses of its variables and object with a text
  };
  /// The parts of a loop, wherever they are written.
  struct LoopParts {
    const clang::Stmt *Whole = nullptr;
    const clang::Stmt *Init = nullptr;
    const clang::Expr *Test = nullptr, *Next = nullptr;
    const clang::Stmt *Body = nullptr;
    /// Where `Next` stands: as the last statement of the body, or in `k-- > 0`.
    enum { InHeader, InBody, InTest } Steps = InHeader;
    clang::SourceLocation Close;             ///< of the header
    const clang::VarDecl *Counter = nullptr; ///< what it may count
    const clang::Expr *From = nullptr;       ///< what `Init` sets it to
    std::optional<Polynomial> Start; ///< without `Init`: its value before
  };
  /// What the call's arguments are bound to in the function.
  struct Binding {
    const clang::ParmVarDecl *Parameter;
    const clang::Expr *Argument;
    std::optional<Pointer> Element; ///< what a pointer or reference leads to
    std::optional<Object> Class;
  };

  struct Hole {
    SourceRange Parsed;
    Piece P;
    /// Of a variable of a called function: what stands in its place.
    std::optional<Text> Filling = std::nullopt;
  };
  /// A hole among the tokens that a macro's call expands to.
  struct Expansion {
    SourceRange Call;     ///< of the outermost macro, parsed
    unsigned First, Last; ///< its tokens, both included
    Piece P;
    bool Hidden; ///< it has no place in the file
  };

  /// The type of \p D in the words of the text: in an instance of a template
  /// those of the template, `T` and not `float`.
  clang::QualType textType(const clang::ValueDecl *D) const {
    auto At = TextTypes.find(D->getLocation());
    return At == TextTypes.end() ? D->getType() : At->second;
  }

  /// See AccessInfo::Order.
  unsigned nextOrder() const {
    return K.Accesses.size() + K.Barriers.size() + K.WarpBarriers.size() + 1;
  }

  KernelModel K;
  std::map<clang::SourceLocation, clang::QualType> TextTypes;
  llvm::DenseMap<const clang::VarDecl *, ArrayId> Arrays;
  llvm::DenseMap<const clang::VarDecl *, ScalarId> Scalars;
  llvm::DenseMap<const clang::VarDecl *, Pointer> Aliases;
  llvm::DenseMap<const clang::VarDecl *, Pointer> References; ///< to elements
  std::map<const clang::VarDecl *, Object> Objects; ///< in called functions
  /// By root and path; into KernelModel::Parameters.
  std::map<
      std::pair<const clang::VarDecl *, std::vector<const clang::FieldDecl *>>,
      unsigned>
      Members;
  std::map<unsigned, ArrayId> MemberArrays;             ///< of these parameters
  std::vector<Frame> Frames;                            ///< outermost first
  std::set<const clang::VarDecl *> Mutated, BoundReads; ///< see BoundReads.h
  /// Of the first, those that one loop counts, which does not set them.
  std::set<const clang::VarDecl *> Counters;
  std::map<const clang::VarDecl *, Text> Starts; ///< their initialisers
  std::set<std::string> Symbols;
  std::set<const clang::DeclRefExpr *> Taken; ///< names in accesses, see above
  std::vector<LoopId> Loops;
  std::vector<GuardUse> Guards;
  unsigned Nesting = 0; ///< branches and loops around the current statement
  bool Conditional = false;
  UnknownPart ConditionalBy;          ///< why, if it is known
  unsigned Waits = 0;                 ///< of what is conditional
  std::pair<unsigned, unsigned> Part; ///< AccessInfo::FirstByte and EndByte
  bool Overwrites = false;            ///< of that part
  bool SeesConst = false; ///< another lvalue that is not `const` means more
  const clang::Expr *Discarded = nullptr; ///< nobody wants its value
  std::vector<Hole> Holes;                ///< of the statement being built
  std::vector<Expansion> Expansions;      ///< of the statement being built
};

/// The parts of the `for` or `while` loop \p S.
KernelParts::LoopParts partsOf(const clang::Stmt *S,
                               const clang::ASTContext &AST);
/// The local variables of \p Body that only one loop, and not its header, sets.
std::set<const clang::VarDecl *> findCounters(const clang::Stmt *Body,
                                              const clang::ASTContext &AST);
/// Whether \p S leaves its surrounding loop or the kernel in the middle.
bool containsJump(const clang::Stmt *S, bool InLoop = false);
/// \p S, if it is `return ..;`, without the braces that may be around it.
const clang::ReturnStmt *onlyReturns(const clang::Stmt *S);
/// Whether \p S is `if (c) continue;`.
bool isPlainContinue(const clang::Stmt *S);
/// If the kernel \p F is an instance of a template, says so in \p Parts.
///
/// \returns why its text cannot be rewritten; empty if it can.
std::string describeInstance(const clang::FunctionDecl *F,
                             const clang::ASTContext &AST, KernelParts &Parts);
/// Fills KernelModel::GridSymbols and those of the functions that \p F calls.
void noteGridSymbols(const clang::FunctionDecl *F, KernelModel &Into);

} // namespace tessera

#endif
