//===- Symbols.cpp - Values of parameters get names -----------------------===//
//
//   if (i < m)                            const int half_n = n / 2;
//     for (int k = 0; k < n / 2; ++k) =>  if (i < m)
//       sum += a[i * (n / 2) + k];          for (int k = 0; k < half_n; ++k)
//                                             sum += a[i * half_n + k];
//
// Facts of the kernel take them for parameters, which they are as good as.
//
//===----------------------------------------------------------------------===//
#include "normal/Patterns.h"
#include "normal/Steps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <map>

namespace tessera {

using namespace ir;
using Op = Expr::Op;
using Statements = std::vector<StmtPtr>;

namespace {

class Namer {
public:
  explicit Namer(Kernel &K);

  StmtPtr run();

private:
  bool isSymbol(const ExprPtr &E) const;
  /// \param IsPlace it tells which element.
  ExprPtr named(const ExprPtr &E, bool IsPlace = false);
  StmtPtr withNames(const StmtPtr &S);
  StmtPtr withoutMoved(const StmtPtr &S);
  std::string stemFor(const ExprPtr &E) const;
  ExprPtr name(const ExprPtr &E);

  Kernel &K;
  /// Variables that only ever are a parameter, or a member of one.
  std::map<VarId, ExprPtr> Copies;
  Statements Leading; ///< declarations before anything else
  std::vector<std::pair<VarId, ExprPtr>> Named;
  std::vector<VarId> Moved; ///< the user's among them
  bool Counts = false;      ///< what is looked at bounds or numbers something
};

} // namespace

Namer::Namer(Kernel &K) : K(K) {
  walk(K.Body, [&](const Stmt &S) {
    for (const Local &L : S.Locals) {
      if (!L.Scalar || !L.Init || !isSetOnce(K, *L.Scalar))
        continue;
      const ExprPtr &Of = unconverted(L.Init);
      const bool IsParameter =
          (Of->O == Op::Member && Of->Pure) ||
          (Of->O == Op::Scalar && K.Scalars[Of->Scalar].IsParameter &&
           isSetOnce(K, Of->Scalar));
      if (IsParameter && Of->Ty == K.Scalars[*L.Scalar].Ty)
        Copies[*L.Scalar] = Of;
    }
    return true;
  });
  for (const StmtPtr &S : K.Body->Body) {
    if (S->K != Stmt::Kind::Declare && S->K != Stmt::Kind::Empty)
      break;
    Leading.push_back(S);
  }
}

static bool picks(const Expr &E) {
  return E.O == Op::Select ||
         (E.O == Op::Call && (E.Word == "min" || E.Word == "max"));
}

/// Whether \p Test, of a loop, holds up to the greatest of several, or down to
/// the least of them: no condition has these.
static bool reachesEither(const ExprPtr &Test) {
  const Expr &E = shown(*Test);
  if (E.O != Op::Binary || (E.Word != "<" && E.Word != "<=" && E.Word != ">" &&
                            E.Word != ">=" && E.Word != "!="))
    return false;
  const bool Up = E.Word.front() != '>';
  const Expr &End = shown(*E.Args[1]);
  if (End.O == Op::Call)
    return End.Word == (Up ? "max" : "min");
  const Expr &Asks = End.O == Op::Select ? shown(*End.Args[0]) : End;
  if (End.O != Op::Select || Asks.O != Op::Binary)
    return false;
  const bool Greater = Asks.Word == ">" || Asks.Word == ">=";
  const bool Less = Asks.Word == "<" || Asks.Word == "<=";
  const bool SameOrder =
      equal(*unconverted(Asks.Args[0]), *unconverted(End.Args[1])) &&
      equal(*unconverted(Asks.Args[1]), *unconverted(End.Args[2]));
  const bool OtherOrder =
      equal(*unconverted(Asks.Args[0]), *unconverted(End.Args[2])) &&
      equal(*unconverted(Asks.Args[1]), *unconverted(End.Args[1]));
  const bool IsGreatest = (SameOrder && Greater) || (OtherOrder && Less);
  const bool IsLeast = (SameOrder && Less) || (OtherOrder && Greater);
  return Up ? !IsLeast : !IsGreatest;
}

/// Whether polynomials do not have \p E.
static bool isUnusual(const Expr &E) {
  if (picks(E))
    return true;
  return E.O == Op::Binary && llvm::StringSwitch<bool>(E.Word)
                                  .Cases({"/", "%", ">>", "&", "|", "^"}, true)
                                  .Default(false);
}

/// Whether \p E is made of parameters, by more than sums and products.
bool Namer::isSymbol(const ExprPtr &E) const {
  if (E->Ty->K != Type::Kind::Int || E->Ty->Bytes < 4 || !isHarmless(E))
    return false;
  bool OfParameters = false, Unusual = false, Others = false;
  walk(E, [&](const Expr &Each) {
    switch (Each.O) {
    case Op::Scalar:
      OfParameters = true;
      Others |=
          !Each.Ty->isInteger() ||
          (!Copies.count(Each.Scalar) &&
           (!K.Scalars[Each.Scalar].IsParameter || !isSetOnce(K, Each.Scalar)));
      break;
    case Op::Member:
      OfParameters = true;
      Others |= !Each.Ty->isInteger();
      return false;
    case Op::Builtin:
      Others = true;
      break;
    case Op::Name:
      Others |= !Each.Pure;
      break;
    case Op::Call:
      Others |= !isUnusual(Each);
      break;
    default:
      Others |= Each.Ty->K != Type::Kind::Int && Each.Ty->K != Type::Kind::Bool;
      break;
    }
    Unusual |= isUnusual(Each);
    return true;
  });
  return OfParameters && Unusual && !Others;
}

std::string Namer::stemFor(const ExprPtr &E) const {
  std::string Of;
  walk(E, [&](const Expr &Each) {
    if (Of.empty() && Each.O == Op::Scalar)
      Of = K.Scalars[Each.Scalar].Name;
    if (Of.empty() && Each.O == Op::Member)
      Of = Each.Word;
    return Of.empty();
  });
  const Expr &Outer = shown(*E);
  const bool ByTwo =
      (Outer.is(Op::Binary, "/") && shown(*Outer.Args[1]).isNumber(2)) ||
      (Outer.is(Op::Binary, ">>") && shown(*Outer.Args[1]).isNumber(1));
  if (ByTwo)
    return "half_" + Of;
  if (Outer.is(Op::Binary, "/") || Outer.is(Op::Binary, ">>"))
    return Of + "_part";
  return Of + (Outer.is(Op::Binary, "%") ? "_rest" : "_value");
}

/// The variable that has the value \p E.
ExprPtr Namer::name(const ExprPtr &E) {
  ExprPtr Of = E;
  while (Of->is(Op::Cast) && Of->Implicit)
    Of = Of->Args[0];
  for (const auto &[V, Value] : Named)
    if (equal(*Value, *Of))
      return scalar(V, K.Scalars[V].Ty);
  ir::Scalar New;
  New.Stem = stemFor(Of);
  New.Name = K.freshName(New.Stem);
  New.Ty = Of->Ty;
  New.Type = *typeName(*Of->Ty);
  New.IsConst = true;
  K.Scalars.push_back(std::move(New));
  Named.emplace_back(K.Scalars.size() - 1, Of);
  return scalar(K.Scalars.size() - 1, Of->Ty);
}

/// `-(n / 2)` for `-n / 2`, which is rounded to zero, too; null for others.
static ExprPtr negated(const ExprPtr &E) {
  if (!E->is(Op::Binary, "/") || !shown(*E->Args[0]).is(Op::Unary, "-") ||
      E->Args[1]->O != Op::Number || E->Args[1]->Value <= 0 || !E->Ty->Signed ||
      E->Args[0]->Ty != E->Ty || unconverted(E->Args[0])->Args[0]->Ty != E->Ty)
    return nullptr;
  const ExprPtr &Minus = unconverted(E->Args[0]);
  auto Result = std::make_shared<Expr>(*unwritten(Minus));
  Result->Args = {binary("/", Minus->Args[0], E->Args[1], E->Ty)};
  return Result;
}

/// \p E with the names of symbols in it, the largest first.
ExprPtr Namer::named(const ExprPtr &E, bool IsPlace) {
  if (!E || (E->is(Op::Cast) && E->Ty->K == Type::Kind::Float))
    return E;
  if (E->is(Op::Cast) && E->Implicit) // of what it converts
    return with(E, 0, named(E->Args[0], IsPlace));
  // A window from `-half` to `half` has one name.
  if (const ExprPtr Other = negated(E); Other && isSymbol(E))
    return named(Other, IsPlace);
  const bool IsNegative = E->is(Op::Unary, "-") && E->Ty->Signed;
  // Conditions know the least and the greatest of several.
  if (!IsNegative && (IsPlace || Counts) && isSymbol(E) &&
      (IsPlace || !picks(*E)))
    return name(E);
  ExprPtr Result = E;
  for (unsigned I = 0; I != E->Args.size(); ++I)
    Result = with(Result, I,
                  named(E->Args[I], IsPlace || E->Ty->isPointer() ||
                                        (E->O == Op::Element && I == 1)));
  return Result;
}

StmtPtr Namer::withNames(const StmtPtr &S) {
  if (!S || llvm::is_contained(Leading, S))
    return S;
  StmtPtr Result = S;
  for (unsigned I = 0; I != S->Body.size(); ++I)
    Result = withBody(Result, I, withNames(S->Body[I]));
  // What only is a value stays the user's.
  Counts = S->K == Stmt::Kind::If || S->isLoop();
  for (unsigned I = 0; I != S->Exprs.size(); ++I) {
    const bool IsEnd =
        I == 0 && S->isLoop() && S->Exprs[0] && reachesEither(S->Exprs[0]);
    Result = withExpr(Result, I, named(S->Exprs[I], IsEnd));
  }
  for (unsigned I = 0; I != S->Locals.size(); ++I) {
    if (S->Locals[I].Scalar && llvm::is_contained(Moved, *S->Locals[I].Scalar))
      continue;
    Counts = S->Locals[I].Scalar &&
             K.Scalars[*S->Locals[I].Scalar].Ty->K == Type::Kind::Int;
    Result = withInit(Result, I, named(S->Locals[I].Init));
  }
  return Result;
}

/// \p S without the declarations that move.
StmtPtr Namer::withoutMoved(const StmtPtr &S) {
  return eachBlock(S, [&](const StmtPtr &Block) {
    Statements All = Block->Body;
    for (StmtPtr &Each : All) {
      auto Moves = [&](const Local &L) {
        return L.Scalar && llvm::is_contained(Moved, *L.Scalar);
      };
      if (llvm::none_of(Each->Locals, Moves))
        continue;
      auto Rest = std::make_shared<Stmt>(*Each);
      llvm::erase_if(Rest->Locals, Moves);
      Rest->Text.clear();
      Each = Rest->Locals.empty() ? gone(Each) : Rest;
    }
    return All == Block->Body ? Block : withStatements(Block, std::move(All));
  });
}

StmtPtr Namer::run() {
  // The user's own names first.
  walk(K.Body, [&](const Stmt &S) {
    if (llvm::any_of(Leading, [&](const auto &L) { return L.get() == &S; }))
      return false;
    const bool Splits =
        llvm::all_of(S.Locals, [](const Local &L) { return L.Scalar; });
    for (const Local &L : S.Locals) {
      if (!Splits || !L.Init || !isSetOnce(K, *L.Scalar) || !isSymbol(L.Init) ||
          K.Scalars[*L.Scalar].Ty->K != Type::Kind::Int)
        continue;
      const std::string &Name = K.Scalars[*L.Scalar].Name;
      const bool Alone = llvm::count_if(K.Scalars,
                                        [&](const ir::Scalar &Other) {
                                          return Other.Name == Name;
                                        }) == 1 &&
                         llvm::none_of(K.Others, [&](const Object &Of) {
                           return Of.Name == Name;
                         });
      if (!Alone)
        continue;
      Moved.push_back(*L.Scalar);
      Named.emplace_back(*L.Scalar, L.Init);
    }
    return true;
  });
  StmtPtr Body = withNames(K.Body);
  if (Named.empty())
    return K.Body;
  Body = withoutMoved(Body);
  Statements All;
  for (const auto &[V, Value] : Named) {
    // Before variables that are declared later.
    const ExprPtr Own = rewritten(Value, [&](const ExprPtr &E) -> ExprPtr {
      auto At = E->O == Op::Scalar ? Copies.find(E->Scalar) : Copies.end();
      return At == Copies.end() ? nullptr : At->second;
    });
    auto S = std::make_shared<Stmt>(*declared(V, Own, K.Body));
    S->Lead = {};
    All.push_back(S);
  }
  llvm::append_range(All, Body->Body);
  return withStatements(Body, std::move(All));
}

StmtPtr nameSymbols(Kernel &K) { return Namer(K).run(); }

} // namespace tessera
