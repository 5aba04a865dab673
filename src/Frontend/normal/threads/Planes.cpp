//===- Planes.cpp - Threads whose number tells a row and a column ---------===//
//
//   int i = blockIdx.x * blockDim.x      int x = blockIdx.x * blockDim.x
//         + threadIdx.x;                       + threadIdx.x;
//   if (i < h * w) {                =>   int y = blockIdx.y * blockDim.y + ..;
//     int y = i / w, x = i % w;          if (y < h && x < w) {
//
// Versions start in planes of threads, if the user's launch has a number for
// each that does something; launches test that.
//
//===----------------------------------------------------------------------===//
#include "normal/Offsets.h"
#include "normal/Patterns.h"
#include "normal/Steps.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

using namespace ir;
using Op = Expr::Op;

/// The threads along x of blocks in planes.
constexpr int64_t Along = 32;

/// Whether all launches have rows of blocks that are rows, and may have others.
static bool mayHavePlanes(const LaunchFacts &Facts) {
  auto IsOne = [](const std::optional<HostValue> &V) {
    return V && V->Divisor == 1 && V->Numerator.constant() == 1;
  };
  return !Facts.Launches.empty() && Facts.block(0) && Facts.block(1) == 1 &&
         Facts.block(2) == 1 && *Facts.block(0) % Along == 0 &&
         llvm::all_of(Facts.Launches, [&](const LaunchFact &L) {
           return L.MayChange && IsOne(L.Grid[1]) && IsOne(L.Grid[2]);
         });
}

namespace {

class Spreader {
public:
  explicit Spreader(Kernel &K) : K(K), Known(K) {}

  StmtPtr run();

private:
  const StmtPtr *findNumber();
  bool findRow();
  bool isRow(const ExprPtr &E) const;
  ExprPtr columnsOf(const ExprPtr &End) const;
  bool look(const ExprPtr &E);
  ExprPtr changed(const ExprPtr &E) const;
  bool fits();
  bool comparesNumber() const;

  Kernel &K;
  const Offsets Known;
  StmtPtr Declares; ///< the thread's number
  VarId Number = 0;

public:
  ExprPtr Row; ///< by which it is divided

private:
  VarId X = 0, Y = 0;
};

} // namespace

/// Finds the variable that is the number of the thread, if there is one.
const StmtPtr *Spreader::findNumber() {
  const Polynomial Wanted =
      Polynomial::symbol("bx") * Polynomial::symbol("Bx") +
      Polynomial::symbol("tx");
  for (const StmtPtr &S : K.Body->Body) {
    if (S->K != Stmt::Kind::Declare || S->Locals.size() != 1 ||
        !S->Locals[0].Scalar || !S->Locals[0].Init)
      continue;
    const VarId V = *S->Locals[0].Scalar;
    const Type &Ty = *K.Scalars[V].Ty;
    if (Ty.K == Type::Kind::Int && Ty.Bytes == 4 && isSetOnce(K, V) &&
        !K.Scalars[V].Escapes &&
        Known.polynomial(S->Locals[0].Init) == Wanted) {
      Number = V;
      return &S;
    }
  }
  return nullptr;
}

/// Whether \p E is what the number is divided by.
bool Spreader::isRow(const ExprPtr &E) const {
  const Expr &Of = *unconverted(E);
  return Row->O == Op::Number ? Of.isNumber(Row->Value)
                              : Of.isScalar(Row->Scalar);
}

/// Finds by what the number is divided: a parameter, or a number.
bool Spreader::findRow() {
  bool Same = true;
  eachExpr(K.Body, [&](const ExprPtr &E) {
    walk(E, [&](const Expr &Each) {
      if ((!Each.is(Op::Binary, "/") && !Each.is(Op::Binary, "%")) ||
          !unconverted(Each.Args[0])->isScalar(Number))
        return true;
      const ExprPtr &By = unconverted(Each.Args[1]);
      const bool Fits =
          (By->O == Op::Number && By->Value >= Along) ||
          (By->O == Op::Scalar && K.Scalars[By->Scalar].IsParameter &&
           isSetOnce(K, By->Scalar) && By->Ty->K == Type::Kind::Int &&
           By->Ty->Bytes == 4);
      if (!Row && Fits)
        Row = By;
      Same &= Fits && isRow(By);
      return Same;
    });
  });
  return Row && Same;
}

/// The h of \p End, h * w, where w is a row; null for others.
ExprPtr Spreader::columnsOf(const ExprPtr &End) const {
  ExprPtr Of = End;
  while (Of->O == Op::Cast && Of->Ty->K == Type::Kind::Int &&
         Of->Ty->Bytes >= 4)
    Of = Of->Args[0];
  if (Of->O == Op::Scalar)
    if (ExprPtr Value = Known.valueOf(Of->Scalar))
      return columnsOf(Value);
  if (!Of->is(Op::Binary, "*"))
    return nullptr;
  auto Bare = [](const ExprPtr &E) {
    ExprPtr Result = E;
    while (Result->O == Op::Cast && Result->Ty->K == Type::Kind::Int &&
           Result->Ty->Bytes >= 4 && Result->Args[0]->Ty->isInteger())
      Result = Result->Args[0];
    return Result;
  };
  for (unsigned Side : {1, 0})
    if (isRow(Bare(Of->Args[Side])) && isConstant(K, Of->Args[1 - Side]) &&
        isHarmless(Of->Args[1 - Side]))
      return Bare(Of->Args[1 - Side]);
  return nullptr;
}

/// Whether \p E may have the number in planes: where it is compared, with the
/// end of them.
bool Spreader::look(const ExprPtr &E) {
  if (E->O == Op::Opaque || (E->O == Op::Call && !E->Pure))
    return false;
  if (E->O == Op::Builtin && E->Word != "bx" && E->Word != "Bx" &&
      E->Word != "tx")
    return false;
  const bool Compares =
      E->O == Op::Binary && E->Ty->K == Type::Kind::Bool && E->Args.size() == 2;
  for (unsigned Side : {0, 1})
    if (Compares && unconverted(E->Args[Side])->isScalar(Number))
      return (E->Word[0] == '<' || E->Word[0] == '>') &&
             (E->Word == "<" || E->Word == ">=") == (Side == 0) &&
             columnsOf(E->Args[1 - Side]) != nullptr;
  return llvm::all_of(E->Args, [&](const ExprPtr &Arg) { return look(Arg); });
}

ExprPtr Spreader::changed(const ExprPtr &E) const {
  const bool Divides = E->is(Op::Binary, "/"), Rests = E->is(Op::Binary, "%");
  if ((Divides || Rests) && unconverted(E->Args[0])->isScalar(Number))
    return converted(scalar(Divides ? Y : X, K.Scalars[Number].Ty), E->Ty);
  if (E->O != Op::Binary || E->Ty->K != Type::Kind::Bool)
    return nullptr;
  for (unsigned Side : {0, 1}) {
    if (!unconverted(E->Args[Side])->isScalar(Number))
      continue;
    const bool Inside = E->Word == "<" || E->Word == ">";
    auto Compared = [&](VarId V, const ExprPtr &End) {
      return binary(Inside ? "<" : ">=", scalar(V, K.Scalars[V].Ty), End,
                    K.boolean());
    };
    return binary(Inside ? "&&" : "||",
                  Compared(Y, columnsOf(E->Args[1 - Side])), Compared(X, Row),
                  K.boolean());
  }
  return nullptr;
}

/// Whether the number is all that the kernel knows of its thread.
bool Spreader::fits() {
  bool Fits = true;
  auto Look = [&](const ExprPtr &E) {
    Fits &= look(E);
    walk(E, [&](const Expr &Each) {
      Fits &= Each.O != Op::Builtin;
      return Fits;
    });
  };
  walk(K.Body, [&](const Stmt &S) {
    Fits &= S.K != Stmt::Kind::Opaque;
    for (const ExprPtr &E : S.Exprs)
      if (E)
        Look(E);
    for (const Local &L : S.Locals) {
      Fits &= L.Scalar.has_value();
      if (L.Init && &S != Declares.get())
        Look(L.Init);
    }
    return Fits;
  });
  return Fits;
}

/// Whether the kernel says which numbers take part. Else only the rows may be
/// bounded, which have no threads behind their last column then.
bool Spreader::comparesNumber() const {
  bool Result = false;
  eachExpr(K.Body, [&](const ExprPtr &E) {
    walk(E, [&](const Expr &Each) {
      if (Each.O == Op::Binary && Each.Ty->K == Type::Kind::Bool)
        for (const ExprPtr &Side : Each.Args)
          Result |= unconverted(Side)->isScalar(Number);
      return !Result;
    });
  });
  return Result;
}

static StmtPtr returnIf(ExprPtr Test) {
  auto Leave = std::make_shared<Stmt>();
  Leave->K = Stmt::Kind::Return;
  auto If = std::make_shared<Stmt>();
  If->K = Stmt::Kind::If;
  If->Exprs = {std::move(Test)};
  If->Body = {std::move(Leave)};
  return If;
}

StmtPtr Spreader::run() {
  const StmtPtr *At = findNumber();
  if (!At || !findRow())
    return K.Body;
  Declares = *At;
  if (!fits())
    return K.Body;
  const TypePtr Ty = K.Scalars[Number].Ty,
                Unsigned = K.Of->get({Type::Kind::Int, 4});
  auto Place = [&](char Axis) {
    auto Id = [&](char Letter) {
      return builtin(K, std::string{Letter, Axis});
    };
    const VarId V = K.freshScalar(Number, K.Scalars[Number].IsConst);
    K.Scalars[V].Stem = {Axis};
    K.Scalars[V].Name = K.freshName({&Axis, 1});
    const ExprPtr First = binary("*", Id('b'), Id('B'), Unsigned);
    return std::pair(
        V, declared(V, binary("+", First, Id('t'), Unsigned), Declares));
  };
  auto Behind = [](const StmtPtr &S) {
    auto Result = std::make_shared<Stmt>(*S);
    Result->Lead = {};
    return Result;
  };
  StmtPtr First, Second;
  std::tie(X, First) = Place('x');
  std::tie(Y, Second) = Place('y');
  std::vector<StmtPtr> All;
  for (const StmtPtr &S : K.Body->Body) {
    if (S != Declares) {
      All.push_back(rewritten(
          S, [&](const ExprPtr &E) -> ExprPtr { return changed(E); }));
      continue;
    }
    const ExprPtr Before = binary("*", scalar(Y, Ty), converted(Row, Ty), Ty);
    All.push_back(First);
    All.push_back(Behind(Second));
    All.push_back(Behind(
        declared(Number, binary("+", Before, scalar(X, Ty), Ty), Declares)));
    if (!comparesNumber())
      All.push_back(returnIf(
          binary(">=", scalar(X, Ty), converted(Row, Ty), K.boolean())));
  }
  return withoutUnused(K, withStatements(K.Body, std::move(All)), K.Body);
}

StmtPtr spreadRows(Kernel &K, const LaunchFacts &Facts) {
  if (!mayHavePlanes(Facts) || K.Blocks || K.OneMore || Facts.HidesIds ||
      Facts.WorkTogether)
    return K.Body;
  Spreader Spread(K);
  const StmtPtr Result = Spread.run();
  if (Result == K.Body)
    return Result;
  K.Blocks = {Along, *Facts.block(0) / Along, 1};
  K.Row = Spread.Row->O == Op::Number ? std::to_string(Spread.Row->Value)
                                      : K.Scalars[Spread.Row->Scalar].Name;
  return Result;
}

} // namespace tessera
