//===- Offsets.cpp --------------------------------------------------------===//
#include "normal/Offsets.h"
#include "normal/Patterns.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

using namespace ir;
using Op = Expr::Op;

Offsets::Offsets(const Kernel &K) : K(K) {
  walk(K.Body, [&](const Stmt &S) {
    for (const Local &L : S.Locals)
      if (L.Scalar && L.Init && !K.Scalars[*L.Scalar].Escapes)
        // One that is declared twice has two values.
        if (!Values.try_emplace(*L.Scalar, L.Init).second)
          Values[*L.Scalar] = nullptr;
    return true;
  });
  walk(K.Body, [&](const Stmt &S) {
    if (S.K != Stmt::Kind::For || !S.Body[0] || !S.Exprs[1] ||
        S.Body[0]->K != Stmt::Kind::Declare || S.Body[0]->Locals.size() != 1 ||
        S.Exprs[1]->O != Op::Assign || S.Exprs[1]->Args[0]->O != Op::Scalar ||
        S.Body[0]->Locals[0].Scalar != S.Exprs[1]->Args[0]->Scalar ||
        assigns(S.Body[1], S.Exprs[1]->Args[0]->Scalar) ||
        (S.Exprs[1]->Args.size() > 1 &&
         mentions(S.Exprs[1]->Args[1], S.Exprs[1]->Args[0]->Scalar)))
      return true;
    std::vector<ExprPtr> &Of = Counters[S.Exprs[1]->Args[0]->Scalar];
    Of.push_back(S.Body[0]->Locals[0].Init);
    if (S.Exprs[1]->Args.size() > 1)
      Of.push_back(S.Exprs[1]->Args[1]);
    return true;
  });
  for (auto &[V, Value] : Values)
    if (Value && (assigns(K.Body, V) || !isArithmetic(Value)))
      Value = nullptr;
}

/// Whether polynomials count as \p T does, which does not wrap.
static bool counts(const Type &T) {
  return T.isPointer() || (T.K == Type::Kind::Int && T.Signed && T.Bytes >= 4);
}

bool Offsets::isOfIds(const ExprPtr &E) const {
  if (E->O == Op::Builtin)
    return true;
  if (E->O == Op::Number)
    return E->Value >= 0;
  if (E->O == Op::Cast)
    return E->Ty->K == Type::Kind::Int && E->Ty->Bytes >= 4 &&
           isOfIds(E->Args[0]);
  if (E->O == Op::Scalar) {
    const ExprPtr Value = valueOf(E->Scalar);
    return Value && E->Ty->K == Type::Kind::Int && E->Ty->Bytes >= 4 &&
           isOfIds(Value);
  }
  return (E->is(Op::Binary, "+") || E->is(Op::Binary, "*")) &&
         isOfIds(E->Args[0]) && isOfIds(E->Args[1]);
}

/// \p E as a whole, if it is made of parameters alone.
std::optional<Offsets::Place> Offsets::unit(const ExprPtr &E) const {
  bool Same = E->Ty->K == Type::Kind::Int && counts(*E->Ty) && isConstant(K, E);
  walk(E, [&](const Expr &Each) {
    Same &= Each.O != Op::Builtin && Each.O != Op::Call &&
            (Each.O != Op::Scalar || K.Scalars[Each.Scalar].IsParameter);
    return Same;
  });
  if (!Same || !inItsType(E))
    return std::nullopt;
  auto At = llvm::find_if(
      Units, [&](const ExprPtr &Unit) { return equal(*Unit, *E); });
  const size_t Number = At - Units.begin();
  if (At == Units.end())
    Units.push_back(E);
  return Place{std::nullopt, Polynomial::symbol("vu" + std::to_string(Number))};
}

std::optional<Offsets::Place> Offsets::placeOf(const ExprPtr &E,
                                               bool InIds) const {
  if (E->O == Op::Number)
    return Place{std::nullopt, Polynomial(E->Value)};
  const bool OfIds = InIds && isOfIds(E);
  if (E->O == Op::Cast && OfIds)
    return placeOf(E->Args[0], InIds);
  if (E->O == Op::Cast)
    return withoutWidening(E) != E ? placeOf(withoutWidening(E), InIds)
                                   : unit(E);
  if (E->O == Op::Member)
    return unit(E);
  if (E->O == Op::Builtin)
    return Place{std::nullopt, Polynomial::symbol(E->Word)};
  if (!OfIds && !counts(*E->Ty)) // but ids never are large enough to wrap
    return std::nullopt;
  if (E->O == Op::Scalar) {
    auto At = Values.find(E->Scalar);
    if (At != Values.end() && At->second)
      if (std::optional<Place> Known = placeOf(At->second, InIds))
        return Known;
    if (E->Ty->isPointer())
      return Place{E->Scalar, {}};
    return Place{std::nullopt,
                 Polynomial::symbol("v" + std::to_string(E->Scalar))};
  }
  if (E->is(Op::Unary, "-"))
    if (std::optional<Place> Of = placeOf(E->Args[0], InIds); Of && !Of->Base)
      return Place{std::nullopt, Polynomial(0) - Of->By};
  if (E->O != Op::Binary)
    return std::nullopt;
  std::optional<Place> A = placeOf(E->Args[0], InIds),
                       B = placeOf(E->Args[1], InIds);
  if (!A || !B)
    return std::nullopt;
  if (E->Word == "+" && !(A->Base && B->Base))
    return Place{A->Base ? A->Base : B->Base, A->By + B->By};
  if (E->Word == "-" && (!B->Base || B->Base == A->Base))
    return Place{B->Base ? std::nullopt : A->Base, A->By - B->By};
  if (E->Word == "*" && !A->Base && !B->Base)
    return Place{std::nullopt, A->By * B->By};
  return std::nullopt;
}

/// \p P as an expression; nothing if a part of it has no name.
std::optional<ExprPtr> Offsets::expression(const Polynomial &P,
                                           TypePtr Ty) const {
  ExprPtr Sum;
  for (const auto &[M, Coefficient] : P.terms()) {
    const bool Negative = Coefficient < 0 && Sum;
    ExprPtr Product;
    for (llvm::StringRef Symbol : M) {
      unsigned Id = 0;
      const bool IsUnit = Symbol.consume_front("vu");
      if ((!IsUnit && !Symbol.consume_front("v")) ||
          Symbol.getAsInteger(10, Id))
        return std::nullopt;
      const ExprPtr Factor =
          IsUnit ? inItsType(Units[Id]) : scalar(Id, K.Scalars[Id].Ty);
      Product = Product ? binary("*", Product, Factor, Ty) : Factor;
    }
    const int64_t Factor = Negative ? -Coefficient : Coefficient;
    if (!Product)
      Product = number(Factor, Ty);
    else if (Factor != 1)
      Product = binary("*", number(Factor, Ty), Product, Ty);
    Sum = Sum ? binary(Negative ? "-" : "+", Sum, Product, Ty) : Product;
  }
  return Sum ? Sum : number(0, Ty);
}

std::optional<ExprPtr> Offsets::difference(const ExprPtr &A, const ExprPtr &B,
                                           TypePtr Ty) const {
  std::optional<Place> End = placeOf(A), First = placeOf(B);
  if (!End || !First || End->Base != First->Base)
    return std::nullopt;
  return expression(End->By - First->By, Ty);
}

std::optional<Polynomial> Offsets::polynomial(const ExprPtr &E) const {
  std::optional<Place> Of = placeOf(E, /*InIds=*/true);
  return Of && !Of->Base ? std::optional(Of->By) : std::nullopt;
}

ExprPtr Offsets::valueOf(VarId V) const {
  auto At = Values.find(V);
  return At == Values.end() ? nullptr : At->second;
}

bool Offsets::variesByThread(const ExprPtr &E) const {
  bool Varies = false;
  walk(E, [&](const Expr &Each) {
    if (Each.O == Op::Builtin)
      Varies |= Each.Word[0] == 't' || Each.Word[0] == 'b';
    if (Each.O == Op::Scalar && !K.Scalars[Each.Scalar].IsParameter) {
      auto At = Values.find(Each.Scalar);
      auto Counts = Counters.find(Each.Scalar);
      if (At != Values.end() && At->second)
        Varies |= variesByThread(At->second);
      else
        Varies |= Counts == Counters.end() ||
                  llvm::any_of(Counts->second, [&](const ExprPtr &Of) {
                    return variesByThread(Of);
                  });
    }
    return true;
  });
  return Varies;
}

} // namespace tessera
