//===- Stmt.h - Statements of kernels -------------------------------------===//
#ifndef TESSERA_KERNEL_STMT_H
#define TESSERA_KERNEL_STMT_H

#include "tessera/Kernel/Expr.h"
#include "tessera/Kernel/Obstacle.h"
#include "tessera/Kernel/Variables.h"
#include "tessera/Support/SharedNames.h"
#include <array>

namespace tessera::ir {

struct Stmt;
using StmtPtr = std::shared_ptr<const Stmt>;

/// One variable of a declaration.
struct Local {
  std::optional<VarId> Scalar; ///< absent: an array, an object, a reference
  std::optional<VarId> Other;  ///< that, into Kernel::Others
  ExprPtr Init;
  bool IsReference = false;
};

struct Stmt {
  enum class Kind : uint8_t {
    Block,   ///< `{ .. }`
    If,      ///< Exprs: condition; Body: then, else or null
    For,     ///< Exprs: condition, step, either null; Body: start or null, body
    While,   ///< Exprs: condition; Body: body
    Do,      ///< the same
    Eval,    ///< Exprs: what is evaluated
    Declare, ///< Locals
    Return,  ///< Exprs: of a function with a result, that
    Break,
    Continue,
    Empty, ///< nothing; of its text only comments are left
    Opaque ///< not understood; Exprs: what it may evaluate
  };
  Kind K = Kind::Opaque;
  std::vector<ExprPtr> Exprs;
  std::vector<StmtPtr> Body;
  std::vector<Local> Locals;

  /// Bytes of the parsed file with holes for Exprs, or for Body.
  struct Part {
    SourceRange Bytes;
    int Expr = -1, Body = -1;
    Precedence Binds = Precedence::Comma;
  };
  std::vector<Part> Text;
  SourceRange Lead; ///< white space and comments before; empty if it is new

  const ExprPtr &test() const { return Exprs[0]; }
  const StmtPtr &body() const { return Body.back(); }
  bool isLoop() const {
    return K == Kind::For || K == Kind::While || K == Kind::Do;
  }
};

/// A function of the user's that the kernel calls, with a body whose text means
/// the same in the kernel.
struct Function {
  struct Parameter {
    VarId Id;
    bool IsObject = false;    ///< into Others
    bool IsReference = false; ///< of an object: it is what is handed to it
  };
  std::vector<Parameter> Parameters;
  std::set<VarId> References; ///< of these: the variables they are given
  std::set<VarId> Aliases;    ///< and those that only read them
  std::set<VarId> Pointees;   ///< pointers to one variable, which it may change
  /// Of a function of an object: the members that the last parameters are.
  std::vector<std::string> Members;
  bool IsLambda = false; ///< it also knows variables of the kernel
  TypePtr Result = nullptr;
  std::string ResultType; ///< as a cast to it spells it
  StmtPtr Body;           ///< a Block
};

/// A kernel as the user wrote it, or an equivalent one.
struct Kernel {
  std::string Name;
  std::vector<Scalar> Scalars;
  std::vector<Object> Others;
  StmtPtr Body; ///< a Block
  /// The shape of blocks that it is for: as many threads as the user's, which
  /// are all in a row.
  std::optional<std::array<int64_t, 3>> Blocks;
  /// It is for planes of threads, whose rows have so many: a parameter, or a
  /// number. The user's are numbered through.
  std::string Row;
  bool AsksGroups = false; ///< what threads are told by groups is not known
  /// Why its tiles stay; absent if it has none.
  std::optional<Obstacle> KeepsTiles;
  bool OneMore = false; ///< it is for grids with another block along x
  std::shared_ptr<Types> Of = std::make_shared<Types>();
  std::vector<Function> Functions;
  SharedNames Names; ///< in use: new ones differ
  /// Those of its own text, and what else variables must not be called. What is
  /// moved into it keeps a name that none of these is.
  std::set<std::string> Own;

  TypePtr boolean() { return Of->get({Type::Kind::Bool, 1}); }
  /// A name like \p Stem that nothing has.
  std::string freshName(llvm::StringRef Stem);
  /// \p Stem, if that is not one of Own, or a name like it.
  std::string movedName(llvm::StringRef Stem);
  /// `const float *p` of what \p L declares; empty if its type has no name.
  std::string declarator(const Local &L) const;
  /// Another scalar of the type of \p Like.
  VarId freshScalar(VarId Like, bool IsConst);
};

/// Calls \p Visit for \p S and all below, in the order of the text; where it
/// returns false nothing below.
void walk(const StmtPtr &S, llvm::function_ref<bool(const Stmt &)> Visit);
/// Calls \p Visit for the expressions of \p S and of all below.
void eachExpr(const StmtPtr &S,
              llvm::function_ref<void(const ExprPtr &)> Visit);
bool mentions(const StmtPtr &S, VarId V);
/// Whether \p S may give \p V another value.
bool assigns(const StmtPtr &S, VarId V);
bool assigns(const ExprPtr &E, VarId V);
/// Whether control may leave \p S other than at its end.
bool jumps(const StmtPtr &S);

StmtPtr withBody(const StmtPtr &S, unsigned I, StmtPtr New);
StmtPtr withExpr(const StmtPtr &S, unsigned I, ExprPtr New);
/// With another value for the variable \p I that \p S declares.
StmtPtr withInit(const StmtPtr &S, unsigned I, ExprPtr New);
/// \p S with each expression changed by \p Change, also below.
StmtPtr rewritten(const StmtPtr &S,
                  llvm::function_ref<ExprPtr(const ExprPtr &)> Change);
/// \p S, a Block, with other statements.
StmtPtr withStatements(const StmtPtr &S, std::vector<StmtPtr> New);
/// What is left where \p S was taken away.
StmtPtr gone(const StmtPtr &S);
/// `T v = Init;` in the place of \p At.
StmtPtr declared(VarId V, ExprPtr Init, const StmtPtr &At);
/// The same of one of Kernel::Others.
StmtPtr declaredOther(VarId V, ExprPtr Init, const StmtPtr &At);

} // namespace tessera::ir

#endif
