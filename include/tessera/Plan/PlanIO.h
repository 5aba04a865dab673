//===- PlanIO.h - Plans as YAML -------------------------------------------===//
//
// What `--print=plan` writes and `--plan=FILE` reads:
//
//   kernels:
//     - kernel: matmul
//       block: [16, 16, 1]      # optional: the launches this is for
//       threads: yxz            # the axes of a block change places
//       relaunch: [32, 8, 1]    # the blocks that it starts with instead
//       warp: [8, 4]            # its threads along x and y
//       resident: 2             # blocks a multiprocessor holds: caps registers
//       registers: [ "C[i]" ]   # elements, as the kernel spells them
//       restrict: [ A, B ]      # pointer parameters
//       constant: [ w ]         # shared variables that the kernel reads
//       privatise: [ count ]    # arrays that are updated atomically
//       coarsen:                # outputs per thread
//         - { axis: y, factor: 8, width: 4 }
//       interior: true          # threads whose outputs are all inside
//       least: { blocks: 528, x: 17, rounds: 16, work: 67584 } # smaller
//                               # launches, or with shorter loops, start the
//                               # user's; work: blocks times rounds
//       persistent: { axis: x, blocks: 1056 } # blocks that take turns
//       stages:
//         - loop: k             # a loop's counter; without: the kernel's start
//           steps: 16           # iterations per strip
//           buffers: 2          # the next strip is fetched during this one
//           async: true         # by copies that pass no registers; then
//                               # there may be more than two buffers
//           unroll: true        # whole strips have a loop of constant length
//           tiles:
//             - array: A
//             - array: B
//               padding: 1
//               transposed: true  # the last two dimensions change places
//               vector: 4         # cells that a thread reads at once
//               skew: 8           # one cell of padding after every so many
//               window: true      # consecutive outputs share a register window
//
// `width` outputs of a thread are neighbours: 1 (the default) interleaves the
// outputs of all threads, `factor` makes those of one thread contiguous. With
// `exchange: true` results pass through shared memory and are stored
// interleaved. A file names arrays, loops and sizes; everything else follows
// from the facts.
//
// What `--tune-results=` writes was measured, and says for what:
//
//     - kernel: matmul
//       hash: 0123456789abcdef  # of the kernel's content, see MeasuredPlans.h
//       device: sm_90           # the architecture
//       sizes: grid 64x64x1     # of the launches, as far as the text tells
//       measured: ..            # for people
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_PLAN_PLANIO_H
#define TESSERA_PLAN_PLANIO_H

#include "tessera/Plan/LeastLaunch.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

struct TileRequest {
  std::string Array;
  /// Which group of the array's accesses, by first use; absent: each group in
  /// which threads share elements.
  std::optional<unsigned> Group;
  /// Absent: as the bank conflicts demand.
  std::optional<int64_t> Padding;
  bool Transposed = false;
  int64_t Vector = 1;
  int64_t Skew = 0;
  bool Window = false;
  int64_t Copied = 1; ///< neighbours, or words, that one access copies
  bool operator==(const TileRequest &) const = default;
};

struct StageRequest {
  std::string Loop; ///< empty: at the kernel's start
  int64_t Steps = 0;
  std::vector<TileRequest> Tiles;
  int64_t Buffers = 1;
  bool Async = false;
  bool Unroll = false;
  bool operator==(const StageRequest &) const = default;
};

struct CoarsenRequest {
  std::string Axis; ///< `x`, `y` or `z`
  int64_t Factor = 1;
  int64_t Width = 1;
  bool Exchange = false;
  bool operator==(const CoarsenRequest &) const = default;
};

struct PersistentRequest {
  std::string Axis; ///< `x`, `y` or `z`
  int64_t Blocks = 0;
  bool operator==(const PersistentRequest &) const = default;
};

struct KernelRequest {
  std::string Kernel;
  std::vector<int64_t> Block;    ///< empty: any
  std::string Threads;           ///< a ThreadOrder; empty: the user's
  std::vector<int64_t> Relaunch; ///< a block; empty: the user's
  std::vector<int64_t> Warp;     ///< along x and y; empty: along x
  int64_t Resident = 0;          ///< 0: not bounded
  std::vector<std::string> Registers;
  std::vector<std::string> Restrict;
  std::vector<std::string> Constant;
  std::vector<std::string> Privatise;
  std::vector<CoarsenRequest> Coarsen;
  bool Interior = false;
  bool Vectors = true; ///< of an interior path
  LeastLaunch Least;
  std::optional<PersistentRequest> Persistent;
  std::vector<StageRequest> Stages;
  std::string Hash;     ///< of the content it was measured for; empty: any
  std::string Device;   ///< an architecture; empty: any
  std::string Sizes;    ///< see sizesOf(..); empty: any
  std::string Measured; ///< what a measurement said, in words
  bool operator==(const KernelRequest &) const = default;

  /// Whether it asks for another kernel than the user's.
  bool changesKernel() const {
    return !Stages.empty() || !Coarsen.empty() || !Threads.empty() ||
           !Relaunch.empty() || !Warp.empty();
  }
};

using PlanRequest = std::vector<KernelRequest>;

/// \returns an error with line and column if \p Text is not a plan.
llvm::Expected<PlanRequest> readPlan(llvm::StringRef Text);
void writePlan(llvm::raw_ostream &OS, const PlanRequest &Plan);

} // namespace tessera

#endif
