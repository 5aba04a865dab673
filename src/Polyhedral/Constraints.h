//===- Constraints.h - What isl's C++ interface has no classes for --------===//
#ifndef TESSERA_POLYHEDRAL_CONSTRAINTS_H
#define TESSERA_POLYHEDRAL_CONSTRAINTS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <isl/constraint.h>
#include <isl/cpp.h>
#include <memory>

namespace tessera {

template <auto Free> struct FreeWith {
  template <typename T> void operator()(T *Object) const { Free(Object); }
};
/// Owns an object of isl's C interface where exceptions may pass.
template <typename T, auto Free>
using Owned = std::unique_ptr<T, FreeWith<Free>>;

/// Calls \p Visit with each constraint of \p S.
/// \pre \p S has no division that isl does not know: isl has no list otherwise.
inline void
forEachConstraint(const isl::basic_set &S,
                  llvm::function_ref<void(isl_constraint *)> Visit) {
  const Owned<isl_constraint_list, isl_constraint_list_free> List(
      isl_basic_set_get_constraint_list(S.get()));
  for (int I = 0, E = isl_constraint_list_n_constraint(List.get()); I < E; ++I)
    Visit(Owned<isl_constraint, isl_constraint_free>(
              isl_constraint_list_get_constraint(List.get(), I))
              .get());
}

} // namespace tessera

#endif
