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
// Where the program copies itself, the copies are added, and nothing goes:
//
// Before:  cudaMemcpy(w_dev, w, bytes, cudaMemcpyHostToDevice);
//          blur<<<g, b>>>(w_dev, ..);
// After:   cudaMemcpy(w_dev, w, bytes, cudaMemcpyHostToDevice);
//          cudaMemcpyToSymbol(w_const, w, bytes);
//          blur<<<g, b>>>(w_dev, ..);
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_PLAN_PLACECONSTANTS_H
#define TESSERA_PLAN_PLACECONSTANTS_H

#include "tessera/Plan/Planner.h"
#include "tessera/Plan/TransferPlan.h"

namespace tessera {

/// Memory of the device that is in constant memory, too.
struct OwnConstant {
  SharedVarId Variable;
  std::string Name; ///< of the array in constant memory
  std::string Declaration;
  CodePosition Where; ///< of the declaration
};

/// The variables that constant memory serves better than any other: all threads
/// of a block read the same element, and more than one. A plan of the user's
/// names them; for those that cannot be there it gets a message.
///
/// \param P may be read with FrontendOptions::OwnCopies: then it is memory that
///        the program allocates on the device.
/// \returns Reject(BadPlan) if the plan names something else than a shared
///          variable.
llvm::Expected<std::set<SharedVarId>>
chooseConstants(const Program &P, const PlannerOptions &Opts,
                std::vector<Diagnostic> &Messages);

/// \p P as if they were there: what tiles are planned for. They are variables
/// of \p Named, the same program, which may be read in another way.
Program withConstants(Program P, const Program &Named,
                      const std::set<SharedVarId> &Constants);

/// Moves \p Constants there. Those whose copies \p Plan does not make in the
/// plain way are taken out of the set; then \p Plan stays as it is.
void placeConstants(const Program &P, std::set<SharedVarId> &Constants,
                    TransferPlan &Plan);

/// Puts copies of \p Constants there, memory that \p P, read with
/// FrontendOptions::OwnCopies, allocates on the device. Only the kernels are
/// changed in \p Plan.
std::vector<OwnConstant>
placeOwnConstants(const Program &P, const std::set<SharedVarId> &Constants,
                  TransferPlan &Plan);

} // namespace tessera

#endif
