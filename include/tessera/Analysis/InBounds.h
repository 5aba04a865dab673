//===- InBounds.h - Accesses that stay in their arrays --------------------===//
//
// The program is taken to access its arrays in bounds. That says nothing of
// launches that the program might not have done: here it is proved.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_ANALYSIS_INBOUNDS_H
#define TESSERA_ANALYSIS_INBOUNDS_H

#include "tessera/Analysis/InstanceSpace.h"
#include "tessera/Model/Program.h"

namespace tessera {

/// Whether each access of \p Launch stays inside its array, in every round of
/// the loop around it and whatever the arrays hold:
///
///   { S[bx .. ln] -> A[e] } with 0 <= e < n
///
/// \param Array becomes the name of the first for which that is not proved.
/// \pre the launch has a loop around it.
bool staysInBounds(isl::ctx Context, const Program &P,
                   const LaunchModel &Launch, std::string &Array);

/// The same for an element that host code names in the loop, by its subscripts.
bool staysInBounds(isl::ctx Context, const LaunchLoop &Loop,
                   const std::vector<Polynomial> &Subscripts,
                   const std::vector<int64_t> &Extents);

} // namespace tessera

#endif
