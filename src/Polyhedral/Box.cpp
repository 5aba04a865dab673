//===- Box.cpp - Rectangles around sets -----------------------------------===//
//
// Each dimension of the array is treated alone: the bounds of the dimension are
// the constraints of a hull with coefficient 1, and the extent is the
// difference of a lower and an upper bound, if no symbol of the step is left in
// it.
//
//===----------------------------------------------------------------------===//
#include "tessera/Polyhedral/Box.h"
#include "Constraints.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/stride_info.h>
#include <isl/val.h>
#include <numeric>
#include <tuple>

namespace tessera {

bool Box::isConstant() const {
  return llvm::all_of(
      Dims, [](const Dim &D) { return D.Extent.constant().has_value(); });
}

Polynomial Box::cells() const {
  Polynomial Product = 1;
  for (const Dim &D : Dims)
    Product = Product * D.Extent;
  return Product;
}

llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const Box &B) {
  for (const Box::Dim &D : B.Dims) {
    OS << "[" << D.Origin << " : " << D.Extent;
    if (D.Stride != 1)
      OS << "/" << D.Stride;
    OS << "]";
  }
  return OS;
}

bool isBlockOrigin(llvm::StringRef Symbol) {
  return Symbol == "Ox" || Symbol == "Oy" || Symbol == "Oz";
}

namespace {
/// Bounds of one dimension, each valid for all elements.
struct Bounds {
  std::vector<Polynomial> Lower, Upper;
};
} // namespace

/// The symbols of \p P that may differ between two steps.
static unsigned countStepSymbols(const Polynomial &P, const DimNames &Steps) {
  return llvm::count_if(P.symbols(), [&](const std::string &Symbol) {
    return isBlockOrigin(Symbol) || llvm::is_contained(Steps, Symbol);
  });
}

/// The symbols of \p Extent that are not sizes of a block.
static unsigned countSizes(const Polynomial &Extent) {
  return llvm::count_if(Extent.symbols(), [](llvm::StringRef Symbol) {
    return Symbol != "Bx" && Symbol != "By" && Symbol != "Bz";
  });
}

/// Collects the constraints of \p Hull, `{ Step -> [i] }`, of the form
/// `i >= polynomial` and `i <= polynomial`.
static Bounds boundsOf(const isl::basic_map &Hull, const DimNames &Steps) {
  // As a set `{ [Step, i] }`: isl solves only those for a dimension.
  isl::basic_set S = isl::manage(isl_basic_set_remove_unknown_divs(
      isl_basic_set_flatten(isl_basic_map_wrap(Hull.copy()))));
  unsigned Dim = Steps.size();
  DimNames Dims = Steps;
  Dims.push_back("#i");
  Bounds Result;
  forEachConstraint(S, [&](isl_constraint *C) {
    isl::val Factor =
        isl::manage(isl_constraint_get_coefficient_val(C, isl_dim_set, Dim));
    bool Lower = isl_val_is_one(Factor.get());
    bool Upper = isl_val_is_negone(Factor.get());
    bool Equality = isl_constraint_is_equality(C);
    if (Lower || Upper) {
      isl::aff Bound =
          isl::manage(isl_constraint_get_bound(C, isl_dim_set, Dim));
      if (std::optional<Polynomial> P = toPolynomial(Bound, Dims)) {
        if (Lower || Equality)
          Result.Lower.push_back(*P);
        if (Upper || Equality)
          Result.Upper.push_back(*P);
      }
    }
  });
  return Result;
}

/// Chooses the pair of bounds with the smallest extent.
static std::optional<Box::Dim> choose(const Bounds &B, const DimNames &Steps) {
  std::optional<Box::Dim> Best;
  auto rank = [&](const Box::Dim &D) {
    std::optional<int64_t> Constant = D.Extent.constant();
    // Of two run-time extents, the one of a block, or of a tile that moves with
    // the block, is the smaller; the other is that of the whole array.
    unsigned Moves = countStepSymbols(D.Origin, Steps);
    return std::tuple(!Constant, Constant.value_or(0), countSizes(D.Extent),
                      Constant ? 0u : ~Moves, D.Extent.terms().size(),
                      D.Origin.terms().size(), D.Extent.terms(),
                      D.Origin.terms());
  };
  for (const Polynomial &Lower : B.Lower)
    for (const Polynomial &Upper : B.Upper) {
      Box::Dim D{Lower, Upper - Lower + 1, 1};
      if (countStepSymbols(D.Extent, Steps) > 0)
        continue;
      if (!Best || rank(D) < rank(*Best))
        Best = std::move(D);
    }
  return Best;
}

using StrideInfo = Owned<isl_stride_info, isl_stride_info_free>;

/// Divides out the stride of \p M, `{ Step -> [i] }`: the result is
/// `{ Step -> [x] : i = Offset + Stride * x }`.
static isl::map removeStride(const isl::map &M, const DimNames &Steps,
                             int64_t &Stride, Polynomial &Offset) {
  const StrideInfo Info(isl_map_get_range_stride_info(M.get(), 0));
  isl::val S = isl::manage(isl_stride_info_get_stride(Info.get()));
  isl::aff O = isl::manage(isl_stride_info_get_offset(Info.get()));
  std::optional<Polynomial> P = toPolynomial(O, Steps);
  // A single element has the stride 0.
  if (!P || isl_val_cmp_si(S.get(), 1) <= 0 ||
      isl_val_cmp_si(S.get(), 1 << 20) > 0)
    return M;
  Stride = isl_val_get_num_si(S.get());
  Offset = *P;
  DimNames All = Steps;
  All.insert(All.end(), {"#i", "#x"});
  NamedSet Both = addDims(fromMap(M, Steps, {"#i"}), {"#x"});
  Polynomial Cell = Offset + Polynomial::symbol("#x") * Stride;
  Both = Both.intersect(zero(M.ctx(), Cell - Polynomial::symbol("#i"), All));
  return toMap(projectOut(Both, {"#i"}), Steps.size());
}

/// The bounds of isl's own box, for a dimension without parallel constraints.
static std::optional<Box::Dim> fixedBox(const isl::map &M,
                                        const DimNames &Steps) {
  isl::fixed_box Hull = M.range_simple_fixed_box_hull();
  if (!Hull.is_valid())
    return std::nullopt;
  isl::val Size = Hull.size().at(0);
  std::optional<Polynomial> Origin = toPolynomial(Hull.offset().at(0), Steps);
  if (!Origin || !isl_val_is_int(Size.get()))
    return std::nullopt;
  return Box::Dim{*Origin, isl_val_get_num_si(Size.get()), 1};
}

/// The bounds of `{ Step -> [i] }`, its stride divided out if \p Strided.
static std::optional<Box::Dim> intervalOf(const isl::map &M,
                                          const DimNames &Steps, bool Strided) {
  int64_t Stride = 1;
  Polynomial Offset;
  isl::map Cells = Strided ? removeStride(M, Steps, Stride, Offset) : M;
  isl::basic_map Hull =
      isl::manage(isl_map_simple_hull(isl_map_remove_divs(Cells.copy())));
  std::optional<Box::Dim> D = choose(boundsOf(Hull, Steps), Steps);
  if (!D || !D->Extent.constant())
    if (std::optional<Box::Dim> Fixed = fixedBox(Cells, Steps))
      D = Fixed;
  if (!D)
    return std::nullopt;
  return Box::Dim{Offset + D->Origin * Stride, D->Extent, Stride};
}

namespace {
/// A step's symbol takes the values `First + Distance * number` only.
struct Progression {
  std::string Symbol;
  Polynomial First;
  int64_t Distance;
};
} // namespace

/// Numbers the steps of \p M, `{ Step -> [i] }`: each symbol of a progression
/// becomes the number. What divides a symbol otherwise hides in the
/// constraints, 2i >= k0 instead of x >= k0.
static isl::map numberSteps(isl::map M, const DimNames &Steps,
                            std::vector<Progression> &Progressions) {
  DimNames All = Steps;
  All.push_back("#i");
  for (unsigned I = 0; I < Steps.size(); ++I) {
    // Not of the domain: that would have to be projected first.
    isl::set Wrapped = isl::manage(isl_set_flatten(isl_map_wrap(M.copy())));
    const StrideInfo Info(isl_set_get_stride_info(Wrapped.get(), I));
    isl::val Stride = isl::manage(isl_stride_info_get_stride(Info.get()));
    isl::aff Offset = isl::manage(isl_stride_info_get_offset(Info.get()));
    std::optional<Polynomial> First = toPolynomial(Offset, All);
    if (!First || First->mentions("#i") ||
        isl_val_cmp_si(Stride.get(), 1) <= 0 ||
        isl_val_cmp_si(Stride.get(), 1 << 20) > 0)
      continue;
    Progression P{Steps[I], *First, isl_val_get_num_si(Stride.get())};
    isl::multi_aff Numbered = isl::multi_aff::identity_on_domain(
        isl::manage(isl_space_domain(isl_map_get_space(M.get()))));
    Numbered = Numbered.set_at(
        I, toAff(M.ctx(), P.First + Polynomial::symbol(P.Symbol) * P.Distance,
                 Steps));
    M = M.preimage_domain(Numbered);
    Progressions.push_back(std::move(P));
  }
  return M;
}

/// \p P, a polynomial of the steps' numbers, in the steps' symbols.
static std::optional<Polynomial>
withSymbols(Polynomial P, const std::vector<Progression> &Progressions) {
  for (const Progression &Each : llvm::reverse(Progressions)) {
    int64_t PerNumber = P.coefficient({Each.Symbol});
    Polynomial Rest = P - Polynomial::symbol(Each.Symbol) * PerNumber;
    if (PerNumber % Each.Distance || Rest.mentions(Each.Symbol))
      return std::nullopt;
    P = Rest + (Polynomial::symbol(Each.Symbol) - Each.First) *
                   (PerNumber / Each.Distance);
  }
  return P;
}

static std::optional<Box::Dim>
enclosingInterval(const isl::map &M, const DimNames &Steps, bool Strided) {
  std::optional<Box::Dim> D = intervalOf(M, Steps, Strided);
  if (D && D->Extent.constant())
    return D;
  std::vector<Progression> Progressions;
  isl::map Numbered = numberSteps(M, Steps, Progressions);
  if (Progressions.empty())
    return D;
  std::optional<Box::Dim> N = intervalOf(Numbered, Steps, /*Strided=*/true);
  std::optional<Polynomial> Origin =
      N ? withSymbols(N->Origin, Progressions) : std::nullopt;
  if (!Origin || !N->Extent.constant())
    return D;
  if (!Strided)
    N = {*Origin, (N->Extent - 1) * N->Stride + 1, 1};
  return Box::Dim{*Origin, N->Extent, N->Stride};
}

std::optional<Box> enclosingBox(const isl::map &M, const DimNames &Steps,
                                bool Strided) {
  unsigned Rank = isl_map_dim(M.get(), isl_dim_out);
  Box Result;
  if (M.is_empty()) {
    Result.Dims.resize(Rank);
    return Result;
  }
  for (unsigned I = 0; I < Rank; ++I) {
    isl_map *Alone = M.copy();
    Alone = isl_map_project_out(Alone, isl_dim_out, I + 1, Rank - I - 1);
    Alone = isl_map_project_out(Alone, isl_dim_out, 0, I);
    std::optional<Box::Dim> D =
        enclosingInterval(isl::manage(Alone), Steps, Strided);
    if (!D)
      return std::nullopt;
    Result.Dims.push_back(std::move(*D));
  }
  return Result;
}

/// The interval around two, or nothing.
static std::optional<Box::Dim> enclosingInterval(const Box::Dim &A,
                                                 const Box::Dim &B) {
  std::optional<int64_t> Distance = (B.Origin - A.Origin).constant();
  if (!Distance)
    return std::nullopt;
  // A single element has no stride.
  int64_t Stride = std::gcd(std::abs(*Distance), A.Extent == 1 ? 0 : A.Stride);
  Stride = std::gcd(Stride, B.Extent == 1 ? 0 : B.Stride);
  Stride = std::max<int64_t>(Stride, 1);
  // The last elements, counted from the origin of A.
  Polynomial LastA = (A.Extent - 1) * A.Stride;
  Polynomial LastB = (B.Extent - 1) * B.Stride + *Distance;
  std::optional<int64_t> Further = (LastB - LastA).constant();
  if (!Further)
    return std::nullopt;
  const Polynomial &Last = *Further > 0 ? LastB : LastA;
  std::optional<Polynomial> Steps =
      (Last - std::min<int64_t>(*Distance, 0)).dividedBy(Stride);
  if (!Steps)
    return std::nullopt;
  return Box::Dim{*Distance < 0 ? B.Origin : A.Origin, *Steps + 1, Stride};
}

std::optional<Box> enclosingBox(const Box &A, const Box &B) {
  if (A.cells().isZero())
    return B;
  if (B.cells().isZero())
    return A;
  Box Result;
  for (auto [DimA, DimB] : llvm::zip_equal(A.Dims, B.Dims)) {
    std::optional<Box::Dim> D = enclosingInterval(DimA, DimB);
    if (!D)
      return std::nullopt;
    Result.Dims.push_back(std::move(*D));
  }
  return Result;
}

} // namespace tessera
