//===- Polynomial.cpp - Integer polynomials over named symbols ------------===//
#include "tessera/Polyhedral/Polynomial.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

namespace tessera {

Polynomial::Polynomial(int64_t Constant) { add({}, Constant); }

Polynomial Polynomial::symbol(llvm::StringRef Name) {
  Polynomial P;
  P.add({Name.str()}, 1);
  return P;
}

void Polynomial::add(const Monomial &M, int64_t Coefficient) {
  if (Coefficient == 0)
    return;
  auto [It, Inserted] = Terms.try_emplace(M, Coefficient);
  if (!Inserted && (It->second += Coefficient) == 0)
    Terms.erase(It);
}

int64_t Polynomial::coefficient(const Monomial &M) const {
  auto It = Terms.find(M);
  return It == Terms.end() ? 0 : It->second;
}

std::optional<int64_t> Polynomial::constant() const {
  if (Terms.empty())
    return 0;
  if (Terms.size() == 1 && Terms.begin()->first.empty())
    return Terms.begin()->second;
  return std::nullopt;
}

bool Polynomial::isAffine() const {
  return std::all_of(Terms.begin(), Terms.end(),
                     [](const auto &T) { return T.first.size() <= 1; });
}

bool Polynomial::mentions(llvm::StringRef Symbol) const {
  return std::any_of(Terms.begin(), Terms.end(), [&](const auto &T) {
    return std::find(T.first.begin(), T.first.end(), Symbol) != T.first.end();
  });
}

std::set<std::string> Polynomial::symbols() const {
  std::set<std::string> All;
  for (const auto &[M, C] : Terms)
    All.insert(M.begin(), M.end());
  return All;
}

bool differenceMentions(const Polynomial &A, const Polynomial &B,
                        llvm::function_ref<bool(llvm::StringRef)> Is) {
  auto Left = A.terms().begin(), Right = B.terms().begin();
  const auto LeftEnd = A.terms().end(), RightEnd = B.terms().end();
  while (Left != LeftEnd || Right != RightEnd) {
    const bool OfLeft =
        Right == RightEnd || (Left != LeftEnd && Left->first <= Right->first);
    const bool OfRight =
        Left == LeftEnd || (Right != RightEnd && Right->first <= Left->first);
    const Monomial &M = OfLeft ? Left->first : Right->first;
    const bool Cancels = OfLeft && OfRight && Left->second == Right->second;
    if (!Cancels && std::any_of(M.begin(), M.end(), Is))
      return true;
    if (OfLeft)
      ++Left;
    if (OfRight)
      ++Right;
  }
  return false;
}

Polynomial &Polynomial::operator+=(const Polynomial &Other) {
  for (const auto &[M, C] : Other.Terms)
    add(M, C);
  return *this;
}

Polynomial &Polynomial::operator-=(const Polynomial &Other) {
  for (const auto &[M, C] : Other.Terms)
    add(M, -C);
  return *this;
}

Polynomial operator*(const Polynomial &A, const Polynomial &B) {
  Polynomial Product;
  for (const auto &[MA, CA] : A.Terms)
    for (const auto &[MB, CB] : B.Terms) {
      Monomial M = MA;
      M.insert(M.end(), MB.begin(), MB.end());
      std::sort(M.begin(), M.end());
      Product.add(M, CA * CB);
    }
  return Product;
}

Polynomial Polynomial::substitute(
    llvm::function_ref<std::optional<Polynomial>(llvm::StringRef)> Value)
    const {
  Polynomial Result;
  for (const auto &[M, C] : Terms) {
    Polynomial Term = C;
    for (const std::string &Symbol : M) {
      std::optional<Polynomial> V = Value(Symbol);
      Term = Term * (V ? *V : symbol(Symbol));
    }
    Result += Term;
  }
  return Result;
}

Polynomial Polynomial::substitute(llvm::StringRef Symbol,
                                  const Polynomial &Value) const {
  return substitute([&](llvm::StringRef S) -> std::optional<Polynomial> {
    return S == Symbol ? std::optional(Value) : std::nullopt;
  });
}

std::optional<Polynomial> Polynomial::dividedBy(int64_t Divisor) const {
  Polynomial Quotient;
  for (const auto &[M, C] : Terms) {
    if (C % Divisor != 0)
      return std::nullopt;
    Quotient.add(M, C / Divisor);
  }
  return Quotient;
}

/// The quotient of two monomials, if \p By divides \p M.
static std::optional<Polynomial> quotient(Monomial M, const Monomial &By) {
  for (const std::string &Symbol : By) {
    auto Found = std::find(M.begin(), M.end(), Symbol);
    if (Found == M.end())
      return std::nullopt;
    M.erase(Found);
  }
  Polynomial Result = 1;
  for (const std::string &Symbol : M)
    Result = Result * Polynomial::symbol(Symbol);
  return Result;
}

Division divide(const Polynomial &P, const Polynomial &By) {
  // By degree, then by name: products keep this order, so it ends.
  auto Less = [](const auto &L, const auto &R) {
    return L.first.size() != R.first.size() ? L.first.size() < R.first.size()
                                            : L.first > R.first;
  };
  auto Terms = [&](const Polynomial &Of) {
    std::vector<std::pair<Monomial, int64_t>> All(Of.terms().begin(),
                                                  Of.terms().end());
    std::sort(All.begin(), All.end(), Less);
    return All;
  };
  const auto [Leading, Factor] = Terms(By).back();
  Division Result{{}, {}};
  for (Polynomial Left = P; !Left.isZero();) {
    const auto [M, C] = Terms(Left).back();
    std::optional<Polynomial> Times =
        C % Factor == 0 ? quotient(M, Leading) : std::nullopt;
    if (Times) {
      Times = *Times * (C / Factor);
      Result.Quotient += *Times;
      Left -= *Times * By;
      continue;
    }
    Polynomial Term = C;
    for (const std::string &Symbol : M)
      Term = Term * Polynomial::symbol(Symbol);
    Result.Remainder += Term;
    Left -= Term;
  }
  return Result;
}

/// Joins the terms of \p P; \p Spell gives the text of a symbol.
static std::string
spellSum(const Polynomial &P,
         llvm::function_ref<std::string(llvm::StringRef)> Spell,
         llvm::StringRef Cast = "") {
  std::vector<std::pair<Monomial, int64_t>> Ordered;
  for (bool Positive : {true, false})
    for (const auto &[M, C] : P.terms())
      if (!M.empty() && (C > 0) == Positive)
        Ordered.emplace_back(M, C);
  if (P.constantTerm() != 0 || Ordered.empty())
    Ordered.emplace_back(Monomial{}, P.constantTerm());

  std::string Text;
  for (const auto &[M, C] : Ordered) {
    int64_t Magnitude = C < 0 ? -C : C;
    if (!Text.empty())
      Text += C < 0 ? " - " : " + ";
    else if (C < 0)
      Text += "-";
    std::vector<std::string> Factors;
    if (Magnitude != 1 || M.empty())
      Factors.push_back(std::to_string(Magnitude));
    for (const std::string &Symbol : M)
      Factors.push_back(Spell(Symbol));
    // The symbol first, as people write it: `threadIdx.y * 4`.
    if (Factors.size() > 1 && Magnitude != 1)
      std::rotate(Factors.begin(), Factors.begin() + 1, Factors.end());
    // What follows a cast operand is converted, too.
    if (!M.empty() && (Factors.size() > 1 || &M == &Ordered.front().first))
      Factors.front() = Cast.str() + Factors.front();
    Text += llvm::join(Factors, " * ");
  }
  return Text;
}

std::string toString(const Polynomial &P) {
  return spellSum(P, [](llvm::StringRef S) { return S.str(); });
}

std::optional<LinearForm> linearIn(const Polynomial &P,
                                   llvm::StringRef Symbol) {
  LinearForm Form;
  for (auto &[M, Coefficient] : P.terms()) {
    bool Found = false;
    Polynomial Term = Coefficient;
    for (const std::string &Factor : M) {
      if (Factor != Symbol)
        Term = Term * Polynomial::symbol(Factor);
      else if (std::exchange(Found, true))
        return std::nullopt;
    }
    (Found ? Form.Coefficient : Form.Rest) += Term;
  }
  return Form;
}

llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const Polynomial &P) {
  return OS << toString(P);
}

std::string
toCExpression(const Polynomial &P,
              llvm::function_ref<std::string(llvm::StringRef)> Spell,
              llvm::StringRef Cast) {
  return spellSum(P, Spell, Cast);
}

} // namespace tessera
