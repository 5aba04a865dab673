//===- AlignedVectors.cpp - Neighbours that one access may move -----------===//
#include "tiles/AlignedVectors.h"
#include "tessera/Plan/Registers.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

constexpr int64_t MostBytes = 16;

/// \p At as one subscript, with what is known of the launches.
static Polynomial flat(const ArrayInfo &A, const Place &At,
                       const LaunchShape &Shape) {
  Polynomial Sum;
  for (size_t D = 0; D < At.size(); ++D)
    Sum = (D ? Sum * Polynomial(A.Extents[D]) : Polynomial()) + At[D];
  return specialise(Sum, Shape);
}

/// Whether launches can test where \p A begins, see testAligned, and all its
/// rows have a length.
static bool mayBeAligned(const ArrayInfo &A) {
  return A.K == ArrayInfo::Kind::Parameter &&
         !llvm::is_contained(llvm::ArrayRef(A.Extents).drop_front(), 0);
}

/// Whether all terms of \p P but the constant are multiples of \p Of if some
/// parameters of \p K are, which are added to \p Multiples.
static bool isMultiple(const Polynomial &P, int64_t Of, const KernelModel &K,
                       std::map<std::string, int64_t> &Multiples) {
  auto IsBad = [&](const auto &Term) {
    return !Term.first.empty() && Term.second % Of != 0 &&
           llvm::none_of(Term.first, [&](const std::string &Symbol) {
             return Multiples.count(Symbol);
           });
  };
  while (llvm::any_of(P.terms(), IsBad)) {
    // The parameter that is in most of them.
    std::string Best;
    size_t Most = 0;
    for (const ParameterInfo &Parameter : K.Parameters) {
      size_t In = llvm::count_if(P.terms(), [&](const auto &Term) {
        return IsBad(Term) && llvm::is_contained(Term.first, Parameter.Symbol);
      });
      if (!Parameter.Symbol.empty() && In > Most) {
        Most = In;
        Best = Parameter.Symbol;
      }
    }
    if (Most == 0)
      return false;
    Multiples[Best] = Of;
  }
  return true;
}

AlignedVectors alignVectors(const KernelModel &K, ArrayId Array,
                            const Place &Origin, const Place &Step,
                            int64_t Outputs, const LaunchShape &Shape) {
  const ArrayInfo &A = K.array(Array);
  if (!mayBeAligned(A))
    return {};
  const Polynomial First = flat(A, Origin, Shape), Next = flat(A, Step, Shape);
  for (int64_t Cells = 4; Cells > 1; Cells /= 2) {
    std::map<std::string, int64_t> Multiples;
    if (Cells * A.ElementBytes <= MostBytes && Outputs % Cells == 0 &&
        !vectorType(A.NumberType, Cells).empty() &&
        Next.constantTerm() % Cells == 0 &&
        isMultiple(First, Cells, K, Multiples) &&
        isMultiple(Next, Cells, K, Multiples))
      return {Cells, (Cells - First.constantTerm() % Cells) % Cells,
              std::move(Multiples)};
  }
  return {};
}

std::optional<std::map<std::string, int64_t>>
alignTile(const KernelModel &K, const TileStage &Tile, int64_t Cells,
          const std::map<std::string, Polynomial> &Starts,
          const LaunchShape &Shape) {
  Place At;
  Polynomial Sum;
  for (unsigned D = 0; D < Tile.Dimensions.size(); ++D) {
    const TileDimension &Dim = Tile.Dimensions[D];
    const bool Last = D + 1 == Tile.Dimensions.size();
    Polynomial Coordinate = Dim.Origin;
    for (const auto &[Symbol, Value] : Starts)
      Coordinate = Coordinate.substitute(Symbol, Value);
    Coordinate += Polynomial::symbol("#" + std::to_string(D)) * Dim.Step *
                  (Last ? Cells : 1);
    Sum += Coordinate * Dim.Stride;
    At.push_back(std::move(Coordinate));
  }
  const ArrayInfo &A = K.array(Tile.Array);
  if (!mayBeAligned(A))
    return std::nullopt;
  const Polynomial Element =
      Tile.Flattened ? specialise(Sum, Shape) : flat(A, At, Shape);
  std::map<std::string, int64_t> Multiples;
  if (Element.constantTerm() % Cells != 0 ||
      !isMultiple(Element, Cells, K, Multiples))
    return std::nullopt;
  return Multiples;
}

} // namespace tessera
