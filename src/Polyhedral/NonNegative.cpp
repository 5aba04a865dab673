//===- NonNegative.cpp - What is not negative, products included ----------===//
#include "tessera/Polyhedral/NonNegative.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

namespace tessera {

constexpr size_t MostFacts = 200;
constexpr unsigned MostSteps = 16;

static size_t negativeTerms(const Polynomial &P) {
  return llvm::count_if(P.terms(),
                        [](const auto &Term) { return Term.second < 0; });
}

NonNegative::NonNegative(std::vector<Polynomial> Known,
                         std::set<std::string> Naturals,
                         const std::map<std::string, int64_t> &Multiples)
    : Naturals(std::move(Naturals)), Multiples(Multiples) {
  for (Polynomial &P : Known)
    add(std::move(P));
  // Sums in which terms cancel.
  for (size_t I = 0; I < Facts.size(); ++I)
    for (size_t J = 0; J < I; ++J) {
      Polynomial Sum = Facts[I] + Facts[J];
      if (Sum.terms().size() <
          std::max(Facts[I].terms().size(), Facts[J].terms().size()))
        add(std::move(Sum));
    }
}

/// Adds \p Fact, and what follows from it alone.
void NonNegative::add(Polynomial Fact) {
  if (Facts.size() >= MostFacts || Fact.constant())
    return;
  // Of integers: 4*i - 1 >= 0 tells that 4*i - 4 is.
  int64_t Common = 0;
  for (const auto &[M, Coefficient] : Fact.terms()) {
    if (M.empty())
      continue;
    int64_t Of = std::abs(Coefficient);
    for (const std::string &Symbol : M)
      if (auto It = Multiples.find(Symbol); It != Multiples.end())
        Of *= It->second;
    Common = std::gcd(Common, Of);
  }
  const int64_t Rest = Fact.constantTerm();
  Fact -= Rest - llvm::divideFloorSigned(Rest, Common) * Common;
  if (llvm::is_contained(Facts, Fact))
    return;
  Facts.push_back(Fact);
  int64_t Content = 0;
  for (const auto &[M, Coefficient] : Fact.terms())
    Content = std::gcd(Content, std::abs(Coefficient));
  if (Content > 1)
    add(*Fact.dividedBy(Content));
  // Without what is subtracted.
  Polynomial Without = Fact;
  for (const auto &[M, Coefficient] : Fact.terms())
    if (Coefficient < 0 && !M.empty() && isNatural(M)) {
      Polynomial Product(-Coefficient);
      for (const std::string &Symbol : M)
        Product = Product * Polynomial::symbol(Symbol);
      Without += Product;
    }
  if (Without.terms().size() == 1 + (Without.constantTerm() != 0) &&
      Without.constantTerm() <= 0) {
    const auto &[M, Coefficient] = *Without.terms().rbegin();
    if (M.size() == 1 && Coefficient > 0)
      Naturals.insert(M.front());
  }
  if (Without != Fact)
    add(std::move(Without));
}

bool NonNegative::isNatural(const Monomial &M) const {
  return llvm::all_of(
      M, [&](const std::string &Symbol) { return Naturals.count(Symbol); });
}

/// What is left of \p P after the product of a fact and of symbols is
/// subtracted, with fewer negative terms: as few as can be.
std::optional<Polynomial> NonNegative::reduced(const Polynomial &P) const {
  size_t Least = negativeTerms(P);
  std::optional<Polynomial> Best;
  for (const auto &[M, Coefficient] : P.terms()) {
    if (Coefficient > 0 || !isNatural(M))
      continue;
    Polynomial Factor(1);
    for (const std::string &Symbol : M)
      Factor = Factor * Polynomial::symbol(Symbol);
    for (const Polynomial &Fact : Facts) {
      const int64_t Constant = Fact.constantTerm();
      if (Constant >= 0)
        continue;
      const int64_t Times = llvm::divideCeil(-Coefficient, -Constant);
      Polynomial Rest = P - Factor * Fact * Times;
      const size_t Negative = negativeTerms(Rest);
      if (Negative < Least) {
        Least = Negative;
        Best = std::move(Rest);
      }
    }
  }
  return Best;
}

bool NonNegative::proves(Polynomial P) const {
  for (unsigned Step = 0; Step < MostSteps && negativeTerms(P) > 0; ++Step) {
    std::optional<Polynomial> Less = reduced(P);
    if (!Less)
      return false;
    P = std::move(*Less);
  }
  return llvm::all_of(P.terms(), [&](const auto &Term) {
    return Term.second > 0 && isNatural(Term.first);
  });
}

} // namespace tessera
