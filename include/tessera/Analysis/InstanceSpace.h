//===- InstanceSpace.h - Who executes an access ---------------------------===//
//
//   { S[bx, by, bz, tx, ty, tz, l1 .. ln] : guards } -> A[subscripts]
//
// Block and thread ids, then the counters of the loops around the access. All
// other symbols are parameters. Where the block size is not known, `bx * Bx` is
// not affine: it is replaced by the parameter `Ox` >= 0, the first global index
// of the block, about which nothing else is known.
//
// Functions that make sets may throw isl::exception: see Guarded.h.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_ANALYSIS_INSTANCESPACE_H
#define TESSERA_ANALYSIS_INSTANCESPACE_H

#include "tessera/Model/KernelModel.h"
#include "tessera/Model/Program.h"
#include "tessera/Polyhedral/Sets.h"
#include <array>
#include <map>

namespace tessera {

/// What is known at compile time about the launches that facts are for.
struct LaunchShape {
  /// x first; absent where not known.
  std::array<std::optional<int64_t>, 3> Grid, Block;
  /// Scalar parameters of the kernel with a known value, by name.
  std::map<std::string, int64_t> Constants;
  /// Threads along x and y that are a warp; absent: they follow one another.
  std::optional<std::array<int64_t, 2>> Warp;

  /// Threads of a block, if all sizes are known.
  std::optional<int64_t> threads() const;
  bool operator==(const LaunchShape &) const = default;
};

/// The shape of one launch, and the scalar arguments known there.
LaunchShape shapeOf(const LaunchModel &Launch, const KernelModel &Kernel);

/// One launch of \p Kernel for each shape, of the first \p AtMost shapes.
std::vector<const LaunchModel *>
distinctLaunches(const Program &P, KernelId Kernel, unsigned AtMost = ~0u);

class FactCache;

/// A kernel for one launch shape: what all facts are computed from.
struct KernelSpace {
  isl::ctx Context;
  const KernelModel &Kernel;
  LaunchShape Shape;
  /// Where facts are kept for the next who asks; may be null.
  FactCache *Cache = nullptr;
};

/// "tx", "ty", "tz" and so on, x first.
extern const DimNames BlockDims, ThreadDims;
bool isThreadDim(llvm::StringRef Symbol);
/// A block id or a block origin.
bool isBlockSymbol(llvm::StringRef Symbol);

/// Replaces known sizes by their values, ids that are always 0 by 0, and
/// `bx * Bx` by `Ox` where the size is not known.
Polynomial specialise(const Polynomial &P, const LaunchShape &Shape);
Condition specialise(const Condition &C, const LaunchShape &Shape);

/// Sets that enclose the points where a condition holds, from both sides.
struct ConditionBounds {
  isl::set Must; ///< it certainly holds
  isl::set May;  ///< it does not certainly fail
};

/// `{ [Dims] : C }`. What is opaque or not affine lies between the bounds.
/// \param C specialised.
ConditionBounds boundsOf(isl::ctx Context, const Condition &C,
                         const DimNames &Dims);

/// bx by bz, tx ty tz, then the counters of \p Loops.
DimNames instanceDims(const KernelModel &Kernel,
                      const std::vector<LoopId> &Loops);

/// Who executes an access.
struct AccessDomain {
  /// Contains all instances.
  isl::set Set;
  /// Some points of `Set` may not execute the access.
  bool May = false;
};

/// The instances that execute \p Id, over \p Dims, which contains
/// instanceDims(..) and possibly more. Where a loop's step is not known, some
/// of its rounds may not exist, except for the loops \p Given.
///
/// \returns nothing if a loop around the access is opaque or has bounds that
///          are not affine.
std::optional<AccessDomain> domainOf(const KernelSpace &Space, AccessId Id,
                                     const DimNames &Dims,
                                     llvm::ArrayRef<LoopId> Given = {});

/// Whether two accesses are executed by the same instances, as their loops and
/// guards are the same.
bool sameInstances(const AccessInfo &A, const AccessInfo &B);

/// The same for anything inside \p Loops and \p Guards.
std::optional<AccessDomain> domainOf(const KernelSpace &Space,
                                     const std::vector<LoopId> &Loops,
                                     const std::vector<GuardUse> &Guards,
                                     const DimNames &Dims,
                                     llvm::ArrayRef<LoopId> Given = {});

/// `{ [Dims] : 0 <= bx < Gx, .. }`: the blocks of the grid.
isl::set blockDomain(const KernelSpace &Space, const DimNames &Dims);

/// The specialised bounds of a loop: the counter runs over
/// `First, First + Step, ..` up to but not including `End`.
struct LoopBounds {
  Polynomial First, End;
  int64_t Step = 1;
  /// It takes steps of `Step` times a number that is not known.
  bool Longer = false;
};
/// Nothing if the loop is opaque.
std::optional<LoopBounds> boundsOf(const KernelSpace &Space, LoopId Loop);

/// `{ [Dims] : Counter is a value of the loop }`; nothing if not affine.
/// \param Every only each so many values, from the first.
std::optional<isl::set> loopDomain(const KernelSpace &Space, LoopId Loop,
                                   llvm::StringRef Counter, int64_t Every,
                                   const DimNames &Dims);

} // namespace tessera

#endif
