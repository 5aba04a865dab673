//===- AssumedFacts.cpp - What follows from what the user says ------------===//
#include "tessera/Analysis/AssumedFacts.h"
#include "tessera/Polyhedral/Guarded.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

isl::set assumedSet(isl::ctx Context, const Assumptions &Assumed,
                    const LaunchShape &Shape, const DimNames &Dims) {
  isl::set Result = NamedSet::universe(Context, Dims).Set;
  for (const Polynomial &P : Assumed.NotNegative)
    if (Polynomial Known = specialise(P, Shape); isAffineOver(Known, Dims))
      Result = Result.intersect(nonNegative(Context, Known, Dims));
  for (const auto &[P, Of] : Assumed.Multiples)
    if (Polynomial Known = specialise(P, Shape); isAffineOver(Known, Dims))
      Result = Result.intersect(multipleOf(Context, Known, Of, Dims));
  return Result;
}

isl::set withAssumed(isl::set S, const Assumptions &Assumed,
                     const LaunchShape &Shape, const DimNames &Dims) {
  if (Assumed.empty())
    return S;
  isl::set Facts = assumedSet(S.ctx(), Assumed, Shape, Dims);
  // What is said of other parameters would only make the set larger to write.
  for (int D = isl_set_dim(Facts.get(), isl_dim_param) - 1; D >= 0; --D) {
    const char *Name = isl_set_get_dim_name(Facts.get(), isl_dim_param, D);
    if (isl_set_find_dim_by_name(S.get(), isl_dim_param, Name) < 0)
      Facts = isl::manage(
          isl_set_project_out(Facts.release(), isl_dim_param, D, 1));
  }
  return S.intersect(Facts);
}

bool isAssumedMultiple(const Polynomial &P, int64_t Of,
                       const Assumptions &Assumed, const LaunchShape &Shape) {
  const Polynomial Known = specialise(P, Shape);
  if (Known.dividedBy(Of))
    return true;
  if (Assumed.Multiples.empty())
    return false;
  IslContext Context;
  llvm::Expected<bool> Follows = guarded(Context, [&] {
    return assumedSet(Context, Assumed, Shape, {})
        .is_subset(multipleOf(Context, Known, Of, {}));
  });
  if (Follows)
    return *Follows;
  llvm::consumeError(Follows.takeError());
  return false;
}

bool isAssumedNatural(llvm::StringRef Symbol, const Assumptions &Assumed) {
  return llvm::any_of(Assumed.NotNegative, [&](const Polynomial &P) {
    return P.constantTerm() <= 0 &&
           P - P.constantTerm() == Polynomial::symbol(Symbol);
  });
}

} // namespace tessera
