//===- Frequency.h - How often elements are accessed ----------------------===//
//
// The paper's criterion: accesses of a block divided by the elements it
// touches. Ours is exact, of one step of one staging point; the paper's own
// formula, which drops the + 1 of the range, is a second function.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_ANALYSIS_FREQUENCY_H
#define TESSERA_ANALYSIS_FREQUENCY_H

#include "tessera/Analysis/Footprint.h"
#include "tessera/Polyhedral/Count.h"

namespace tessera {

/// Counts of one footprint. Where the sizes are parameters, so are they.
struct AccessFrequency {
  /// By a block in one step in the interior of the grid: without the guards
  /// that only bite at its edge.
  Count Accesses, Elements;
  /// Pairs of a thread and an element: the accesses that are left if each
  /// thread keeps in registers what it has read.
  Count AfterRegisters;
  /// Loads of global memory by the whole grid: one per access as the program
  /// stands, one per element and step with a tile. Absent if no number of
  /// instances is known.
  std::optional<Count> LoadsBefore, LoadsAfter;

  /// Accesses by elements, if both are known numbers: the paper's frequency.
  std::optional<double> ratio() const;
  /// The same after registers: what a tile can save.
  std::optional<double> sharing() const;
};

/// \param F made from \p Space, \p Array and \p Point.
/// \returns Reject(NoBoundedBox) if an access has no bounded number of
///          instances, or IslGaveUp.
llvm::Expected<AccessFrequency> computeFrequency(const KernelSpace &Space,
                                                 const StagingPoint &Point,
                                                 const Footprint &F);

/// AccessFrequency::AfterRegisters alone, which is all that costs depend on.
llvm::Expected<Count> countAfterRegisters(const KernelSpace &Space,
                                          const StagingPoint &Point,
                                          const Footprint &F);

/// The paper's estimate, section 5.2: for `a[A*i + b + D*threadIdx.x]` in a
/// loop from `st` to `en`,
///   Accesses = (en - st) * blockDim.x
///   Range    = A * (en - 1 - st) + D * (blockDim.x - 1)
struct PaperFrequency {
  Polynomial Accesses, Range;
};

/// \returns nothing unless the access has one subscript, one loop, and constant
///          factors, which is all the paper handles.
std::optional<PaperFrequency> paperFrequency(const KernelSpace &Space,
                                             AccessId Id);

/// Who reads an element again in the same step.
struct ReuseKind {
  bool InterThread = false; ///< another thread of the block
  bool Private = false;     ///< the same thread, in another access or iteration
  bool operator==(const ReuseKind &) const = default;
};

llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, ReuseKind R);

/// Finds out by exact sets; accesses that may be skipped count as made.
/// \returns IslGaveUp.
llvm::Expected<ReuseKind> classifyReuse(const KernelSpace &Space,
                                        const ArrayCoordinates &Array,
                                        const StagingPoint &Point,
                                        const std::vector<AccessId> &Accesses);

} // namespace tessera

#endif
