//===- Patterns.cpp -------------------------------------------------------===//
#include "normal/Patterns.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace tessera {

using namespace ir;
using Op = Expr::Op;

std::optional<Assignment> assignmentOf(const Kernel &K, const ExprPtr &E) {
  if (!E || E->O != Op::Assign || E->Word == "&" || E->Args[0]->O != Op::Scalar)
    return std::nullopt;
  const VarId To = E->Args[0]->Scalar;
  const ir::Scalar &Of = K.Scalars[To];
  if (Of.Escapes || (E->Args.size() > 1 && !isPure(E->Args[1])))
    return std::nullopt;
  if (E->Word == "=")
    return Assignment{To, E->Args[1], !mentions(E->Args[1], To)};
  ExprPtr Old = scalar(To, Of.Ty);
  if (E->Args.size() == 1)
    return Assignment{
        To, binary(E->Word == "++" ? "+" : "-", Old, number(1, Of.Ty), Of.Ty),
        false};
  llvm::StringRef Operator = E->Word;
  Operator.consume_back("=");
  return Assignment{To, binary(Operator, Old, E->Args[1], Of.Ty), false};
}

std::optional<Assignment> assignmentOf(const Kernel &K, const StmtPtr &S) {
  return S->K == Stmt::Kind::Eval ? assignmentOf(K, S->Exprs[0]) : std::nullopt;
}

const ExprPtr &unconverted(const ExprPtr &E) {
  return E->is(Op::Cast) && E->Implicit ? unconverted(E->Args[0]) : E;
}

ExprPtr addendIn(const ExprPtr &Value, VarId V) {
  const ExprPtr &E = withoutWidening(Value);
  if (!E->is(Op::Binary, "+") && !E->is(Op::Binary, "-"))
    return nullptr;
  const ExprPtr &Left = E->Args[0], &Right = E->Args[1];
  const bool Sum = E->Word == "+";
  if (Left->isScalar(V) && !mentions(Right, V)) {
    if (Sum)
      return Right;
    if (Right->O == Op::Number)
      return number(-Right->Value, Right->Ty);
    auto Negative = std::make_shared<Expr>();
    Negative->O = Op::Unary;
    Negative->Word = "-";
    Negative->Ty = Right->Ty;
    Negative->Args = {Right};
    return Negative;
  }
  return Sum && Right->isScalar(V) && !mentions(Left, V) ? Left : nullptr;
}

bool countsOrPoints(const Kernel &K, VarId V) {
  const ir::Scalar &Of = K.Scalars[V];
  return !Of.Escapes && (Of.Ty->isPointer() || Of.Ty->K == Type::Kind::Bool ||
                         (Of.Ty->K == Type::Kind::Int && Of.Ty->Bytes >= 4));
}

bool isSetOnce(const Kernel &K, VarId V) {
  if (K.Scalars[V].Escapes || assigns(K.Body, V))
    return false;
  unsigned Declarations = K.Scalars[V].IsParameter;
  walk(K.Body, [&](const Stmt &S) {
    for (const Local &L : S.Locals)
      Declarations += L.Scalar == V;
    return true;
  });
  return Declarations == 1;
}

bool isConstant(const Kernel &K, const ExprPtr &E) {
  bool Result = isArithmetic(E);
  walk(E, [&](const Expr &Each) {
    if (Each.O == Op::Scalar)
      Result = Result && isSetOnce(K, Each.Scalar);
    return Result;
  });
  return Result;
}

unsigned leavesOf(const ExprPtr &E) {
  unsigned Leaves = 0;
  walk(E, [&](const Expr &Each) {
    Leaves += Each.Args.empty();
    return true;
  });
  return Leaves;
}

ExprPtr inArm(const ExprPtr &A, const ExprPtr &Other) {
  if (!A->is(Op::Cast) || A->Args[0]->O != Op::Number || A->Ty->Bytes < 4 ||
      Other->is(Op::Cast))
    return A;
  auto Plain = std::make_shared<Expr>(*A);
  Plain->Implicit = true;
  return Plain;
}

std::optional<std::string> typeName(const Type &T) {
  if (T.K == Type::Kind::Bool)
    return "bool";
  if (T.K == Type::Kind::Float)
    return T.Bytes == 4   ? std::optional("float")
           : T.Bytes == 8 ? std::optional("double")
                          : std::nullopt;
  static constexpr llvm::StringLiteral Names[] = {"signed char", "short", "int",
                                                  "long long"};
  if (T.K != Type::Kind::Int || T.Bytes > 8 || !llvm::isPowerOf2_64(T.Bytes))
    return std::nullopt;
  const unsigned I = llvm::Log2_64(T.Bytes);
  return T.Signed ? Names[I].str()
         : I == 0 ? "unsigned char"
         : I == 2 ? "unsigned"
                  : "unsigned " + Names[I].str();
}

ExprPtr converted(const ExprPtr &E, TypePtr Ty) {
  if (E->Ty == Ty)
    return E;
  if (E->O == Op::Number)
    return number(E->Value, Ty);
  auto Cast = std::make_shared<Expr>();
  Cast->O = Op::Cast;
  Cast->Ty = Ty;
  Cast->Word = *typeName(*Ty);
  Cast->Args = {E};
  return Cast;
}

ExprPtr builtin(Kernel &K, llvm::StringRef Symbol) {
  auto Result = std::make_shared<Expr>();
  Result->O = Op::Builtin;
  Result->Word = Symbol.str();
  Result->Ty = K.Of->get({Type::Kind::Int, 4});
  return Result;
}

ExprPtr sumOf(Kernel &K, const Polynomial &P) {
  const TypePtr Unsigned = K.Of->get({Type::Kind::Int, 4});
  ExprPtr Sum;
  for (const auto &[M, Times] : P.terms()) {
    ExprPtr Each;
    for (llvm::StringRef Symbol : M) {
      unsigned Id = 0;
      const bool IsScalar =
          Symbol.starts_with("v") && !Symbol.drop_front().getAsInteger(10, Id);
      const ExprPtr Factor =
          IsScalar ? scalar(Id, K.Scalars[Id].Ty) : builtin(K, Symbol);
      Each = Each ? binary("*", Each, Factor, Unsigned) : Factor;
    }
    const ExprPtr Number = number(Times, K.Of->get({Type::Kind::Int, 4, true}));
    Each = !Each        ? Number
           : Times == 1 ? Each
                        : binary("*", Each, Number, Unsigned);
    Sum = Sum ? binary("+", Sum, Each, Unsigned) : Each;
  }
  return Sum ? Sum : number(0, Unsigned);
}

std::optional<CountedLoop> countedLoop(const Kernel &K, const Stmt &S) {
  if (S.K != Stmt::Kind::For || !S.Body[0] || !S.Exprs[0] || !S.Exprs[1])
    return std::nullopt;
  const Stmt &Init = *S.Body[0];
  const std::optional<Assignment> Next = assignmentOf(K, S.Exprs[1]);
  if (Init.K != Stmt::Kind::Declare || Init.Locals.size() != 1 || !Next ||
      Init.Locals[0].Scalar != Next->To || !Init.Locals[0].Init ||
      assigns(S.body(), Next->To))
    return std::nullopt;
  const ExprPtr By = addendIn(Next->Value, Next->To);
  return By ? std::optional(
                  CountedLoop{Next->To, Init.Locals[0].Init, S.Exprs[0], By})
            : std::nullopt;
}

StmtPtr countingLoop(Kernel &K, VarId Counter, ExprPtr Rounds, StmtPtr Body,
                     const StmtPtr &At) {
  const TypePtr Ty = K.Scalars[Counter].Ty;
  auto Init = std::make_shared<Stmt>();
  Init->K = Stmt::Kind::Declare;
  Init->Locals = {{Counter, std::nullopt, number(0, Ty)}};
  auto Next = std::make_shared<Expr>();
  Next->O = Op::Assign;
  Next->Word = "++";
  Next->Ty = Ty;
  Next->Args = {scalar(Counter, Ty)};
  auto Result = std::make_shared<Stmt>();
  Result->K = Stmt::Kind::For;
  Result->Exprs = {
      binary("<", scalar(Counter, Ty), std::move(Rounds), K.boolean()), Next};
  Result->Body = {Init, std::move(Body)};
  Result->Lead = At->Lead;
  return Result;
}

const Expr &arrayIn(const Expr &E) {
  const Expr *At = &E;
  while (At->O == Op::Element)
    At = &shown(*At->Args[0]);
  return *At;
}

ExprPtr inItsType(const ExprPtr &E) {
  const ExprPtr &Of = withoutWidening(E);
  if (!Of->is(Op::Cast) || !Of->Implicit)
    return Of;
  const ExprPtr &Inner = unconverted(Of);
  if (Inner->O == Op::Number && Inner->Value >= 0 && Inner->Value <= INT32_MAX)
    return number(Inner->Value, Of->Ty);
  const std::optional<std::string> Name = typeName(*Of->Ty);
  if (!Name)
    return nullptr;
  auto Cast = std::make_shared<Expr>();
  Cast->O = Op::Cast;
  Cast->Word = *Name;
  Cast->Ty = Of->Ty;
  Cast->Args = {inItsType(Of->Args[0])};
  return Cast->Args[0] ? Cast : nullptr;
}

bool keeps(llvm::ArrayRef<StmtPtr> All, const ExprPtr &E) {
  bool Result = isArithmetic(E);
  walk(E, [&](const Expr &Each) {
    if (Each.O == Op::Scalar)
      Result &= llvm::none_of(
          All, [&](const StmtPtr &S) { return assigns(S, Each.Scalar); });
    return Result;
  });
  return Result;
}

std::vector<StmtPtr> statementsOf(const StmtPtr &S) {
  if (S->K == Stmt::Kind::Block)
    return S->Body;
  return {S};
}

StmtPtr withStatementsOf(const StmtPtr &S, std::vector<StmtPtr> New) {
  if (S->K == Stmt::Kind::Block)
    return withStatements(S, std::move(New));
  auto Result = std::make_shared<Stmt>();
  Result->K = Stmt::Kind::Block;
  for (StmtPtr &Each : New) {
    auto Copy = std::make_shared<Stmt>(*Each);
    Copy->Lead = {};
    Each = Copy;
  }
  Result->Body = std::move(New);
  return Result;
}

void placeFor(const StmtPtr &S, llvm::ArrayRef<StmtPtr> New,
              std::vector<StmtPtr> &Into) {
  if (New.empty())
    return Into.push_back(gone(S));
  for (auto [I, Each] : llvm::enumerate(New)) {
    auto Placed = std::make_shared<Stmt>(*Each);
    Placed->Lead = I == 0 ? S->Lead : SourceRange{};
    Into.push_back(std::move(Placed));
  }
}

ExprPtr exitTest(const StmtPtr &S) {
  if (S->K != Stmt::Kind::If || (S->Body.size() > 1 && S->Body[1]) ||
      !isPure(S->test()))
    return nullptr;
  const std::vector<StmtPtr> Then = statementsOf(S->Body[0]);
  return Then.size() == 1 && Then[0]->K == Stmt::Kind::Break ? S->test()
                                                             : nullptr;
}

StmtPtr eachBlock(const StmtPtr &S,
                  llvm::function_ref<StmtPtr(const StmtPtr &)> Change) {
  if (!S)
    return S;
  StmtPtr Result = S;
  for (unsigned I = 0; I != S->Body.size(); ++I)
    Result = withBody(Result, I, eachBlock(S->Body[I], Change));
  return Result->K == Stmt::Kind::Block ? Change(Result) : Result;
}

StmtPtr withoutUnused(Kernel &K, const StmtPtr &Body, const StmtPtr &Before) {
  const StmtPtr Result = eachBlock(Body, [&](const StmtPtr &Block) {
    std::vector<StmtPtr> All = Block->Body;
    for (StmtPtr &S : All) {
      auto Uses = [&](const StmtPtr &In, VarId V) {
        unsigned Count = 0;
        eachExpr(In, [&](const ExprPtr &E) { Count += mentions(E, V); });
        return Count;
      };
      auto IsUnused = [&](const Local &L) {
        // What had no use before is the user's.
        return L.Scalar && !K.Scalars[*L.Scalar].Escapes &&
               Uses(Body, *L.Scalar) == 0 && Uses(Before, *L.Scalar) != 0 &&
               (!L.Init || isPure(L.Init));
      };
      if (S->K == Stmt::Kind::Declare && !S->Locals.empty() &&
          llvm::all_of(S->Locals, IsUnused))
        S = gone(S);
    }
    return All == Block->Body ? Block : withStatements(Block, std::move(All));
  });
  return Result == Body ? Body : withoutUnused(K, Result, Before);
}

ExprPtr renamed(const ExprPtr &E, VarId Old, VarId New) {
  return rewritten(E, [&](const ExprPtr &Each) -> ExprPtr {
    return Each->isScalar(Old) ? scalar(New, Each->Ty) : nullptr;
  });
}

StmtPtr renamed(const StmtPtr &S, VarId Old, VarId New) {
  if (!S)
    return S;
  StmtPtr Result = S;
  for (unsigned I = 0; I != S->Body.size(); ++I)
    Result = withBody(Result, I, renamed(S->Body[I], Old, New));
  for (unsigned I = 0; I != S->Exprs.size(); ++I)
    Result = withExpr(Result, I, renamed(S->Exprs[I], Old, New));
  for (unsigned I = 0; I != S->Locals.size(); ++I) {
    Result = withInit(Result, I, renamed(S->Locals[I].Init, Old, New));
    if (S->Locals[I].Scalar != Old)
      continue;
    auto Copy = std::make_shared<Stmt>(*Result);
    Copy->Locals[I].Scalar = New;
    Copy->Text.clear();
    Result = Copy;
  }
  return Result;
}

StmtPtr eachStatement(
    const StmtPtr &S,
    llvm::function_ref<std::optional<std::vector<StmtPtr>>(const StmtPtr &)>
        Change) {
  if (!S)
    return S;
  StmtPtr Result = S;
  for (unsigned I = 0; I != S->Body.size(); ++I)
    Result = withBody(Result, I, eachStatement(S->Body[I], Change));
  auto In = [&](const StmtPtr &Body) {
    const std::vector<StmtPtr> Old = statementsOf(Body);
    std::vector<StmtPtr> All;
    for (const StmtPtr &Each : Old)
      llvm::append_range(All,
                         Change(Each).value_or(std::vector<StmtPtr>{Each}));
    return All == Old ? Body : withStatementsOf(Body, std::move(All));
  };
  if (S->K == Stmt::Kind::Block)
    return In(Result);
  for (unsigned I = S->K == Stmt::Kind::For; I < S->Body.size(); ++I)
    if (Result->Body[I] && Result->Body[I]->K != Stmt::Kind::Block)
      Result = withBody(Result, I, In(Result->Body[I]));
  return Result;
}

StmtPtr evaluated(ExprPtr E) {
  auto Result = std::make_shared<Stmt>();
  Result->K = Stmt::Kind::Eval;
  Result->Exprs = {std::move(E)};
  return Result;
}

ExprPtr assignment(llvm::StringRef Word, ExprPtr To, ExprPtr Value) {
  auto Result = std::make_shared<Expr>();
  Result->O = Op::Assign;
  Result->Word = Word.str();
  Result->Ty = To->Ty;
  Result->Args = {std::move(To), std::move(Value)};
  return Result;
}

} // namespace tessera
