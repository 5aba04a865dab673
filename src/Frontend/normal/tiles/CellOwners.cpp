//===- CellOwners.cpp -----------------------------------------------------===//
//------------------------------------------------------===//
#include "normal/tiles/CellOwners.h"
#include "normal/Bounds.h"
#include "normal/Patterns.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

using namespace ir;
using Op = Expr::Op;

CellOwners::CellOwners(Kernel &K, const LaunchFacts &Facts,
                       const Offsets &Known)
    : K(K), Facts(Facts), Known(Known) {
  walk(K.Body, [&](const Stmt &S) {
    if (S.K == Stmt::Kind::For)
      noteRange(S);
    return true;
  });
}

std::optional<int64_t> CellOwners::constant(const ExprPtr &E) const {
  const std::optional<Polynomial> P = sum(E);
  return P ? P->constant() : std::nullopt;
}

/// The number that \p E is at the most, if one is known.
std::optional<int64_t> CellOwners::atMost(const ExprPtr &E) const {
  const ExprPtr &Of = unconverted(E);
  if (const std::optional<int64_t> Is = constant(Of))
    return Is;
  std::vector<ExprPtr> Either;
  ExprPtr A, B;
  if (Of->O == Op::Scalar) {
    const ExprPtr Value = Known.valueOf(Of->Scalar);
    return Value ? atMost(Value) : std::nullopt;
  }
  if (const std::optional<bool> Greatest = isGreatest(*Of, Known, A, B);
      Greatest && !*Greatest)
    Either = {A, B};
  std::optional<int64_t> Least;
  for (const ExprPtr &Each : Either)
    if (const std::optional<int64_t> Is = atMost(Each); Is)
      Least = std::min(Least.value_or(*Is), *Is);
  return Least;
}

/// Notes which values the counter of \p For has, if they are known.
void CellOwners::noteRange(const Stmt &For) {
  const std::optional<CountedLoop> Loop = countedLoop(K, For);
  if (!Loop)
    return;
  const std::optional<int64_t> First = constant(unconverted(Loop->First)),
                               By = constant(unconverted(Loop->By));
  std::optional<int64_t> Last;
  auto look = [&](const ExprPtr &Test, auto &Self) -> void {
    if (Test->is(Op::Binary, "&&")) {
      Self(Test->Args[0], Self);
      Self(Test->Args[1], Self);
    }
    if (Test->O != Op::Binary || (Test->Word != "<" && Test->Word != "<=") ||
        !shown(*Test->Args[0]).isScalar(Loop->Counter) ||
        assigns(Test, Loop->Counter))
      return;
    const std::optional<int64_t> End = atMost(Test->Args[1]);
    if (End)
      Last = std::min(Last.value_or(INT64_MAX), *End - (Test->Word == "<"));
  };
  look(Loop->Test, look);
  if (First && *First >= 0 && By && *By > 0 && Last && *Last >= *First)
    Ranges[Loop->Counter] = {*First, *First + (*Last - *First) / *By * *By};
}

/// \p E as a sum of ids and counters of known range, in blocks of the known
/// sizes: where it is a subscript, it is no larger than a tile, and no part of
/// it is negative.
std::optional<Polynomial> CellOwners::sum(const ExprPtr &E) const {
  if (E->O == Op::Number)
    return Polynomial(E->Value);
  if (E->O == Op::Cast && E->Ty->K == Type::Kind::Int && E->Ty->Bytes >= 4)
    return sum(E->Args[0]);
  if (E->O == Op::Builtin && E->Word[0] == 'B')
    return Polynomial(*Facts.block(unsigned(E->Word[1] - 'x')));
  if (E->O == Op::Builtin)
    return Polynomial::symbol(E->Word);
  if (E->O == Op::Scalar && Ranges.count(E->Scalar))
    return Polynomial::symbol("v" + std::to_string(E->Scalar));
  if (E->O == Op::Scalar) {
    const ExprPtr Value = Known.valueOf(E->Scalar);
    return Value ? sum(Value) : std::nullopt;
  }
  if (E->is(Op::Binary, "+") || E->is(Op::Binary, "*")) {
    const std::optional<Polynomial> A = sum(E->Args[0]), B = sum(E->Args[1]);
    if (A && B)
      return E->Word == "+" ? *A + *B : *A * *B;
  }
  return std::nullopt;
}

/// Whether \p P is a number from 0 to \p Size - 1.
bool CellOwners::isBelow(const Polynomial &P, int64_t Size) const {
  int64_t Least = 0, Most = 0;
  for (const auto &[M, Times] : P.terms()) {
    std::pair<int64_t, int64_t> Of = {1, 1};
    if (M.size() > 1)
      return false;
    if (!M.empty()) {
      llvm::StringRef Symbol = *M.begin();
      unsigned Id = 0;
      if (Symbol.size() == 2 && Symbol[0] == 't')
        Of = {0, *Facts.block(unsigned(Symbol[1] - 'x')) - 1};
      else if (Symbol.consume_front("v") && !Symbol.getAsInteger(10, Id) &&
               Ranges.count(Id))
        Of = Ranges.at(Id);
      else
        return false;
    }
    Least += Times * (Times > 0 ? Of.first : Of.second);
    Most += Times * (Times > 0 ? Of.second : Of.first);
  }
  return Least >= 0 && Most < Size;
}

bool CellOwners::isInside(const Cell &Stored) const {
  const std::vector<int64_t> &Extents = K.Others[Stored.Tile].Extents;
  if (Stored.Subscripts.size() != Extents.size())
    return false;
  for (size_t D = 0; D != Extents.size(); ++D) {
    const std::optional<Polynomial> At = sum(Stored.Subscripts[D]);
    if (!At || !isBelow(*At, Extents[D]))
      return false;
  }
  return true;
}

/// Notes the ids for which \p Stored, a sum of ids, is \p Read: those of a row
/// are below its length, which the next one counts by.
bool CellOwners::assign(Thread &To, const Polynomial &Stored,
                        const Polynomial &Read) const {
  std::vector<std::pair<int64_t, unsigned>> Axes; // by what they count by
  for (const auto &[M, Times] : Stored.terms()) {
    if (M.size() != 1 || M.begin()->size() != 2 || (*M.begin())[0] != 't' ||
        Times < 1)
      return false;
    const unsigned Axis = unsigned((*M.begin())[1] - 'x');
    if (*Facts.block(Axis) > 1)
      Axes.emplace_back(Times, Axis);
  }
  llvm::sort(Axes);
  Polynomial Rest = Read;
  int64_t Unit = 1;
  for (size_t I = 0; I != Axes.size(); ++I) {
    const auto &[Times, Axis] = Axes[I];
    const bool Last = I + 1 == Axes.size();
    if (Times != Unit || To[Axis])
      return false;
    Unit *= *Facts.block(Axis);
    Polynomial Own, Higher;
    for (const auto &[M, By] : Rest.terms()) {
      Polynomial One = 1;
      for (const std::string &Symbol : M)
        One = One * Polynomial::symbol(Symbol);
      const bool IsHigher = !Last && By % *Facts.block(Axis) == 0;
      (IsHigher ? Higher : Own) =
          (IsHigher ? Higher : Own) +
          One * (IsHigher ? By / *Facts.block(Axis) : By);
    }
    if (!isBelow(Own, *Facts.block(Axis)))
      return false;
    To[Axis] = sumOf(K, Own);
    Rest = Higher;
  }
  return Rest.isZero();
}

/// The thread that has stored the cell \p Read.
std::optional<Thread> CellOwners::threadOf(const Cell &Read,
                                           const Cell &Stored) const {
  Thread Result;
  if (Read.Subscripts.size() != Stored.Subscripts.size())
    return std::nullopt;
  for (size_t D = 0; D != Read.Subscripts.size(); ++D) {
    const std::optional<Polynomial> To = sum(Stored.Subscripts[D]),
                                    From = sum(Read.Subscripts[D]);
    if (!To || !From)
      return std::nullopt;
    if (To->constant() ? *To != *From : !assign(Result, *To, *From))
      return std::nullopt;
  }
  for (unsigned Axis = 0; Axis != 3; ++Axis)
    if (*Facts.block(Axis) > 1 && !Result[Axis])
      return std::nullopt; // several threads store it
  return Result;
}

} // namespace tessera
