//===- SplitPhases.h - Kernels that need what other blocks did ------------===//
//
// Before:  __global__ void k(float *x, float *p, int n, int rounds) {
//            int i = blockIdx.x * blockDim.x + threadIdx.x;
//            for (int r = 0; r < rounds; r++) {
//              p[i] = average(x, n);
//              __syncthreads();
//              x[i] = average(p, n);
//            }
//          }
//          k<<<g, b>>>(x, p, n, 100);
// After:   __global__ void k_phase1(float *x, float *p, int n, int rounds) {
//            int i = blockIdx.x * blockDim.x + threadIdx.x;
//            p[i] = average(x, n);
//          }
//          __global__ void k_phase2(float *x, float *p, int n, int rounds) {
//            int i = blockIdx.x * blockDim.x + threadIdx.x;
//            x[i] = average(p, n);
//          }
//          for (int r = 0; r < 100; r++) {
//            k_phase1<<<g, b>>>(x, p, n, 100);
//            k_phase2<<<g, b>>>(x, p, n, 100);
//          }
//
// Or, in one cooperative launch, a barrier of the grid takes the place of the
// cut. Either only takes away orders in which the threads might have run: what
// must be proved is that all that the threads remember is there again.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_PLAN_SPLITPHASES_H
#define TESSERA_PLAN_SPLITPHASES_H

#include "tessera/Model/Program.h"
#include "tessera/Plan/DeviceModel.h"

namespace tessera {

/// A line that a phase begins with: text of the kernel before it.
struct RepeatedLine {
  std::string Text;   ///< may span lines
  bool Opens = false; ///< `if (i < n) {`, to be closed where the phase ends
};

/// Consecutive statements of a kernel that become one launch.
struct KernelPhase {
  std::string Name; ///< of the new kernel
  /// What the first of its statements needs; none for the first phase, whose
  /// text has it already.
  std::vector<RepeatedLine> Prologue;
  /// Into SplitKernel::Rounds: the loops around it, outermost first.
  std::vector<unsigned> Rounds;
  /// Of these, those whose counter it uses: it gets that as a parameter.
  std::vector<unsigned> Counters;
};

/// Where one phase ends and the next one begins.
struct PhaseCut {
  /// The end of the last statement of the earlier one.
  unsigned Behind = 0;
  /// The barrier of the block that stood there; it goes.
  std::optional<SourceRange> Barrier;
  unsigned Open = 0; ///< `if`s that the earlier phase has to close
};

/// A loop of the kernel that becomes one of the host.
struct PhaseRounds {
  SourceRange Head; ///< from `for` to the brace, which included
  SourceRange Tail; ///< the closing brace
  LoopId Loop;
};

/// What becomes of one launch.
struct PhasedLaunch {
  LaunchId Launch;
  /// Headers of the host's loops, by PhaseRounds: `for (int r = 0; r < n;
  /// r++)`.
  std::vector<std::string> Headers;
  std::vector<std::string> Counters; ///< their counters
  /// Arguments that are computed once, into `const int n = f();`.
  struct Saved {
    unsigned Argument = 0;
    std::string Type, Name;
  };
  std::vector<Saved> Arguments;
  bool Unbraced = false; ///< it is a statement where only one may stand
};

/// Where all blocks wait for each other.
struct GridBarrier {
  /// The barrier of the block whose place it takes; an empty one is the end of
  /// the statement in front.
  SourceRange Where;
  unsigned Statement = 0; ///< where that, or the barrier, begins
  auto operator<=>(const GridBarrier &) const = default;
};

struct SplitKernel {
  enum class Form {
    Launches,    ///< one of each phase
    Cooperative, ///< one of all
    Either,      ///< the program asks the device whether one is possible
  };
  KernelId Kernel;
  Form As = Form::Launches;
  std::vector<KernelPhase> Phases; ///< in the order of the text
  std::vector<PhaseCut> Cuts;      ///< one less
  std::vector<PhaseRounds> Rounds; ///< outer ones first
  /// Barriers at the end of rounds, and declarations that only later phases
  /// need: they go, or become something else.
  std::vector<std::pair<SourceRange, std::string>> Replaced;
  std::vector<PhasedLaunch> Launches;    ///< of Form::Launches
  std::vector<GridBarrier> GridBarriers; ///< of the other forms
};

/// What launches and barriers take, and what a thread's accesses do between
/// them: in one launch they cannot be staged, and caches are of less use. Those
/// of one H200, by bench/phases; the launch of a grid that waits is estimated.
struct PhaseCosts {
  double SecondsPerLaunch = 3.7e-6;          ///< with few accesses
  double SecondsPerCooperativeLaunch = 4e-6; ///< with the question if it fits
  double SecondsPerGridBarrier = 1e-6;
  double SecondsPerAccess = 5e-9;
  double SecondsPerAccessBesideBarriers = 10.5e-9;
  double RoundsOfLoop = 10;   ///< taken for granted of loops around phases
  double LengthOfLoop = 1024; ///< the same of loops in phases
};

/// Which form a kernel gets if both are possible.
enum class PhaseForm { Faster, Launches, Cooperative };

struct PhasePlan {
  std::vector<SplitKernel> Kernels;
  std::vector<Diagnostic> Messages;
};

/// Finds the kernels of \p P whose threads depend on what threads of other
/// blocks did in the same launch, and cuts them between.
///
/// \param Pattern of the names of kernels to look at; empty: all.
PhasePlan planPhases(const Program &P, const std::string &Pattern,
                     const DeviceModel &Device, PhaseForm Form,
                     const PhaseCosts &Costs = {});

/// For `--print=plan`.
void print(llvm::raw_ostream &OS, const PhasePlan &Plan, const Program &P);

} // namespace tessera

#endif
