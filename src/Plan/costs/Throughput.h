//===- Throughput.h - What blocks take of a multiprocessor ----------------===//
//
// A kernel is as slow as the unit that it keeps busiest, or as its threads that
// wait for each other, if there are not enough of them. What one block asks of
// each unit follows from the facts: how often its threads access what, where
// that lies with a plan, and what they compute. Unlike the costs of tiles alone
// this tells what it brings that a thread computes several outputs.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_PLAN_COSTS_THROUGHPUT_H
#define TESSERA_PLAN_COSTS_THROUGHPUT_H

#include "costs/AccessCosts.h"
#include "costs/TypicalLaunch.h"
#include "tessera/Plan/BlockEstimate.h"
#include "tessera/Plan/TilePlan.h"

namespace tessera {

/// Cycles of a block to start, and to give its place to the next. Measured on
/// an H200: blocks of 256 threads with one load and one store each.
inline constexpr double BlockLatency = 1000;

/// Assumed for the grid along an axis of unknown size.
inline constexpr double TypicalBlocks = 64;

/// What one block asks for.
struct BlockDemand {
  double Outputs = 1; ///< the user's threads that it stands for
  double Blocks = 0;  ///< of the launch, such ones; 0 if not known
  int64_t Threads = 1, Registers = 0, SharedBytes = 0;
  /// Instructions of its warps: all, and those of single units.
  double Issued = 0, Float = 0, Double = 0, Integer = 0, Special = 0;
  /// Passes through the first-level cache and shared memory, 128 bytes each;
  /// and those of them that only cells of the same banks need, of lines that
  /// run time puts there.
  double Wavefronts = 0, OfSameBanks = 0;
  double L2Bytes = 0, MemoryBytes = 0;
  /// Of `L2Bytes`, what it takes at least: rows begin on sectors, and the
  /// first-level cache keeps these.
  double TouchedBytes = 0;
  double Latency = 0; ///< cycles that it takes even alone
  /// Rounds of its longest loops, those that compilers unroll aside; and how
  /// often their text is run, which has several.
  double Rounds = 1, Repeats = 1;

  double warps(const DeviceModel &Device) const;
  /// Instructions of a warp, those of loops as often as they are in the text.
  double text(const DeviceModel &Device) const;
};

/// How a launch of such blocks fills the multiprocessors.
struct Residency {
  double Blocks = 0; ///< on a multiprocessor at a time; 0 if it holds none
  /// How many times longer it takes as some, or some of their places, are empty
  /// for a time: in a small launch, or in the last round of one.
  double Idle = 1;
};
Residency residencyOf(const BlockDemand &Demand, const DeviceModel &Device);

/// What a block takes of each BoundUnit, in cycles, \p Resident of them at a
/// time.
std::array<double, BoundUnits> unitCycles(const BlockDemand &Demand,
                                          const DeviceModel &Device,
                                          double Resident);

/// Cycles of one multiprocessor for each of the user's threads.
double cyclesPerOutput(const BlockDemand &Demand, const DeviceModel &Device);
/// Those that the memory alone takes.
double memoryCyclesPerOutput(const BlockDemand &Demand,
                             const DeviceModel &Device);

/// What is the busiest: the memory, the second-level cache, or something of the
/// multiprocessor.
enum class BusiestUnit { Memory, L2, Other };
BusiestUnit busiestUnit(const BlockDemand &Demand, const DeviceModel &Device);

/// Registers of 4 bytes, more than there may be, that a thread of \p K needs
/// with
/// \p Plan; of \p Block, the outputs and threads count.
double threadRegisters(const KernelModel &K, const KernelPlan *Plan,
                       const BlockDemand &Block, const AccessCosts &Costs);

class Throughput {
public:
  /// \param Space of the user's kernel and block, whose size is known, and of
  ///        the grid, where it is.
  Throughput(const KernelSpace &Space, const AccessCosts &Costs,
             const DeviceModel &Device)
      : Space(Space), Costs(Costs), Device(Device) {}

  /// Of a block of the kernel with \p Plan, or as it stands.
  BlockDemand of(const KernelPlan *Plan) const;

private:
  const KernelSpace &Space;
  const AccessCosts &Costs;
  const DeviceModel &Device;
};

/// Of a block of \p Kernel in a typical launch with blocks of \p Block.
///
/// \param P has the elements of \p Plan in registers.
/// \param Plan may be null: the kernel of \p P as it is.
BlockDemand demandOf(const Program &P, KernelId Kernel, const BlockShape &Block,
                     const KernelPlan *Plan, const DeviceModel &Device);

} // namespace tessera

#endif
