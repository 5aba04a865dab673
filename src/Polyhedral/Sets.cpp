//===- Sets.cpp - Between polynomials and isl -----------------------------===//
#include "tessera/Polyhedral/Sets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cassert>
#include <cstdlib>
#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/id.h>
#include <isl/local_space.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

namespace tessera {

static std::string parameterName(const Monomial &M) {
  return llvm::join(M, "*");
}

static Monomial parameterMonomial(llvm::StringRef Name) {
  Monomial M;
  for (llvm::StringRef Factor : llvm::split(Name, '*'))
    M.push_back(Factor.str());
  return M;
}

static std::optional<unsigned> positionOf(const DimNames &Dims,
                                          llvm::StringRef Name) {
  auto It = llvm::find(Dims, Name);
  if (It == Dims.end())
    return std::nullopt;
  return It - Dims.begin();
}

bool isAffineOver(const Polynomial &P, const DimNames &Dims) {
  return llvm::all_of(P.terms(), [&](const auto &Term) {
    const Monomial &M = Term.first;
    return M.size() <= 1 || llvm::none_of(M, [&](const std::string &Symbol) {
             return positionOf(Dims, Symbol).has_value();
           });
  });
}

/// The space `[parameters of P] -> { [Dims...] }`.
static isl::space spaceFor(isl::ctx Context, const Polynomial &P,
                           const DimNames &Dims) {
  std::vector<std::string> Parameters;
  for (const auto &[M, C] : P.terms())
    if (!M.empty() && !(M.size() == 1 && positionOf(Dims, M.front())))
      Parameters.push_back(parameterName(M));
  isl_space *Space =
      isl_space_set_alloc(Context.get(), Parameters.size(), Dims.size());
  for (unsigned I = 0; I < Parameters.size(); ++I)
    Space = isl_space_set_dim_id(
        Space, isl_dim_param, I,
        isl_id_alloc(Context.get(), Parameters[I].c_str(), nullptr));
  return isl::manage(Space);
}

isl::aff toAff(isl::ctx Context, const Polynomial &P, const DimNames &Dims) {
  assert(isAffineOver(P, Dims));
  isl::space Space = spaceFor(Context, P, Dims);
  isl_aff *A = isl_aff_zero_on_domain(isl_local_space_from_space(Space.copy()));
  unsigned NextParameter = 0;
  for (const auto &[M, C] : P.terms()) {
    isl_val *Value = isl_val_int_from_si(Context.get(), C);
    if (M.empty()) {
      A = isl_aff_set_constant_val(A, Value);
      continue;
    }
    std::optional<unsigned> Dim;
    if (M.size() == 1)
      Dim = positionOf(Dims, M.front());
    A = isl_aff_set_coefficient_val(A, Dim ? isl_dim_in : isl_dim_param,
                                    Dim ? *Dim : NextParameter++, Value);
  }
  return isl::manage(A);
}

/// The integer value of \p V, which is freed; nothing for fractions.
static std::optional<int64_t> integer(isl_val *V) {
  isl::val Value = isl::manage(V);
  if (!isl_val_is_int(Value.get()) ||
      isl_val_n_abs_num_chunks(Value.get(), sizeof(int32_t)) > 1)
    return std::nullopt;
  return isl_val_get_num_si(Value.get());
}

std::optional<Polynomial> toPolynomial(const isl::aff &A,
                                       const DimNames &Dims) {
  if (isl_aff_is_nan(A.get()))
    return std::nullopt;
  for (int I = 0, E = isl_aff_dim(A.get(), isl_dim_div); I < E; ++I)
    if (integer(isl_aff_get_coefficient_val(A.get(), isl_dim_div, I)) != 0)
      return std::nullopt;
  std::optional<int64_t> Constant = integer(isl_aff_get_constant_val(A.get()));
  if (!Constant)
    return std::nullopt;
  Polynomial P = *Constant;
  auto addTerms = [&](isl_dim_type Type, auto NameOf) {
    for (int I = 0, E = isl_aff_dim(A.get(), Type); I < E; ++I) {
      std::optional<int64_t> C =
          integer(isl_aff_get_coefficient_val(A.get(), Type, I));
      if (!C)
        return false;
      if (*C == 0)
        continue;
      Polynomial Term = *C;
      for (const std::string &Symbol : NameOf(I))
        Term = Term * Polynomial::symbol(Symbol);
      P += Term;
    }
    return true;
  };
  bool Ok = addTerms(isl_dim_in, [&](int I) { return Monomial{Dims[I]}; }) &&
            addTerms(isl_dim_param, [&](int I) {
              return parameterMonomial(
                  isl_aff_get_dim_name(A.get(), isl_dim_param, I));
            });
  return Ok ? std::optional(P) : std::nullopt;
}

std::optional<Polynomial> toPolynomial(const isl::pw_aff &A,
                                       const DimNames &Dims) {
  isl::pw_aff Whole = A.coalesce();
  if (isl_pw_aff_n_piece(Whole.get()) != 1)
    return std::nullopt;
  std::optional<Polynomial> P;
  isl::pw_multi_aff(Whole).foreach_piece([&](isl::set, isl::multi_aff Piece) {
    P = toPolynomial(Piece.at(0), Dims);
  });
  return P;
}

isl::set nonNegative(isl::ctx Context, const Polynomial &P,
                     const DimNames &Dims) {
  return isl::manage(isl_pw_aff_nonneg_set(
      isl_pw_aff_from_aff(toAff(Context, P, Dims).release())));
}

isl::set zero(isl::ctx Context, const Polynomial &P, const DimNames &Dims) {
  return isl::manage(isl_pw_aff_zero_set(
      isl_pw_aff_from_aff(toAff(Context, P, Dims).release())));
}

isl::set multipleOf(isl::ctx Context, const Polynomial &P, int64_t Divisor,
                    const DimNames &Dims) {
  isl::pw_aff Value(toAff(Context, P, Dims));
  return isl::manage(isl_pw_aff_zero_set(Value.mod(Divisor).release()));
}

NamedSet NamedSet::universe(isl::ctx Context, DimNames Dims) {
  isl_space *Space = isl_space_set_alloc(Context.get(), 0, Dims.size());
  return {isl::manage(isl_set_universe(Space)), std::move(Dims)};
}

/// The one case of \p S with the parameters of \p Model first.
/// \pre There is one case.
static isl::basic_set onlyCase(const isl::set &S, const isl::space &Model) {
  isl::set Aligned = isl::manage(isl_set_align_params(S.copy(), Model.copy()));
  isl_basic_set_list *Cases = isl_set_get_basic_set_list(Aligned.get());
  isl_basic_set *Case = isl_basic_set_list_get_basic_set(Cases, 0);
  isl_basic_set_list_free(Cases);
  return isl::manage(Case);
}

isl::set meet(const isl::set &A, const isl::set &B) {
  auto isConvex = [](const isl::set &S) {
    return isl_set_n_basic_set(S.get()) == 1;
  };
  if (!isConvex(A) || !isConvex(B))
    return A.intersect(B);
  isl::basic_set Left = onlyCase(A, B.space());
  isl::basic_set Right = onlyCase(B, Left.space());
  auto hasDivs = [](const isl::basic_set &S) {
    return isl_basic_set_dim(S.get(), isl_dim_div) > 0;
  };
  auto isSingle = [](const isl::basic_set &S) {
    return isl_basic_set_n_constraint(S.get()) == 1;
  };
  // That isl adds, without divisions, without a test.
  if (!hasDivs(Left) && !hasDivs(Right) && (isSingle(Left) || isSingle(Right)))
    return A.intersect(B);
  return Left.intersect(Right);
}

NamedSet NamedSet::intersect(const isl::set &Other) const {
  return {meet(Set, Other), Dims};
}

NamedSet addDims(const NamedSet &S, const DimNames &More) {
  DimNames Dims = S.Dims;
  Dims.insert(Dims.end(), More.begin(), More.end());
  return {isl::manage(isl_set_add_dims(S.Set.copy(), isl_dim_set, More.size())),
          Dims};
}

NamedSet projectOut(const NamedSet &S, const DimNames &Gone) {
  NamedSet Result = S;
  for (unsigned I = S.Dims.size(); I-- > 0;)
    if (llvm::is_contained(Gone, S.Dims[I])) {
      Result.Set = isl::manage(
          isl_set_project_out(Result.Set.copy(), isl_dim_set, I, 1));
      Result.Dims.erase(Result.Dims.begin() + I);
    }
  return Result;
}

NamedSet projectOnto(const NamedSet &S, const DimNames &Kept) {
  DimNames Gone;
  for (const std::string &Dim : S.Dims)
    if (!llvm::is_contained(Kept, Dim))
      Gone.push_back(Dim);
  return projectOut(S, Gone);
}

NamedSet projectOutParameters(const NamedSet &S) {
  return {
      isl::manage(isl_set_project_out(S.Set.copy(), isl_dim_param, 0,
                                      isl_set_dim(S.Set.get(), isl_dim_param))),
      S.Dims};
}

isl::map toMap(const NamedSet &S, unsigned Inputs) {
  return isl::manage(isl_map_move_dims(isl_map_from_range(S.Set.copy()),
                                       isl_dim_in, 0, isl_dim_out, 0, Inputs));
}

NamedSet fromMap(const isl::map &M, const DimNames &In, const DimNames &Out) {
  DimNames Dims = In;
  Dims.insert(Dims.end(), Out.begin(), Out.end());
  return {isl::manage(isl_set_flatten(isl_map_wrap(M.copy()))), Dims};
}

isl::set toParameters(const NamedSet &S) {
  isl_set *Set = S.Set.copy();
  isl_ctx *Context = isl_set_get_ctx(Set);
  unsigned First = isl_set_dim(Set, isl_dim_param);
  Set = isl_set_move_dims(Set, isl_dim_param, First, isl_dim_set, 0,
                          S.Dims.size());
  for (unsigned I = 0; I < S.Dims.size(); ++I)
    Set = isl_set_set_dim_id(Set, isl_dim_param, First + I,
                             isl_id_alloc(Context, S.Dims[I].c_str(), nullptr));
  return isl::manage(isl_set_params(Set));
}

std::string toString(const NamedSet &S) {
  isl_set *Set = S.Set.copy();
  for (unsigned I = 0; I < S.Dims.size(); ++I)
    Set = isl_set_set_dim_name(Set, isl_dim_set, I, S.Dims[I].c_str());
  char *Text = isl_set_to_str(isl::manage(isl_set_coalesce(Set)).get());
  std::string Result = Text;
  std::free(Text);
  return Result;
}

} // namespace tessera
