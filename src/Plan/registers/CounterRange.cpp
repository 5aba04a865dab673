//===- CounterRange.cpp - Between which values a counter is ---------------===//
#include "registers/CounterRange.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {

static bool isWord(const Text &T) {
  const std::string Spelled = spell(T);
  return llvm::all_of(Spelled,
                      [](char C) { return llvm::isAlnum(C) || C == '_'; });
}

static Text inParentheses(Text T) {
  T.insert(T.begin(), Piece::verbatim("("));
  T.push_back(Piece::verbatim(")"));
  return T;
}

CounterValue knownCounter(int64_t Value) {
  const std::string Number = std::to_string(Value);
  return {Value, {Piece::verbatim(Value < 0 ? "(" + Number + ")" : Number)}};
}

/// Whether each bound of \p L is a value of its counter's type as it stands.
static bool areOfCounter(const LoopInfo &L) {
  return !L.Unsigned && !L.Wide && !L.Narrow && L.SignedBounds;
}

/// \p Bound of \p L as a value of its counter's type.
static Text ofCounter(const LoopInfo &L, Text Bound) {
  if (!isWord(Bound))
    Bound = inParentheses(std::move(Bound));
  if (areOfCounter(L))
    return Bound;
  Bound.insert(Bound.begin(), Piece::verbatim("(" + L.Type + ")"));
  return inParentheses(std::move(Bound));
}

static bool namesCounter(const KernelModel &K, const Text &T) {
  return llvm::any_of(T, [&](const Piece &P) {
    return (P.K == Piece::Kind::Scalar && llvm::any_of(K.Loops,
                                                       [&](const LoopInfo &L) {
                                                         return L.Name ==
                                                                P.Spelling;
                                                       })) ||
           namesCounter(K, P.Parts) || namesCounter(K, P.Expanded);
  });
}

std::optional<CounterRange> rangeOf(const CoarsenedKernel &Coarse,
                                    const TextMover &Mover, LoopId Id) {
  const LoopInfo &L = Coarse.Kernel.loop(Id);
  if (L.Opaque || L.Stride || L.hasOwnBounds() || L.StartsBefore ||
      L.Step == 0 || L.Inside || L.OverOutputs || L.StepsInBody)
    return std::nullopt;
  const std::optional<int64_t> Lower = L.Lower.constant(),
                               Upper = L.Upper.constant();
  const bool Up = L.Step > 0;
  if (Lower && Upper) {
    const int64_t Rounds = (*Upper - *Lower + L.Step - (Up ? 1 : -1)) / L.Step;
    if (Rounds <= 0)
      return std::nullopt;
    const CounterValue First = knownCounter(*Lower),
                       Last = knownCounter(*Lower + (Rounds - 1) * L.Step);
    return CounterRange{First, Up ? First : Last, Up ? Last : First, true};
  }
  auto IsMovable = [&](const Text &T) {
    return !T.empty() && Mover.isMovable(T) && !namesCounter(Coarse.Kernel, T);
  };
  if (L.SecondInside || !IsMovable(L.LowerText) || !IsMovable(L.UpperText) ||
      llvm::StringRef(L.Type).contains("auto") ||
      !loopsAroundOutputs(Coarse).count(Id))
    return std::nullopt;
  // One behind the last: the step may not reach that, but goes no further.
  Text Last = L.UpperText;
  if (L.UpperOp != "<=" && L.UpperOp != ">=") {
    if (!isWord(Last))
      Last = inParentheses(std::move(Last));
    Last.push_back(Piece::verbatim(Up ? " - 1" : " + 1"));
  }
  const CounterValue First{L.Lower, ofCounter(L, L.LowerText)},
      End{L.Upper - (Up ? 1 : -1), ofCounter(L, std::move(Last))};
  return CounterRange{First, Up ? First : End, Up ? End : First, false};
}

Text entering(const KernelModel &K, LoopId Id) {
  const LoopInfo &L = K.loop(Id);
  Text Condition = areOfCounter(L) ? L.LowerText : ofCounter(L, L.LowerText);
  const std::string Compare = L.UpperOp != "!=" ? L.UpperOp
                              : L.Step > 0      ? "<"
                                                : ">";
  Condition.push_back(Piece::verbatim(" " + Compare + " "));
  llvm::append_range(Condition, L.UpperText);
  return Condition;
}

} // namespace tessera
