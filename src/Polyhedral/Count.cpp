//===- Count.cpp - How many elements a set has ----------------------------===//
#include "tessera/Polyhedral/Count.h"
#include "Constraints.h"
#include "tessera/Polyhedral/Box.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include <isl/aff.h>
#include <isl/local_space.h>
#include <isl/set.h>
#include <isl/val.h>

namespace tessera {

llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const Count &C) {
  return OS << (C.Exact ? "" : "at most ") << C.Value;
}

/// The number of values between the smallest and the largest of dimension
/// \p Dim; nothing if there is no bound.
static std::optional<int64_t> widthOf(const isl::set &S, unsigned Dim) {
  isl::val Min = isl::manage(isl_set_dim_min_val(S.copy(), Dim));
  isl::val Max = isl::manage(isl_set_dim_max_val(S.copy(), Dim));
  if (!isl_val_is_int(Min.get()) || !isl_val_is_int(Max.get()))
    return std::nullopt;
  return isl_val_get_num_si(Max.get()) - isl_val_get_num_si(Min.get()) + 1;
}

/// Groups the dimensions of \p S that constraints connect. Dimensions are
/// `0 .. n-1`, divisions follow.
static llvm::EquivalenceClasses<int> connect(const isl::basic_set &S) {
  llvm::EquivalenceClasses<int> Classes;
  int Dims = isl_basic_set_dim(S.get(), isl_dim_set);
  int Divs = isl_basic_set_dim(S.get(), isl_dim_div);
  for (int I = 0; I < Dims + Divs; ++I)
    Classes.insert(I);
  auto joinAll = [&](auto Involves, std::optional<int> First) {
    for (int I = 0; I < Dims + Divs; ++I)
      if (I < Dims ? Involves(isl_dim_set, I) : Involves(isl_dim_div, I - Dims))
        First ? (void)Classes.unionSets(*First, I) : (void)(First = I);
  };
  forEachConstraint(S, [&](isl_constraint *C) {
    joinAll(
        [&](isl_dim_type Type, int Pos) {
          return isl_constraint_involves_dims(C, Type, Pos, 1);
        },
        std::nullopt);
  });
  const Owned<isl_local_space, isl_local_space_free> Space(
      isl_basic_set_get_local_space(S.get()));
  for (int D = 0; D < Divs; ++D) {
    isl::aff Div = isl::manage(isl_local_space_get_div(Space.get(), D));
    joinAll(
        [&](isl_dim_type Type, int Pos) {
          return isl_aff_involves_dims(
              Div.get(), Type == isl_dim_set ? isl_dim_in : Type, Pos, 1);
        },
        Dims + D);
  }
  return Classes;
}

/// The set without one dimension that the others determine: it has as many
/// points.
static std::optional<isl::set> dropDetermined(const isl::set &S) {
  for (int I = 0, E = isl_set_dim(S.get(), isl_dim_set); I < E; ++I) {
    isl_map *M = isl_map_from_range(S.copy());
    M = isl_map_move_dims(M, isl_dim_in, 0, isl_dim_out, 0, I);
    M = isl_map_move_dims(M, isl_dim_in, I, isl_dim_out, 1, E - I - 1);
    isl::map Determined = isl::manage(M);
    if (Determined.is_single_valued())
      return Determined.domain();
  }
  return std::nullopt;
}

/// Splits off the slices of dimension 0 that are as large as the box around
/// all: in a grid with a guard, the blocks in the interior.
///
/// \returns the number of points in such slices and the other slices; nothing
///          if that does not help.
static std::optional<std::pair<int64_t, isl::set>>
splitFullSlices(const isl::set &S) {
  unsigned Dims = isl_set_dim(S.get(), isl_dim_set);
  isl::set Outer =
      isl::manage(isl_set_project_out(S.copy(), isl_dim_set, 1, Dims - 1));
  isl::set Inner =
      isl::manage(isl_set_project_out(S.copy(), isl_dim_set, 0, 1));
  isl::set All = isl::manage(isl_set_flat_product(Outer.copy(), Inner.copy()));
  isl::set Missing = isl::manage(
      isl_set_project_out(All.subtract(S).release(), isl_dim_set, 1, Dims - 1));
  isl::set Full = Outer.subtract(Missing);
  if (Full.is_empty())
    return std::nullopt;
  std::optional<int64_t> Slices = cardinality(Full);
  std::optional<int64_t> Size = cardinality(Inner);
  if (!Slices || !Size)
    return std::nullopt;
  isl::set Rest = isl::manage(isl_set_flat_product(
      Missing.intersect(Outer).release(), Inner.release()));
  return std::pair(*Slices * *Size, S.intersect(Rest));
}

/// Counts \p S, whose dimensions are all connected.
static std::optional<int64_t> countConnected(const isl::set &S,
                                             bool IsInterval) {
  unsigned Dims = isl_set_dim(S.get(), isl_dim_set);
  int64_t Volume = 1;
  for (unsigned I = 0; I < Dims; ++I) {
    std::optional<int64_t> Width = widthOf(S, I);
    if (!Width)
      return std::nullopt;
    if (IsInterval)
      return Width;
    if (*Width <= MaxPointsToCount && (Volume *= *Width) <= MaxPointsToCount)
      continue;
    if (std::optional<isl::set> Less = dropDetermined(S))
      return cardinality(*Less);
    auto Split = splitFullSlices(S);
    std::optional<int64_t> Rest;
    if (Split)
      Rest = cardinality(Split->second);
    return Rest ? std::optional(Split->first + *Rest) : std::nullopt;
  }
  isl::val Number = isl::manage(isl_set_count_val(S.get()));
  return isl_val_get_num_si(Number.get());
}

static std::optional<int64_t> countBasic(const isl::basic_set &S) {
  int Dims = isl_basic_set_dim(S.get(), isl_dim_set);
  int Divs = isl_basic_set_dim(S.get(), isl_dim_div);
  llvm::EquivalenceClasses<int> Classes = connect(S);
  int64_t Product = 1;
  for (int Leader = 0; Leader < Dims; ++Leader) {
    bool First = true;
    isl_set *Alone = isl_set_from_basic_set(S.copy());
    for (int I = Dims; I-- > 0;)
      if (!Classes.isEquivalent(I, Leader))
        Alone = isl_set_project_out(Alone, isl_dim_set, I, 1);
      else if (I < Leader)
        First = false;
    isl::set Part = isl::manage(Alone);
    if (!First)
      continue;
    std::optional<int64_t> Number = countConnected(
        Part, Divs == 0 && isl_set_dim(Part.get(), isl_dim_set) == 1);
    if (!Number || (*Number && Product > INT64_MAX / *Number))
      return std::nullopt;
    Product *= *Number;
  }
  return Product;
}

std::optional<int64_t> cardinality(const isl::set &S) {
  if (S.is_empty())
    return 0;
  unsigned Parameters = isl_set_dim(S.get(), isl_dim_param);
  if (isl_set_involves_dims(S.get(), isl_dim_param, 0, Parameters))
    return std::nullopt;
  isl::set Disjoint =
      isl::manage(isl_set_compute_divs(isl_set_make_disjoint(isl_set_coalesce(
          isl_set_project_out(S.copy(), isl_dim_param, 0, Parameters)))));
  std::optional<int64_t> Sum = 0;
  Disjoint.foreach_basic_set([&](isl::basic_set Part) {
    if (std::optional<int64_t> Number = countBasic(Part); Number && Sum)
      *Sum += *Number;
    else
      Sum.reset();
  });
  return Sum;
}

std::optional<Count> countPoints(const isl::set &S) {
  if (std::optional<int64_t> Number = cardinality(S))
    return Count{*Number, true};
  isl::map M = isl::manage(isl_map_from_range(S.copy()));
  std::optional<Box> Hull = enclosingBox(M, {});
  if (!Hull)
    return std::nullopt;
  return Count{Hull->cells(), false};
}

} // namespace tessera
