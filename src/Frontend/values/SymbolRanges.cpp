//===- SymbolRanges.cpp - Between which numbers values are ----------------===//
//
// Types tell, the limits of blocks and grids, and the bounds of loops.
//
//===----------------------------------------------------------------------===//
#include "values/IndexExpr.h"

namespace tessera {

IndexScope::Range IndexScope::rangeOf(llvm::StringRef Symbol) const {
  const auto Known = Symbols.find(Symbol);
  if (Known != Symbols.end()) {
    const SymbolFacts &Of = Known->second;
    const __int128 End = __int128(1) << (Of.Bits - (Of.Unsigned ? 0 : 1));
    Range R = {Of.MayBeNegative ? -End : 0, End - 1};
    if (Of.First)
      R.Least = std::max(R.Least, rangeOf(*Of.First).Least);
    if (Of.Below)
      R.Most = std::min(R.Most, rangeOf(*Of.Below).Most - 1);
    return R;
  }
  // CUDA C++ Programming Guide, technical specifications.
  const bool IsX = Symbol.ends_with("x"), IsZ = Symbol.ends_with("z");
  const __int128 Threads = IsZ ? 64 : 1024;
  const __int128 Blocks = IsX ? INT32_MAX : 65535;
  switch (Symbol.front()) {
  case 't':
    return {0, Threads - 1};
  case 'B':
    return {1, Threads};
  case 'b':
    return {0, Blocks - 1};
  case 'G':
    return {1, Blocks};
  default: // where a block begins
    return {0, INT32_MAX};
  }
}

IndexScope::Range IndexScope::rangeOf(const Polynomial &P) const {
  Range Sum = {0, 0};
  const __int128 Far = __int128(1) << 100;
  for (const auto &[M, Coefficient] : P.terms()) {
    Range Product = {Coefficient, Coefficient};
    for (const std::string &Symbol : M) {
      const Range By = rangeOf(Symbol);
      const __int128 Corners[] = {
          Product.Least * By.Least, Product.Least * By.Most,
          Product.Most * By.Least, Product.Most * By.Most};
      Product = {*llvm::min_element(Corners), *llvm::max_element(Corners)};
      if (Product.Least < -(Far >> 64) || Product.Most > Far >> 64)
        return {-Far, Far};
    }
    Sum.Least += Product.Least;
    Sum.Most += Product.Most;
  }
  return Sum;
}

bool IndexScope::isPlainlyNonNegative(const Polynomial &P) const {
  auto MayBeNegative = [&](llvm::StringRef Symbol) {
    return Symbols.lookup(Symbol).MayBeNegative;
  };
  return llvm::all_of(P.terms(), [&](const auto &Term) {
    return Term.second >= 0 && llvm::none_of(Term.first, MayBeNegative);
  });
}

bool IndexScope::isOfParameters(const Polynomial &P) const {
  return llvm::all_of(P.symbols(), [&](llvm::StringRef Symbol) {
    return Symbols.lookup(Symbol).IsParameter;
  });
}

Polynomial IndexScope::atLastRounds(const Polynomial &P) const {
  Polynomial Result = P;
  for (const auto &[M, Coefficient] : P.terms()) {
    if (M.size() != 1 || Coefficient > 0)
      continue;
    const auto Known = Symbols.find(M.front());
    const auto Terms = llvm::count_if(P.terms(), [&](const auto &Other) {
      return llvm::is_contained(Other.first, M.front());
    });
    if (Known != Symbols.end() && Known->second.Below && Terms == 1)
      Result += (*Known->second.Below - 1 - Polynomial::symbol(M.front())) *
                Polynomial(Coefficient);
  }
  return Result;
}

bool IndexScope::isNonNegative(const Polynomial &P) const {
  auto Is = [&](const Polynomial &Of) {
    return isPlainlyNonNegative(Of) || rangeOf(Of).Least >= 0 ||
           Resolve.isGuarded(Of);
  };
  return Is(P) || Is(atLastRounds(P));
}

bool IndexScope::mayWrap(const Polynomial &P) const {
  if (isNonNegative(P))
    return false;
  if (!isOfParameters(P) || P.constant())
    return true;
  Resolve.need(P);
  return false;
}

bool IndexScope::isWithin(const Polynomial &P, int64_t Least,
                          int64_t Most) const {
  const Range R = rangeOf(P);
  const bool Above = R.Least >= Least, Below = R.Most <= Most;
  if ((Above && Below) || P.constant())
    return Above && Below;
  if (!isOfParameters(P)) {
    // A loop's counter, which parameters bound.
    if (P.terms().size() != 1 || P.terms().begin()->second != 1 ||
        P.terms().begin()->first.size() != 1)
      return false;
    const SymbolFacts Counter =
        Symbols.lookup(P.terms().begin()->first.front());
    auto IsBound = [&](const std::optional<Polynomial> &By) {
      return By && isOfParameters(*By);
    };
    if ((!Above && !IsBound(Counter.First)) ||
        (!Below && !IsBound(Counter.Below)))
      return false;
    if (!Above)
      Resolve.need(*Counter.First - Least);
    if (!Below)
      Resolve.need(Polynomial(Most) + 1 - *Counter.Below);
    return true;
  }
  if (!Above)
    Resolve.need(P - Least);
  if (!Below)
    Resolve.need(Polynomial(Most) - P);
  return true;
}

} // namespace tessera
