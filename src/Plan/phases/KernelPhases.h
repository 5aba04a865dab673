//===- KernelPhases.h - Which statements make a phase ---------------------===//
//
// The statements of a kernel in one row, those of `if`s and loops that have to
// be cut among them:
//
//   int i = ..;   p[i] = x[i];   __syncthreads();   x[i] = p[i + 1];
//   '--- slot     '--- slot      '--- slot        | '--- slot
//                                                 cut
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_PLAN_PHASES_KERNELPHASES_H
#define TESSERA_PLAN_PHASES_KERNELPHASES_H

#include "tessera/Plan/SplitPhases.h"

namespace tessera {

/// One statement of the row.
struct PhaseSlot {
  enum class Kind { Other, Declaration, Exit, Barrier };
  Kind K = Kind::Other;
  NodePtr N;
  /// The `if`s and loops around it that are cut, outermost first.
  std::vector<NodePtr> Around;
  std::set<std::string> Words; ///< the identifiers in it
  std::set<AccessId> Accesses;
  bool Writes = false; ///< global memory

  /// The loops of `Around`.
  std::vector<NodePtr> loops() const;
};

/// Slots [Begin, End).
struct PhaseExtent {
  unsigned Begin = 0, End = 0;
  std::vector<NodePtr> Loops; ///< that it is a round of, outermost first
};

/// A kernel as such a row.
struct PhaseRow {
  std::vector<PhaseSlot> Slots;
  std::vector<PhaseExtent> Phases;
  std::string Why; ///< why it cannot be cut; empty: it can
};

/// Cuts \p Kernel wherever one statement depends on what others do in other
/// blocks. Nothing if no block is known to depend on another one; one phase
/// without loops if none has to.
std::optional<PhaseRow> cutIntoPhases(const Program &P, KernelId Kernel);

/// The accesses that \p N makes, also by calling functions.
std::set<AccessId> accessesOf(const KernelModel &K, const Node &N);

/// The identifiers of \p Text, comments and literals aside.
std::set<std::string> wordsOf(llvm::StringRef Text);

/// Whether executing \p Text again does the same, as far as it tells: it
/// assigns nothing and asks no clock.
bool assignsNothing(llvm::StringRef Text);

/// What the threads of a kernel remember from one phase to the next.
class CarriedValues {
public:
  CarriedValues(const Program &P, KernelId Kernel,
                const std::vector<PhaseSlot> &Slots)
      : P(P), Id(Kernel), K(P.kernel(Kernel)), Slots(Slots) {}

  /// What a phase of its own needs from before.
  struct Needs {
    std::vector<RepeatedLine> Prologue;
    std::set<std::string> Words; ///< that it, or the prologue, mentions
    unsigned Problems = 0;
    std::string Why; ///< the first one; empty if there is none
  };
  Needs of(const PhaseExtent &Phase) const;

  /// Why the shared arrays of the kernel cannot be cut into \p Phases, or
  /// nothing.
  std::string sharedObstacle(const std::vector<PhaseExtent> &Phases) const;

private:
  class Collector;

  bool isReadOnly(ArrayId Array) const;
  bool isRepeatable(const Text &T, const std::set<AccessId> &Accesses) const;
  bool isRepeatable(const Node &N, const Node::Declarator &D) const;
  std::string textOf(const Node &N) const;

  const Program &P;
  const KernelId Id;
  const KernelModel &K;
  const std::vector<PhaseSlot> &Slots;
};

/// Where barriers of the grid take the place of the cuts of \p Row.
/// \returns why there can be none, or nothing.
std::string planGridBarriers(const Program &P, const PhaseRow &Row,
                             SplitKernel &Split);

/// Whether a host function with the parameters of the kernel can run the loops
/// of \p Split as they are written.
bool canRepeatRounds(const Program &P, const SplitKernel &Split);

/// Whether the blocks of all launches certainly, or possibly, run at once on
/// \p Device.
bool certainlyFits(const Program &P, KernelId Kernel,
                   const DeviceModel &Device);
bool mayFit(const Program &P, KernelId Kernel, const DeviceModel &Device);

/// The host's side of \p Split, for all launches of its kernel.
/// \returns why there is none, or nothing.
std::string planPhasedLaunches(const Program &P, SplitKernel &Split);

} // namespace tessera

#endif
