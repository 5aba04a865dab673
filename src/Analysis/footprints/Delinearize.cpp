//===- Delinearize.cpp - From flat subscripts to coordinates --------------===//
#include "tessera/Analysis/Delinearize.h"
#include "tessera/Analysis/FactCache.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>
#include <tuple>

namespace tessera {

bool IndexSymbols::varies(llvm::StringRef Symbol) const {
  return Spans.count(Symbol.str());
}

bool IndexSymbols::isIndex(llvm::StringRef Symbol) const {
  return varies(Symbol) || isBlockSymbol(Symbol) || Outputs.count(Symbol.str());
}

/// By how much \p P varies in a block.
static std::optional<int64_t> spanOf(const Polynomial &P,
                                     const IndexSymbols &Symbols) {
  int64_t Sum = 0;
  for (const auto &[M, C] : P.terms()) {
    if (llvm::none_of(M, [&](auto &S) { return Symbols.varies(S); }))
      continue;
    if (M.size() != 1 || !Symbols.Spans.at(M.front()))
      return std::nullopt;
    Sum += std::abs(C) * *Symbols.Spans.at(M.front());
  }
  return Sum;
}

IndexSymbols indexSymbolsOf(const KernelSpace &Space) {
  IndexSymbols Symbols;
  for (unsigned D = 0; D < 3; ++D) {
    std::optional<int64_t> Size = Space.Shape.Block[D];
    Symbols.Spans[ThreadDims[D]] =
        Size ? std::optional(*Size - 1) : std::nullopt;
  }
  // Outer loops come first, so the bounds of inner ones are known already.
  for (unsigned I = 0; I < Space.Kernel.Loops.size(); ++I) {
    if (Space.Kernel.Loops[I].OverOutputs) {
      Symbols.Outputs.insert(Space.Kernel.Loops[I].Symbol);
      continue;
    }
    std::optional<int64_t> &Span = Symbols.Spans[Space.Kernel.Loops[I].Symbol];
    std::optional<LoopBounds> B = boundsOf(Space, LoopId{I});
    if (!B)
      continue;
    std::optional<int64_t> Trip = (B->End - B->First).constant();
    std::optional<int64_t> Moves = spanOf(B->First, Symbols);
    if (Trip && Moves)
      Span = std::max<int64_t>(std::abs(*Trip) - 1, 0) + *Moves;
  }
  return Symbols;
}

namespace {

/// One term of a subscript: `Coefficient * Class * Index`.
struct Term {
  Monomial Class; ///< the parameters
  Polynomial Index = 1;
  std::optional<std::string> Symbol; ///< the index symbol, if any
  int64_t Coefficient = 0;
};

/// The quotient of two products of parameters.
std::optional<Polynomial> divide(const Monomial &M, const Monomial &By) {
  Monomial Rest = M;
  for (const std::string &Symbol : By) {
    auto It = llvm::find(Rest, Symbol);
    if (It == Rest.end())
      return std::nullopt;
    Rest.erase(It);
  }
  Polynomial Quotient = 1;
  for (const std::string &Symbol : Rest)
    Quotient = Quotient * Polynomial::symbol(Symbol);
  return Quotient;
}

Polynomial product(const Monomial &M) { return *divide(M, {}); }

/// Products of more parameters first, the empty one last.
struct LargerFirst {
  bool operator()(const Monomial &A, const Monomial &B) const {
    return A.size() != B.size() ? A.size() > B.size() : A < B;
  }
};

class Splitter {
public:
  explicit Splitter(const IndexSymbols &Symbols) : Symbols(Symbols) {}

  std::optional<Delinearization>
  run(const std::vector<Polynomial> &Subscripts) {
    std::vector<std::vector<Term>> Terms;
    for (const Polynomial &P : Subscripts) {
      std::optional<std::vector<Term>> T = termsOf(P);
      if (!T)
        return std::nullopt;
      Terms.push_back(std::move(*T));
    }
    // The classes: products of parameters that multiply an index.
    Splits[{}].insert(1);
    for (const std::vector<Term> &T : Terms)
      for (const Term &One : T)
        if (One.Symbol)
          Splits[One.Class].insert(1);
    for (std::vector<Term> &T : Terms) {
      llvm::for_each(T, [&](Term &One) { joinClass(One); });
      for (const auto &Class : Splits)
        splitClass(Class.first, T);
    }
    Delinearization Result;
    for (const auto &[Class, Factors] : Splits)
      for (int64_t Factor : llvm::reverse(Factors))
        Result.Strides.push_back(product(Class) * Factor);
    for (const std::vector<Term> &T : Terms)
      Result.Coordinates.push_back(fromAbove(distribute(T), Result.Strides));
    return Result;
  }

private:
  std::optional<std::vector<Term>> termsOf(const Polynomial &P) const {
    std::vector<Term> Result;
    for (const auto &[M, C] : P.terms()) {
      Term T;
      T.Coefficient = C;
      for (const std::string &Symbol : M) {
        if (!Symbols.isIndex(Symbol)) {
          T.Class.push_back(Symbol);
          continue;
        }
        if (T.Symbol)
          return std::nullopt;
        T.Symbol = Symbol;
        T.Index = Polynomial::symbol(Symbol);
      }
      Result.push_back(std::move(T));
    }
    return Result;
  }

  /// A product of parameters alone belongs to the largest class that divides
  /// it: the `n` of `(y + 1) * n`.
  void joinClass(Term &T) const {
    if (T.Symbol)
      return;
    for (const auto &Class : Splits)
      if (std::optional<Polynomial> Rest = divide(T.Class, Class.first)) {
        T.Index = *Rest;
        T.Class = Class.first;
        return;
      }
  }

  /// Finds the constant factors of \p Class that are strides for one access.
  void splitClass(const Monomial &Class, const std::vector<Term> &Terms) {
    std::vector<const Term *> Varying;
    for (const Term &T : Terms)
      if (T.Class == Class && T.Symbol && Symbols.varies(*T.Symbol) &&
          Symbols.Spans.at(*T.Symbol) != 0)
        Varying.push_back(&T);
    llvm::sort(Varying, [](const Term *A, const Term *B) {
      auto key = [](const Term *T) {
        return std::tuple(std::abs(T->Coefficient), !isThreadDim(*T->Symbol),
                          *T->Symbol);
      };
      return key(A) < key(B);
    });
    if (Varying.empty())
      return;
    // What the terms so far reach, and whether only threads move them.
    std::optional<int64_t> Extent = std::abs(Varying.front()->Coefficient);
    bool OnlyThreads = true;
    for (const Term *T : Varying) {
      int64_t Factor = std::abs(T->Coefficient);
      if (T != Varying.front() && exceeds(Factor, Extent, OnlyThreads))
        Splits[Class].insert(Factor);
      std::optional<int64_t> Span = Symbols.Spans.at(*T->Symbol);
      Extent = Extent && Span ? std::optional(*Extent + Factor * *Span)
                              : std::nullopt;
      OnlyThreads &= isThreadDim(*T->Symbol);
    }
  }

  static bool exceeds(int64_t Factor, std::optional<int64_t> Extent,
                      bool OnlyThreads) {
    // Nothing is known about the smaller terms. A constant factor of at least
    // a warp's width is a row; less is a window.
    if (!Extent)
      return Factor >= 32;
    // Threads side by side are one row, however they are numbered; rows that a
    // loop walks along stay rows.
    return Factor > *Extent || (Factor == *Extent && !OnlyThreads);
  }

  std::vector<Polynomial> distribute(const std::vector<Term> &Terms) const {
    std::vector<Polynomial> Coordinates;
    for (const auto &[Class, Factors] : Splits) {
      std::map<int64_t, Polynomial> ByFactor;
      int64_t Constant = 0;
      for (const Term &T : Terms) {
        if (T.Class != Class)
          continue;
        if (T.Index.constant()) {
          Constant += T.Coefficient * *T.Index.constant();
          continue;
        }
        int64_t Factor = *llvm::find_if(llvm::reverse(Factors), [&](int64_t F) {
          return T.Coefficient % F == 0;
        });
        ByFactor[Factor] += T.Index * (T.Coefficient / Factor);
      }
      for (int64_t Factor : llvm::reverse(Factors)) {
        int64_t Nearest = roundedQuotient(Constant, Factor);
        Constant -= Nearest * Factor;
        Coordinates.push_back(ByFactor[Factor] + Nearest);
      }
    }
    return Coordinates;
  }

  /// What is before the first element of a row is behind the row before:
  /// (y + 1, -x - 1) of rows with w elements is (y, w - 1 - x).
  static std::vector<Polynomial>
  fromAbove(std::vector<Polynomial> Coordinates,
            const std::vector<Polynomial> &Strides) {
    for (unsigned D = Coordinates.size(); D-- > 1;) {
      const bool IsBefore = llvm::all_of(
          Coordinates[D].terms(), [](const auto &T) { return T.second < 0; });
      const std::optional<Polynomial> Row =
          exactQuotient(Strides[D - 1], Strides[D]);
      if (!IsBefore || Coordinates[D].isZero() || !Row)
        continue;
      Coordinates[D] += *Row;
      Coordinates[D - 1] -= 1;
    }
    return Coordinates;
  }

  /// Of \p A by \p B, each one term.
  static std::optional<Polynomial> exactQuotient(const Polynomial &A,
                                                 const Polynomial &B) {
    if (A.terms().size() != 1 || B.terms().size() != 1)
      return std::nullopt;
    const auto &[OfA, FactorA] = *A.terms().begin();
    const auto &[OfB, FactorB] = *B.terms().begin();
    const std::optional<Polynomial> Symbols = divide(OfA, OfB);
    if (!Symbols || FactorA % FactorB != 0)
      return std::nullopt;
    return *Symbols * (FactorA / FactorB);
  }

  /// The nearest integer to `A / B`, towards zero in the middle.
  static int64_t roundedQuotient(int64_t A, int64_t B) {
    int64_t Quotient = (std::abs(A) + (B - 1) / 2) / B;
    return A < 0 ? -Quotient : Quotient;
  }

  const IndexSymbols &Symbols;
  /// Constant factors by product of parameters; 1 is always among them.
  std::map<Monomial, std::set<int64_t>, LargerFirst> Splits;
};

} // namespace

std::optional<Delinearization>
delinearize(const std::vector<Polynomial> &Subscripts,
            const IndexSymbols &Symbols) {
  return Splitter(Symbols).run(Subscripts);
}

Polynomial linearAddress(const std::vector<Polynomial> &Coordinates,
                         const std::vector<Polynomial> &Strides) {
  Polynomial Sum;
  for (auto [Coordinate, Stride] : llvm::zip_equal(Coordinates, Strides))
    Sum += Coordinate * Stride;
  return Sum;
}

std::optional<std::vector<int64_t>>
constantDistance(const std::vector<Polynomial> &A,
                 const std::vector<Polynomial> &B) {
  std::vector<int64_t> Result;
  for (auto [CoordinateA, CoordinateB] : llvm::zip_equal(A, B)) {
    std::optional<int64_t> Distance = (CoordinateB - CoordinateA).constant();
    if (!Distance)
      return std::nullopt;
    Result.push_back(*Distance);
  }
  return Result;
}

/// The strides of an array with known sizes; empty otherwise.
static std::vector<Polynomial> stridesOf(const ArrayInfo &A) {
  std::vector<Polynomial> Strides(A.Extents.size(), 1);
  for (unsigned D = A.Extents.size(); D-- > 1;) {
    if (A.Extents[D] == 0)
      return {};
    Strides[D - 1] = Strides[D] * A.Extents[D];
  }
  return Strides;
}

/// Whether loops and subscripts of an access are affine in its counters.
static bool isKnown(const KernelSpace &Space, const AccessInfo &A,
                    const std::vector<Polynomial> &Coordinates) {
  DimNames Dims = instanceDims(Space.Kernel, A.Loops);
  Dims.insert(Dims.end(), {"Ox", "Oy", "Oz"});
  std::set<std::string> Names(Dims.begin(), Dims.end());
  auto isAffine = [&](const Polynomial &P) {
    // A counter of a loop that is not around the access is a data value.
    return isAffineOver(P, Dims) &&
           llvm::none_of(Space.Kernel.Loops, [&](const LoopInfo &L) {
             return P.mentions(L.Symbol) && !Names.count(L.Symbol);
           });
  };
  return llvm::all_of(Coordinates, isAffine) &&
         llvm::all_of(A.Loops, [&](LoopId L) {
           std::optional<LoopBounds> B = boundsOf(Space, L);
           return B && isAffine(B->First) && isAffine(B->End);
         });
}

static ArrayCoordinates computeCoordinates(const KernelSpace &Space,
                                           ArrayId Array) {
  ArrayCoordinates Result{Array, {}, {}, {}};
  const ArrayInfo &Info = Space.Kernel.array(Array);
  bool Flat = Info.Extents.size() <= 1;
  std::vector<AccessId> Ids;
  std::vector<std::vector<Polynomial>> Subscripts;
  IndexSymbols Symbols = indexSymbolsOf(Space);
  for (unsigned I = 0; I < Space.Kernel.Accesses.size(); ++I) {
    const AccessInfo &A = Space.Kernel.Accesses[I];
    if (A.Array != Array || A.OnlyCompared)
      continue;
    std::vector<Polynomial> S;
    for (const Polynomial &P : A.Subscripts)
      S.push_back(specialise(P, Space.Shape));
    bool Usable =
        !S.empty() && (Info.Extents.empty() || S.size() == Info.Extents.size());
    if (!Usable || (Flat && !delinearize({S[0]}, Symbols))) {
      Result.Unknown.push_back(AccessId{I});
      continue;
    }
    Ids.push_back(AccessId{I});
    Subscripts.push_back(std::move(S));
  }
  if (Flat) {
    std::vector<Polynomial> All;
    for (const std::vector<Polynomial> &S : Subscripts)
      All.push_back(S[0]);
    Delinearization D = *delinearize(All, Symbols);
    Result.Strides = std::move(D.Strides);
    Subscripts = std::move(D.Coordinates);
  } else {
    Result.Strides = stridesOf(Info);
  }
  for (unsigned I = 0; I < Ids.size(); ++I)
    if (isKnown(Space, Space.Kernel.access(Ids[I]), Subscripts[I]))
      Result.Coordinates[Ids[I]] = Subscripts[I];
    else
      Result.Unknown.push_back(Ids[I]);
  llvm::sort(Result.Unknown);
  return Result;
}

ArrayCoordinates coordinatesOf(const KernelSpace &Space, ArrayId Array) {
  if (!Space.Cache)
    return computeCoordinates(Space, Array);
  auto It = Space.Cache->ByArray.find(Array);
  if (It == Space.Cache->ByArray.end())
    It = Space.Cache->ByArray.emplace(Array, computeCoordinates(Space, Array))
             .first;
  return It->second;
}

std::vector<Polynomial> distinctWithin(const std::vector<Polynomial> &Extents,
                                       const std::vector<Polynomial> &Strides) {
  std::vector<Polynomial> Result;
  Polynomial Reached; // the largest address of the smaller dimensions
  for (unsigned D = Extents.size(); D-- > 0;) {
    if (D + 1 < Extents.size())
      Result.push_back(Strides[D] - Reached - 1);
    Reached += (Extents[D] - 1) * Strides[D];
  }
  return Result;
}

} // namespace tessera
