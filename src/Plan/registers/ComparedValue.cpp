//===- ComparedValue.cpp - Sides of comparisons, as C computes them -------===//
#include "registers/ComparedValue.h"
#include "tessera/Analysis/AssumedFacts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {
namespace {

struct Side {
  Polynomial Value;
  bool Signed = true;
};

/// Reads sums and products of numbers and scalars.
class SideReader {
public:
  SideReader(const KernelModel &K, const Text &T) : K(K) {
    for (const Piece &P : T) {
      if (P.K != Piece::Kind::Verbatim) {
        Tokens.push_back({' ', &P});
        continue;
      }
      for (char C : P.Spelling)
        Tokens.push_back({C, nullptr});
    }
  }

  std::optional<Side> read() {
    std::optional<Side> S = sum();
    skipBlanks();
    return At == Tokens.size() ? S : std::nullopt;
  }

private:
  struct Token {
    char Character;
    const Piece *Hole;
  };

  void skipBlanks() {
    while (At < Tokens.size() && !Tokens[At].Hole &&
           llvm::isSpace(Tokens[At].Character))
      ++At;
  }

  bool isNext(char C) const {
    return At < Tokens.size() && !Tokens[At].Hole && Tokens[At].Character == C;
  }

  bool consume(char C) {
    skipBlanks();
    const bool Found = isNext(C);
    At += Found;
    return Found;
  }

  std::optional<Side> sum() {
    const bool Minus = consume('-');
    std::optional<Side> Total = product();
    if (Total && Minus)
      Total->Value = Polynomial(0) - Total->Value;
    while (Total) {
      const bool Add = consume('+');
      if (!Add && !consume('-'))
        return Total;
      std::optional<Side> Next = product();
      if (!Next)
        return std::nullopt;
      Total->Value =
          Add ? Total->Value + Next->Value : Total->Value - Next->Value;
      Total->Signed &= Next->Signed;
    }
    return std::nullopt;
  }

  std::optional<Side> product() {
    std::optional<Side> All = operand();
    while (All && consume('*')) {
      std::optional<Side> Next = operand();
      if (!Next)
        return std::nullopt;
      All = Side{All->Value * Next->Value, All->Signed && Next->Signed};
    }
    return All;
  }

  std::optional<Side> operand() {
    if (consume('(')) {
      std::optional<Side> Inner = sum();
      return consume(')') ? Inner : std::nullopt;
    }
    if (At == Tokens.size())
      return std::nullopt;
    if (const Piece *Hole = Tokens[At].Hole) {
      ++At;
      return Hole->K == Piece::Kind::Scalar ? scalar(K.Scalars[Hole->Id])
                                            : std::nullopt;
    }
    std::string Digits;
    for (; At < Tokens.size() && !Tokens[At].Hole &&
           llvm::isDigit(Tokens[At].Character);
         ++At)
      Digits += Tokens[At].Character;
    int64_t Number;
    if ((Digits.size() > 1 && Digits.front() == '0') ||
        !llvm::to_integer(Digits, Number, 10))
      return std::nullopt;
    return Side{Number};
  }

  std::optional<Side> scalar(const ScalarInfo &S) const {
    if (S.Reassigned)
      return std::nullopt;
    if (S.IsParameter) {
      const ParameterInfo &P = K.Parameters[S.Parameter];
      if (P.Symbol.empty() || !P.IsInteger)
        return std::nullopt;
      return Side{Polynomial::symbol(P.Symbol), !P.IsUnsigned};
    }
    if (!S.Value)
      return std::nullopt;
    // A wider type may hold a sum that has wrapped at 32 bits.
    return Side{*S.Value, llvm::is_contained({"int", "const int"}, S.Type)};
  }

  const KernelModel &K;
  std::vector<Token> Tokens;
  size_t At = 0;
};

bool mentionsOutput(const CoarsenedKernel &Coarse, const Polynomial &P) {
  return llvm::any_of(Coarse.Axes, [&](const Coarsening &C) {
    return P.mentions(Coarse.Kernel.loop(*C.Members).Symbol);
  });
}

} // namespace

bool isNatural(const CoarsenedKernel &Coarse, llvm::StringRef Symbol) {
  const bool Builtin = Symbol.size() == 2 &&
                       llvm::StringRef("tbBGO").contains(Symbol[0]) &&
                       llvm::StringRef("xyz").contains(Symbol[1]);
  return Builtin || mentionsOutput(Coarse, Polynomial::symbol(Symbol)) ||
         llvm::any_of(Coarse.Kernel.Parameters,
                      [&](const ParameterInfo &P) {
                        return P.Symbol == Symbol && P.IsUnsigned;
                      }) ||
         isAssumedNatural(Symbol, Coarse.Kernel.Assumed);
}

bool isNeverNegative(const CoarsenedKernel &Coarse, const Polynomial &V) {
  return llvm::all_of(V.terms(), [&](const auto &Term) {
    return Term.second >= 0 &&
           llvm::all_of(Term.first, [&](const std::string &Symbol) {
             return isNatural(Coarse, Symbol);
           });
  });
}

bool areComparable(const CoarsenedKernel &Coarse, const Polynomial &Difference,
                   const Text &Left, const Text &Right) {
  const std::optional<Side> L = SideReader(Coarse.Kernel, Left).read();
  const std::optional<Side> R = SideReader(Coarse.Kernel, Right).read();
  const bool Signed = L && R && L->Signed && R->Signed;
  auto IsRight = [&](const std::optional<Side> &S, const Polynomial &Value) {
    return S ? S->Value == Value && (Signed || !mentionsOutput(Coarse, Value) ||
                                     isNeverNegative(Coarse, Value))
             : !mentionsOutput(Coarse, Value);
  };
  if (L)
    return IsRight(L, L->Value) && IsRight(R, L->Value - Difference);
  return R && IsRight(R, R->Value) && IsRight(L, R->Value + Difference);
}

} // namespace tessera
