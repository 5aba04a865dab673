//===- AssumedFacts.h - What follows from what the user says --------------===//
//
// Functions here may throw isl::exception: see Guarded.h.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_ANALYSIS_ASSUMEDFACTS_H
#define TESSERA_ANALYSIS_ASSUMEDFACTS_H

#include "tessera/Analysis/InstanceSpace.h"

namespace tessera {

/// `[parameters] -> { [Dims] : Assumed }` for the values in \p Shape.
isl::set assumedSet(isl::ctx Context, const Assumptions &Assumed,
                    const LaunchShape &Shape, const DimNames &Dims);

/// \p S with what \p Assumed tells about the parameters that it has.
isl::set withAssumed(isl::set S, const Assumptions &Assumed,
                     const LaunchShape &Shape, const DimNames &Dims);

/// Whether \p P, in parameters, is a multiple of \p Of as the user says.
/// Throws nothing.
bool isAssumedMultiple(const Polynomial &P, int64_t Of,
                       const Assumptions &Assumed, const LaunchShape &Shape);

/// Whether the parameter \p Symbol is not negative as the user says; what
/// follows from several assumptions alone is not looked for.
bool isAssumedNatural(llvm::StringRef Symbol, const Assumptions &Assumed);

} // namespace tessera

#endif
