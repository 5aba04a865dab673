//===- Points.h - Pairs of points, and examples ---------------------------===//
//
// Functions here may throw isl::exception: see Guarded.h.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_POLYHEDRAL_POINTS_H
#define TESSERA_POLYHEDRAL_POINTS_H

#include "tessera/Polyhedral/Sets.h"
#include <map>

namespace tessera {

/// `{ [A.Dims..., B.Dims...] }`: all pairs. \p Suffix is appended to the names
/// of \p B.
NamedSet product(const NamedSet &A, const NamedSet &B, llvm::StringRef Suffix);

/// The names with \p Suffix appended.
DimNames withSuffix(const DimNames &Names, llvm::StringRef Suffix);

/// `{ [Dims] : Left != Right }` for the tuples of two lists of dimensions; the
/// lists have the same length.
isl::set differ(isl::ctx Context, const DimNames &Left, const DimNames &Right,
                const DimNames &Dims);
/// `{ [Dims] : Left < Right }`, lexicographically.
isl::set precedes(isl::ctx Context, const DimNames &Left, const DimNames &Right,
                  const DimNames &Dims);
/// `{ [Dims] : Left = Right }`.
isl::set equal(isl::ctx Context, const DimNames &Left, const DimNames &Right,
               const DimNames &Dims);

/// Forgets the parameters that are not in \p Kept.
isl::set projectOntoParameters(const isl::set &S,
                               const std::set<std::string> &Kept);

/// Values of parameters and dimensions, by name.
using NamedPoint = std::map<std::string, int64_t>;

/// A point of \p S with small coordinates: the parameters as small as possible
/// from 0 on, then the dimensions in order. Parameters that do not matter are
/// left out. Nothing if \p S is empty.
std::optional<NamedPoint> firstPoint(const NamedSet &S);

} // namespace tessera

#endif
