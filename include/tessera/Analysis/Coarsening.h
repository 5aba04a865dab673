//===- Coarsening.h - Several of the user's threads in one ----------------===//
//
// A coarsened kernel has fewer blocks; each of its threads does the work of
// several of the user's threads, its *outputs*. Along one axis with block size
// B, output r of `Factor` is, in the user's numbering of all threads,
//
//   Width 1, interleaved:      (b * Factor + r) * B + t
//   Width Factor, contiguous:  (b * B + t) * Factor + r
//   between, in groups:        b * B * Factor + (r / Width) * Width * B
//                                + t * Width + r % Width
//
// For the analyses an output is one more iteration: the counter r, or the two
// counters r / Width and r % Width, become innermost loops around every access.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_ANALYSIS_COARSENING_H
#define TESSERA_ANALYSIS_COARSENING_H

#include "tessera/Analysis/InstanceSpace.h"
#include "llvm/Support/Error.h"

namespace tessera {

/// The outputs of a thread along one axis.
struct Coarsening {
  unsigned Axis = 0; ///< 0 is x
  int64_t Factor = 1;
  int64_t Width = 1;   ///< divides Factor
  std::string Counter; ///< the C name of r, new in the kernel
  /// Before the results are stored, threads exchange them through shared
  /// memory, so that neighbouring threads store neighbouring outputs.
  bool Exchange = false;
  /// The loops of the coarsened model: over groups and over their members.
  /// Absent where there is only one of them.
  std::optional<LoopId> Groups, Members;
  /// What `blockIdx` and `threadIdx` of the user's kernel are for output r.
  /// Only their sum `Block * B + Thread` is right if `Width` is not 1.
  Polynomial Block, Thread;

  bool operator==(const Coarsening &) const = default;
};

/// A kernel as one thread with all its outputs executes it.
struct CoarsenedKernel {
  KernelModel Kernel; ///< same ids as the user's, and the loops over outputs
  std::vector<Coarsening> Axes;
};

/// Adds the loops over outputs and rewrites every polynomial.
///
/// \param Axes with `Axis`, `Factor`, `Width` and `Counter`, z before x.
/// \param Block the block's sizes, where known.
CoarsenedKernel
coarsenModel(const KernelModel &Kernel, std::vector<Coarsening> Axes,
             const std::array<std::optional<int64_t>, 3> &Block);

/// \p Axes with interleaved outputs. A block touches the same elements, and
/// sets of them are simpler: what is computed for these is right for \p Axes.
std::vector<Coarsening> interleaved(std::vector<Coarsening> Axes);

/// \p P, of the kernel with interleaved outputs, for \p Axes of a kernel that
/// uses its ids as checkCoarsening demands. Both have been through
/// coarsenModel.
Polynomial regroup(const Polynomial &P, const KernelModel &Interleaved,
                   const std::vector<Coarsening> &From,
                   const std::vector<Coarsening> &Axes);

/// The loops whose iterations are the same for all outputs of a thread: the
/// outputs move inside them.
std::set<LoopId> loopsAroundOutputs(const CoarsenedKernel &Coarse);

/// P, in the parameters, so that no thread whose index `b * B + t` along \p
/// Axis is P or more accesses anything: from the guards that all accesses
/// share. Then a grid may have more threads than the user's, if that has P.
std::optional<Polynomial> guardedExtent(const KernelModel &Kernel,
                                        unsigned Axis,
                                        const LaunchShape &Shape);

/// Whether the outputs of a thread may run in any order, and their numbering
/// says everything that the kernel asks of its ids: no barrier or shared memory
/// of the user's own, no use of gridDim, no private array, no loop or early
/// exit under a condition on data; with a width, ids are used as `blockIdx *
/// blockDim + threadIdx` alone.
///
/// \returns success or Reject(UnsupportedStatement).
llvm::Error checkCoarsening(const KernelModel &Kernel,
                            const std::vector<Coarsening> &Axes,
                            const LaunchShape &Shape);

} // namespace tessera

#endif
