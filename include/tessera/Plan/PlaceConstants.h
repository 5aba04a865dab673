//===- PlaceConstants.h - Small arrays in constant memory -----------------===//
//
// Before:  __global__ float w[25];
//          __global__ void blur(const float *w, ..) { .. w[k] .. }
//          blur<<<g, b>>>(w, ..);
// After:   float w[25];
//          static __constant__ float w_const[25];
//          __global__ void blur(const float *w, ..) {
//            w = w_const;
//          cudaMemcpyToSymbol(w_const, w, sizeof(w));
//          blur<<<g, b>>>(nullptr, ..);
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_PLAN_PLACECONSTANTS_H
#define TESSERA_PLAN_PLACECONSTANTS_H

#include "tessera/Plan/Planner.h"
#include "tessera/Plan/TransferPlan.h"

namespace tessera {

/// The variables that constant memory serves better than any other: all threads
/// of a block read the same element, and more than one. A plan of the user's
/// names them; for those that cannot be there it gets a message.
/// \returns Reject(BadPlan) if it names something else than a shared variable.
llvm::Expected<std::set<SharedVarId>>
chooseConstants(const Program &P, const PlannerOptions &Opts,
                std::vector<Diagnostic> &Messages);

/// \p P as if they were there: what tiles are planned for.
Program withConstants(Program P, const std::set<SharedVarId> &Constants);

/// Moves \p Constants there. Those whose copies \p Plan does not make in the
/// plain way are taken out of the set; then \p Plan stays as it is.
void placeConstants(const Program &P, std::set<SharedVarId> &Constants,
                    TransferPlan &Plan);

} // namespace tessera

#endif
