//===- Points.cpp - Pairs of points, and examples -------------------------===//
#include "tessera/Polyhedral/Points.h"
#include <isl/point.h>
#include <isl/set.h>
#include <isl/val.h>

namespace tessera {

DimNames withSuffix(const DimNames &Names, llvm::StringRef Suffix) {
  DimNames Result;
  for (const std::string &Name : Names)
    Result.push_back(Name + Suffix.str());
  return Result;
}

NamedSet product(const NamedSet &A, const NamedSet &B, llvm::StringRef Suffix) {
  DimNames Dims = A.Dims;
  DimNames More = withSuffix(B.Dims, Suffix);
  Dims.insert(Dims.end(), More.begin(), More.end());
  return {isl::manage(isl_set_flat_product(A.Set.copy(), B.Set.copy())), Dims};
}

static Polynomial difference(const std::string &A, const std::string &B) {
  return Polynomial::symbol(A) - Polynomial::symbol(B);
}

isl::set precedes(isl::ctx Context, const DimNames &Left, const DimNames &Right,
                  const DimNames &Dims) {
  isl::set Same = NamedSet::universe(Context, Dims).Set;
  isl::set Result = isl::set::empty(Same.space());
  for (unsigned D = 0; D < Left.size(); ++D) {
    Result = Result.unite(Same.intersect(
        nonNegative(Context, difference(Right[D], Left[D]) - 1, Dims)));
    Same = Same.intersect(zero(Context, difference(Left[D], Right[D]), Dims));
  }
  return Result;
}

isl::set differ(isl::ctx Context, const DimNames &Left, const DimNames &Right,
                const DimNames &Dims) {
  return precedes(Context, Left, Right, Dims)
      .unite(precedes(Context, Right, Left, Dims));
}

isl::set equal(isl::ctx Context, const DimNames &Left, const DimNames &Right,
               const DimNames &Dims) {
  isl::set Result = NamedSet::universe(Context, Dims).Set;
  for (unsigned D = 0; D < Left.size(); ++D)
    Result =
        Result.intersect(zero(Context, difference(Left[D], Right[D]), Dims));
  return Result;
}

/// The smallest value of dimension \p D; nothing if there is none.
static std::optional<int64_t> smallest(const isl::set &S, unsigned D) {
  isl::val Value = isl::manage(isl_set_dim_min_val(S.copy(), D));
  if (!isl_val_is_int(Value.get()) ||
      isl_val_n_abs_num_chunks(Value.get(), sizeof(int32_t)) > 1)
    return std::nullopt;
  return isl_val_get_num_si(Value.get());
}

isl::set projectOntoParameters(const isl::set &S,
                               const std::set<std::string> &Kept) {
  isl::set Result = S;
  for (unsigned I = isl_set_dim(S.get(), isl_dim_param); I-- > 0;)
    if (!Kept.count(isl_set_get_dim_name(S.get(), isl_dim_param, I)))
      Result = isl::manage(
          isl_set_project_out(Result.release(), isl_dim_param, I, 1));
  return Result;
}

std::optional<NamedPoint> firstPoint(const NamedSet &All) {
  if (All.Set.is_empty())
    return std::nullopt;
  NamedSet S{isl::manage(isl_set_drop_unused_params(All.Set.copy())), All.Dims};
  unsigned Parameters = isl_set_dim(S.Set.get(), isl_dim_param);
  DimNames Names;
  for (unsigned I = 0; I < Parameters; ++I)
    Names.push_back(isl_set_get_dim_name(S.Set.get(), isl_dim_param, I));
  Names.insert(Names.end(), S.Dims.begin(), S.Dims.end());
  isl::set Left = isl::manage(isl_set_move_dims(S.Set.copy(), isl_dim_set, 0,
                                                isl_dim_param, 0, Parameters));
  for (unsigned D = 0; D < Names.size(); ++D) {
    isl::set Natural =
        isl::manage(isl_set_lower_bound_si(Left.copy(), isl_dim_set, D, 0));
    if (!Natural.is_empty())
      Left = Natural;
    if (std::optional<int64_t> Value = smallest(Left, D))
      Left = isl::manage(
          isl_set_fix_si(Left.release(), isl_dim_set, D, int(*Value)));
  }
  isl::point Found = isl::manage(isl_set_sample_point(Left.release()));
  NamedPoint Result;
  for (unsigned D = 0; D < Names.size(); ++D) {
    isl::val Value =
        isl::manage(isl_point_get_coordinate_val(Found.get(), isl_dim_set, D));
    Result[Names[D]] = isl_val_get_num_si(Value.get());
  }
  return Result;
}

} // namespace tessera
