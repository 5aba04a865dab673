//===- Uniformity.h - What all threads of a block agree on ----------------===//
#ifndef TESSERA_ANALYSIS_UNIFORMITY_H
#define TESSERA_ANALYSIS_UNIFORMITY_H

#include "tessera/Analysis/InstanceSpace.h"
#include "llvm/Support/Error.h"

namespace tessera {

/// What a value depends on; the larger one wins.
enum class Dependence {
  Uniform, ///< all threads of a block agree
  Thread,  ///< it depends on threadIdx
  Data,    ///< it depends on data, or nothing is known
};

llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, Dependence D);

/// What the iterations of \p Loop depend on. A counter is as uniform as the
/// bounds of its loop: in the same iteration all threads have the same value.
Dependence dependenceOf(const KernelSpace &Space, LoopId Loop);

/// What \p P depends on. \param P need not be specialised.
Dependence dependenceOf(const KernelSpace &Space, const Polynomial &P);

/// What \p C depends on, as written.
Dependence dependenceOf(const KernelSpace &Space, const Condition &C);

/// Whether all threads of a block agree on the guards of \p B, early exits
/// before it included.
bool hasUniformGuards(const KernelSpace &Space, const BarrierInfo &B);

/// The first barrier of the kernel, or of a warp, for which that is not so, or
/// that is in a loop of which threads are at different values of the counter;
/// null if there is none.
const BarrierInfo *findNotUniform(const KernelSpace &Space);

/// Whether all threads of a block meet at \p B, by what is known of its guards
/// and loops.
bool isUniform(const KernelSpace &Space, const BarrierInfo &B);

/// A guard for all threads that reach it.
struct GuardFact {
  Dependence On = Dependence::Uniform;
  /// It holds, or fails, whenever it is evaluated inside \p Loops.
  bool Always = false, Never = false;
};

/// Facts of a guard inside \p Loops and \p Outer guards: `tx < 16` in a block
/// of 16 depends on the thread and always holds.
/// \returns IslGaveUp.
llvm::Expected<GuardFact> analyseGuard(const KernelSpace &Space, GuardId Guard,
                                       const std::vector<LoopId> &Loops,
                                       const std::vector<GuardUse> &Outer);

} // namespace tessera

#endif
