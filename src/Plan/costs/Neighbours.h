//===- Neighbours.h - Accesses at a fixed distance ------------------------===//
#ifndef TESSERA_PLAN_COSTS_NEIGHBOURS_H
#define TESSERA_PLAN_COSTS_NEIGHBOURS_H

#include "tessera/Analysis/Coarsening.h"
#include "tessera/Analysis/Delinearize.h"
#include "tessera/Plan/InteriorPath.h"

namespace tessera {

/// Whether the subscripts \p A and \p B differ by constants.
bool sameLinear(const std::vector<Polynomial> &A,
                const std::vector<Polynomial> &B);

/// Whether all threads have the same distance from \p A to \p B: what one reads
/// by \p A, others read by \p B.
bool areNeighbours(const std::vector<Polynomial> &A,
                   const std::vector<Polynomial> &B, const KernelModel &K);

/// Whether all outputs read a neighbour of \p At, whatever values say.
bool isBesideReads(const ArrayCoordinates &Array,
                   const std::vector<Polynomial> &At, const KernelModel &K);

/// The part, from 0 to 1, of what a block reads by \p B that it does not read
/// by its neighbour \p A.
double newPart(const std::vector<Polynomial> &A,
               const std::vector<Polynomial> &B, const CoarsenedKernel &Coarse,
               const LaunchShape &Shape);

/// The part of what the last of \p Groups of reads of \p Array, each of
/// neighbours, brings that those before it do not.
double newPart(const ArrayCoordinates &Array,
               llvm::ArrayRef<std::vector<AccessId>> Groups,
               const CoarsenedKernel &Coarse, const LaunchShape &Shape);

/// Where \p M begins, for counters that it fixes.
std::vector<Polynomial> placeOf(const ArrayCoordinates &Array,
                                const RegisterMove &M, const KernelModel &K);

/// How often the cache has what a round of \p W loads, of elements of \p Bytes,
/// where it slides along a row: the sector of the next rounds, and of the
/// thread's outputs.
double slidingReuse(const RegisterWindow &W, unsigned Bytes);

/// How many different values \p Places have in the outputs of a thread.
size_t differentPlaces(llvm::ArrayRef<std::vector<Polynomial>> Places,
                       const CoarsenedKernel &Coarse);

/// How many reads of vectors a read at one of \p Places is, if the neighbours
/// among them are read at once: from 0 to 1.
double partOfVectors(llvm::ArrayRef<std::vector<Polynomial>> Places);

} // namespace tessera

#endif
