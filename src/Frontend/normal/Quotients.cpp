//===- Quotients.cpp - Threads that are counted, and numbered anew --------===//
//
//   t = threadIdx.y * 16 + threadIdx.x;      in blocks of 16 x 16
//   t / 16, t % 16                       =>  threadIdx.y, threadIdx.x
//
//   t / 32 * 32 + t % 32                 =>  t
//
//===----------------------------------------------------------------------===//
#include "normal/Offsets.h"
#include "normal/Patterns.h"
#include "normal/Steps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace tessera {

using namespace ir;
using Op = Expr::Op;

namespace {

/// A division of what is not negative.
struct Division {
  ExprPtr Of;
  int64_t By;
  bool IsRest;
};

/// So many times an expression.
struct Term {
  ExprPtr Of;
  int64_t Times;
};

class Divider {
public:
  Divider(Kernel &K, const LaunchFacts &Facts) : K(K), Facts(Facts), Known(K) {}

  StmtPtr run() {
    return rewritten(K.Body, [&](const ExprPtr &E) -> ExprPtr {
      if (std::optional<Division> D = divisionIn(E))
        if (ExprPtr New = split(*D))
          return converted(New, E->Ty);
      if (E->is(Op::Cast) && E->Implicit && E->Args[0]->is(Op::Cast) &&
          !E->Args[0]->Implicit && E->Args[0]->Args[0]->Ty == E->Ty &&
          E->Args[0]->Text.empty() && isWord(*E->Args[0]->Ty) && isWord(*E->Ty))
        return E->Args[0]->Args[0]; // there and back
      return E->is(Op::Binary, "+") ? joined(E) : nullptr;
    });
  }

private:
  static bool isWord(const Type &T) {
    return T.K == Type::Kind::Int && T.Bytes == 4;
  }

  /// \p E as a division whose dividend is a number of threads.
  std::optional<Division> divisionIn(const ExprPtr &E) const {
    if (E->O != Op::Binary || !isWord(*E->Ty))
      return std::nullopt;
    const Expr &Number = shown(*E->Args[1]);
    if (Number.O != Op::Number || Number.Value < 1)
      return std::nullopt;
    Division D = {E->Args[0], Number.Value, false};
    if (E->Word == "%" || E->Word == "&")
      D.IsRest = true;
    if (E->Word == "&") {
      if (!llvm::isPowerOf2_64(D.By + 1))
        return std::nullopt;
      ++D.By;
    } else if (E->Word == ">>") {
      if (D.By > 30)
        return std::nullopt;
      D.By = int64_t(1) << D.By;
    } else if (E->Word != "/" && E->Word != "%") {
      return std::nullopt;
    }
    return threads(D.Of) ? std::optional(D) : std::nullopt;
  }

  /// \p E as a sum of so many times `threadIdx`, in blocks of known sizes.
  std::optional<Polynomial> threads(const ExprPtr &E) const {
    std::optional<Polynomial> P = Known.polynomial(E);
    if (!P)
      return std::nullopt;
    for (unsigned Axis = 0; Axis != 3; ++Axis)
      if (std::optional<int64_t> Size = Facts.block(Axis))
        P = P->substitute(std::string{'B', char('x' + Axis)}, *Size);
    for (const auto &[M, Times] : P->terms())
      if (Times < 0 || M.size() > 1 ||
          (M.size() == 1 && ((*M.begin())[0] != 't' || M.begin()->size() != 2 ||
                             !Facts.block(unsigned((*M.begin())[1] - 'x')))))
        return std::nullopt;
    return P;
  }

  /// What \p D is, if its dividend has a part that is a multiple of the divisor
  /// and one that is below it.
  ExprPtr split(const Division &D) const {
    Polynomial Quotient, Rest;
    int64_t Most = 0;
    const Polynomial Dividend = *threads(D.Of);
    for (const auto &[M, Times] : Dividend.terms()) {
      Polynomial One = 1;
      for (const std::string &Symbol : M)
        One = One * Polynomial::symbol(Symbol);
      if (Times % D.By == 0) {
        Quotient = Quotient + One * (Times / D.By);
        continue;
      }
      Rest = Rest + One * Times;
      Most +=
          Times *
          (M.empty() ? 1 : *Facts.block(unsigned((*M.begin())[1] - 'x')) - 1);
    }
    if (Most >= D.By)
      return nullptr;
    return tessera::sumOf(K, D.IsRest ? Rest : Quotient);
  }

  void terms(const ExprPtr &E, int64_t Times, std::vector<Term> &Into) const {
    if (E->is(Op::Cast) && isWord(*E->Ty) && isWord(*E->Args[0]->Ty))
      return terms(E->Args[0], Times, Into);
    if (E->is(Op::Binary, "+")) {
      terms(E->Args[0], Times, Into);
      return terms(E->Args[1], Times, Into);
    }
    const bool Shifts = E->is(Op::Binary, "<<");
    if (E->is(Op::Binary, "*") || Shifts)
      for (unsigned Side = 0; Side != 2; ++Side) {
        const Expr &Number = shown(*E->Args[1 - Side]);
        if (Number.O != Op::Number || Number.Value < 0 ||
            Number.Value > (Shifts ? 20 : 1 << 20) || (Shifts && Side == 1))
          continue;
        return terms(
            E->Args[Side],
            Times * (Shifts ? int64_t(1) << Number.Value : Number.Value), Into);
      }
    if (E->O == Op::Scalar)
      if (ExprPtr Value = Known.valueOf(E->Scalar);
          Value && isWord(*Value->Ty) && isWord(*E->Ty) &&
          divisionIn(unconverted(Value)))
        return terms(Value, Times, Into);
    Into.push_back({E, Times});
  }

  /// The sum \p E with a dividend in the place of its quotient and its rest.
  ExprPtr joined(const ExprPtr &E) const {
    if (!isWord(*E->Ty))
      return nullptr;
    std::vector<Term> All;
    terms(E, 1, All);
    for (Term &Quotient : All)
      for (Term &Rest : All) {
        const std::optional<Division> A = divisionIn(Quotient.Of),
                                      B = divisionIn(Rest.Of);
        if (!A || !B || A->IsRest || !B->IsRest || A->By != B->By ||
            Quotient.Times != Rest.Times * A->By || !equal(*A->Of, *B->Of))
          continue;
        const ExprPtr Whole = A->Of;
        Quotient = {Whole, Rest.Times};
        All.erase(All.begin() + (&Rest - All.data()));
        return sumOf(All, E->Ty);
      }
    return nullptr;
  }

  ExprPtr sumOf(const std::vector<Term> &All, TypePtr Ty) const {
    const bool Signed = llvm::all_of(
        All, [](const Term &T) { return unconverted(T.Of)->Ty->Signed; });
    const TypePtr Plain = K.Of->get({Type::Kind::Int, 4, true});
    const TypePtr Own = K.Of->get({Type::Kind::Int, 4, Signed});
    ExprPtr Sum;
    for (const Term &T : All) {
      const ExprPtr &Of = unconverted(T.Of);
      const ExprPtr Each =
          T.Times == 1 ? Of : binary("*", Of, number(T.Times, Plain), Of->Ty);
      Sum = Sum ? binary("+", Sum, Each, Own) : Each;
    }
    return converted(Sum, Ty);
  }

  Kernel &K;
  const LaunchFacts &Facts;
  const Offsets Known;
};

} // namespace

StmtPtr leaveOutQuotients(Kernel &K, const LaunchFacts &Facts) {
  if (Facts.Launches.empty())
    return K.Body;
  const StmtPtr Before = K.Body;
  return withoutUnused(K, Divider(K, Facts).run(), Before);
}

} // namespace tessera
