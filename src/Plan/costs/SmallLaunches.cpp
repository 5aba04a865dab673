//===- SmallLaunches.cpp - Which launches are too small -------------------===//
#include "costs/SmallLaunches.h"
#include "registers/CornerTests.h"
#include "tessera/Analysis/AssumedFacts.h"
#include "tessera/Analysis/Coalescing.h"
#include "tessera/Analysis/Coarsening.h"
#include "tessera/Analysis/StagingLegality.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <numeric>

namespace tessera {

/// Launches up to so many rounds of multiprocessors, or threads along an axis,
/// are looked at.
constexpr int64_t MostRounds = 1024;
constexpr int64_t MostAlong = 1 << 16;
/// For each multiprocessor.
constexpr double MostWork = 1 << 20;
/// What small launches gain at least by the estimate, which leaves something
/// out; more where run time tells a loop's rounds. Less if large launches gain
/// little. Measured on an H100, like the next two: the kernels of bench/kernels
/// in launches of 1 to 64 rounds.
constexpr double LeastGain = 1.1, LeastGainOfRounds = 1.5;
/// The same of a launch whose blocks are known, and so the rounds of
/// multiprocessors. Measured on an H200: products of 256 to 1024 rows gain 0.86
/// of what is estimated.
constexpr double GainOfKnown = 1.3;
/// Cycles until a warp has an instruction that its multiprocessor has not run
/// before in the launch.
constexpr double ColdInstruction = 25;
/// The user's blocks bring what they read so often at least, with halos.
constexpr double FewestPasses = 3;
/// What tiles leave of the user's cycles where each thread keeps its output, at
/// the most. Measured on an H200: products with strips of 16.
constexpr double OfStrips = 0.8;
/// Where the memory decides, plans gain less while the second-level cache has
/// so much of a launch's data, but of small blocks, which take long to start.
/// Measured on an H200: thirteen kernels of doubles, launches of 4 to 40 us.
constexpr double OfCache = 0.55;
constexpr int64_t SmallBlock = 128;
/// How much longer a thread at an edge waits than one among others.
constexpr double EdgeWait = 2;
/// A warp with threads at an edge takes so much longer, in parts of what its
/// outputs take in the user's kernel; or where it can tell which end of a row
/// it has. Measured on an H100: 14 kernels, rows of 32 to 700.
constexpr double EdgeCost = 1.1, EndCost = 0.25;
/// So far ahead along a short axis is a plan that stores vectors to several
/// arrays. Measured on an H200: doubles with three results, 136 to 4096 wide.
constexpr double SeveralStores = 1.04;
/// What takes so much of the memory's time at the most has nothing to gain.
/// Measured on an H200: eight kernels of four and five arrays of doubles.
constexpr double NearMemory = 1.19;
/// So many rounds of a loop pay for the barriers around strips. Measured on an
/// H200: products with strips of 16 take 0.97 to 1.07 of the time in 8 to 24
/// rounds, and 0.85 from 32 on.
constexpr int64_t LeastRounds = 32;
/// So many do in one block, or else in all of them, where each thread keeps its
/// one output. Measured on an H100: softmax of 32 to 20000 rows of 16 to 48
/// columns.
constexpr int64_t OfOneBlock = 48, LeastWork = 160;

namespace {

class SizeFinder {
public:
  SizeFinder(const KernelModel &K, const KernelPlan &Plan,
             const BlockDemand &Users, const BlockDemand &With,
             const DeviceModel &Device, double Slower, const BlockDemand *Next)
      : K(K), Plan(Plan), Users(Users), With(With), Device(Device),
        Fewest(Users), Each(With.Outputs / Users.Outputs) {
    Fewest.Wavefronts -= Fewest.OfSameBanks;
    Fewest.L2Bytes = std::min(Users.L2Bytes, FewestPasses * Users.MemoryBytes);
    // Where several arrays are written, stores decide, and reads of neighbours
    // take no longer than their sectors; for the plan memory moves no less than
    // for the user. Measured on an H200: thirteen kernels with two to four
    // results, 136 to 6000 wide.
    const bool Several = storedVectors() > 1;
    const bool StoresDecide =
        Several &&
        busiestUnit(withAlignedRows(Fewest), Device) == BusiestUnit::Memory;
    if (StoresDecide)
      Fewest = withAlignedRows(Fewest);
    const double OfPlan = ofPlan(MostRounds) / Each;
    if (!StoresDecide && ofUsers(MostRounds) < OfPlan)
      Fewest = Users; // what is not sure makes the gain
    if (Each > 1)
      Gain = std::clamp(std::sqrt(ofUsers(MostRounds) / OfPlan), 1.0,
                        With.Rounds > 1 ? LeastGainOfRounds : LeastGain);
    for (unsigned Axis = 0; Axis < 3; ++Axis)
      Halo[Axis] = outside(Axis);
    Busiest = busiestUnit(withSectorsOnce(Fewest), Device);
    const BlockDemand Aligned = StoresDecide ? Fewest : withAlignedRows(Fewest);
    BlockDemand Ours = With;
    if (Several) {
      Ours.MemoryBytes = std::max(With.MemoryBytes, Each * Users.MemoryBytes);
      Most = 1 / SeveralStores;
    }
    const double OfUsers = cyclesPerOutput(Aligned, Device);
    Ratio = Slower * cyclesPerOutput(Ours, Device) / OfUsers;
    if (Each <= 1) // costs of accesses have chosen it
      Ratio = std::min(Ratio, OfStrips);
    if (Next)
      Most *= (1 + std::min(1.0, cyclesPerOutput(*Next, Device) / OfUsers)) / 2;
  }

  LeastLaunch find() const {
    LeastLaunch Least;
    if (With.Rounds > 1)
      Least.Work = work();
    Least.Blocks = Device.Multiprocessors * rounds();
    Least.Along = along();
    return Least;
  }

  std::array<int64_t, 3> along() const {
    return {along(0), along(1), along(2)};
  }

  /// Whether strips of a loop pay in the launch whose blocks are known, all
  /// together.
  bool paysHere() const {
    const bool Enough =
        Busiest != BusiestUnit::Memory ||
        With.Blocks * Each >= double(Device.Multiprocessors * fewestRounds());
    auto all = [&](const BlockDemand &Demand) {
      return cyclesPerOutput(Demand, Device) * Demand.Outputs * Demand.Blocks;
    };
    return Enough && !Plan.Interior && all(With) * GainOfKnown <= all(Users);
  }

private:
  /// The threads along \p Axis that must do something; 0: any number.
  int64_t along(unsigned Axis) const {
    // Tiles are copied by all threads of a block, idle ones have no outputs.
    const bool Idle = !Plan.Points.empty() && extent(Axis);
    if (blocksAlong(Axis) <= 1 && !Idle && Halo[Axis] <= outputs(Axis))
      return 0;
    std::vector<double> Parts;
    const bool Whole = isWhole(Axis);
    for (int64_t I = 1; I <= Plan.Block[Axis].value_or(1); ++I)
      Parts.push_back(Whole ? 1 : ofPart(Axis, I));
    int64_t Threads = MostAlong;
    while (Threads > 1 && pays(Axis, Threads - 1, Parts))
      --Threads;
    return Threads > 1 ? Threads : 0;
  }

  bool hasEdges() const {
    return Plan.Interior && !Plan.Interior->Tests.empty();
  }

  /// The arrays to which the plan stores vectors.
  int64_t storedVectors() const {
    return Plan.Interior ? llvm::count_if(Plan.Interior->Aligned,
                                          [&](const auto &Aligned) {
                                            return isWritten(K, Aligned.first);
                                          })
                         : 0;
  }

  /// \p Demand of the user's block, which is estimated for rows that begin
  /// anywhere, where they begin on sectors: a sector less for each row of a
  /// warp and array. Plans with vectors are for such rows alone.
  BlockDemand withAlignedRows(BlockDemand Demand) const {
    const int64_t Stored = storedVectors();
    const int64_t Rows = Users.Threads / ofWarp(Plan.Block, 0);
    Demand.L2Bytes =
        std::max(0.0, Demand.L2Bytes - double(Rows * SectorBytes * Stored));
    return Stored > 1 ? withSectorsOnce(Demand) : Demand;
  }

  /// The same if it brings each sector once.
  BlockDemand withSectorsOnce(BlockDemand Demand) const {
    Demand.L2Bytes = std::min(Demand.L2Bytes, Users.TouchedBytes);
    return Demand;
  }

  /// Cycles of a launch of so many blocks of \p Demand for each
  /// multiprocessor.
  double cycles(BlockDemand Demand, double Blocks) const {
    Demand.Blocks = Blocks * double(Device.Multiprocessors);
    return cyclesPerOutput(Demand, Device) * Demand.Outputs * Blocks;
  }

  /// Those of the user's launch at the least.
  double ofUsers(double Blocks) const {
    return cycles(Fewest, std::max(1.0, Blocks));
  }

  /// How many outputs the plan's launch makes for each that the user's does,
  /// at the ends of axes, if all have about as many threads.
  double atEnds(double OfUsers) const {
    double Threads = OfUsers * double(Device.Multiprocessors) * Users.Outputs;
    unsigned Axes = 0;
    for (unsigned Axis = 0; Axis < 3; ++Axis)
      Axes += Plan.Block[Axis].value_or(1) > 1 || blocksAlong(Axis) > 1;
    const double Side = std::pow(Threads, 1.0 / std::max(1u, Axes));
    double Part = 1;
    for (unsigned Axis = 0; Axis < 3; ++Axis) {
      const double Along = Side / double(Plan.Block[Axis].value_or(1));
      Part *= 1 + std::max(0.0, blocksAlong(Axis) - 1) / std::max(1.0, Along);
    }
    return Part;
  }

  /// Those of the plan's launch, without its start.
  double ofPlan(int64_t Blocks) const {
    BlockDemand Most = With;
    // A warp has one instruction at a time.
    Most.Latency += Most.Issued / Most.warps(Device);
    // A thread at an edge may be the last: it waits for each output.
    const double Last =
        hasEdges() ? EdgeWait * (Users.Latency - BlockLatency) * Each : 0;
    return Last + cycles(Most, double(Blocks));
  }

  /// Cycles until the text of the plan is there, more than for the user's.
  double start() const {
    return ColdInstruction *
           std::max(0.0, With.text(Device) - Users.text(Device));
  }

  /// Whether so many of the plan's blocks for each multiprocessor take no
  /// longer than so many of the user's.
  bool pays(int64_t Blocks, double OfUsers) const {
    // Where run time tells the rounds of loops, work() is for the start.
    const double Start = With.Rounds > 1 ? 0 : start();
    if (Each <= 1) // they begin another round together
      return ofPlan(Blocks) + Start <= ofUsers(double(Blocks));
    return ofPlan(Blocks) * std::max(Gain, atEnds(OfUsers)) + Start <=
           ofUsers(OfUsers);
  }

  /// The user's blocks for each multiprocessor from which on it pays, however
  /// many more there are.
  int64_t rounds() const {
    const int64_t Fewest = fewestRounds();
    return Fewest < MostRounds ? std::max(roundsByCycles(), Fewest) : Fewest;
  }

  /// Those that there must be for memory's sake.
  int64_t fewestRounds() const {
    const BlockDemand Once = withSectorsOnce(Users);
    if (Each > 1 && cyclesPerOutput(Once, Device) <
                        NearMemory * memoryCyclesPerOutput(Once, Device))
      return MostRounds;
    const bool Caches =
        Busiest != BusiestUnit::Other && Each > 1 && Users.Threads > SmallBlock;
    const double Cached =
        Caches ? OfCache * double(Device.L2Bytes) / Users.MemoryBytes : 0;
    return int64_t(Cached / double(Device.Multiprocessors));
  }

  /// The same by cycles alone.
  int64_t roundsByCycles() const {
    // The plan is at its worst where a multiprocessor got one block more.
    int64_t Full = MostRounds;
    if (!pays(Full + 1, Each * double(Full)))
      return MostRounds;
    while (Full > 0) {
      const int64_t Fewer = Full > 8 ? Full / 4 * 3 : Full - 1;
      if (!pays(Fewer + 1, std::floor(Each * double(Fewer)))) {
        int64_t TooFew = int64_t(Each * double(Fewer));
        int64_t Enough = int64_t(std::ceil(Each * double(Full)));
        while (Enough - TooFew > 1) {
          const int64_t Middle = std::midpoint(TooFew, Enough);
          (pays(Fewer + 1, double(Middle)) ? Enough : TooFew) = Middle;
        }
        return Enough;
      }
      Full = Fewer;
    }
    return 0;
  }

  /// The blocks times rounds of a loop that pay for the start.
  int64_t work() const {
    const double OfRound =
        ofUsers(MostRounds) / double(MostRounds) / With.Rounds;
    const double Gained = std::max(OfRound * (1 - 1 / Gain), 1e-6);
    return int64_t(std::ceil(std::min(start() / Gained, MostWork))) *
           Device.Multiprocessors;
  }

  /// The outputs of a thread along \p Axis.
  int64_t outputs(unsigned Axis) const {
    for (const Coarsening &C : Plan.Coarsen)
      if (C.Axis == Axis)
        return C.Factor;
    return 1;
  }

  /// Of the user's blocks along \p Axis, those whose work one block does.
  double blocksAlong(unsigned Axis) const {
    return double(outputs(Axis) * Plan.newBlock()[Axis].value_or(1)) /
           double(Plan.Block[Axis].value_or(1));
  }

  /// Whether all threads of blocks along \p Axis do something.
  bool isWhole(unsigned Axis) const {
    const std::optional<Polynomial> End = extent(Axis);
    return K.Guards.empty() ||
           (End && isAssumedMultiple(*End, Plan.Block[Axis].value_or(1),
                                     K.Assumed, users()));
  }

  LaunchShape users() const {
    LaunchShape Shape;
    Shape.Block = Plan.Block;
    return Shape;
  }

  std::optional<Polynomial> extent(unsigned Axis) const {
    return guardedExtent(K, Axis, users());
  }

  /// The threads of a warp along \p Axis of \p Block.
  int64_t ofWarp(const BlockShape &Block, unsigned Axis) const {
    int64_t Inner = 1; // those along the axes before
    for (unsigned A = 0; A < Axis; ++A)
      Inner *= Block[A].value_or(1);
    return std::clamp<int64_t>(Device.WarpSize / Inner, 1,
                               Block[Axis].value_or(1));
  }

  /// How many outputs at an end of \p Axis are not inside: 8 where `y + k >= 0`
  /// for k from -8 on.
  int64_t outside(unsigned Axis) const {
    if (!hasEdges())
      return 0;
    int64_t Most = 0;
    for (const Polynomial &Missing :
         outsideAt(K, *Plan.Interior, Axis, extent(Axis).value_or(0)))
      Most = std::max(Most, Missing.constant().value_or(0));
    return Most;
  }

  /// What a warp at an end of \p Axis takes longer, as above.
  double costOfEdge(unsigned Axis) const {
    if (!hasEdges())
      return 0;
    if (outputs(Axis) <= 1)
      return Halo[Axis] > 0 ? EndCost : 0;
    const bool Ends = !Plan.Interior->Ends.empty() &&
                      Plan.Coarsen[*Plan.Interior->ColumnAxis].Axis == Axis;
    return Ends ? EndCost : EdgeCost;
  }

  /// How many of the user's blocks take as long as one in which only so many
  /// threads along \p Axis do something, at least: warps of others end at once,
  /// and each lane may have asked for bytes of its own.
  double ofPart(unsigned Axis, int64_t Threads) const {
    const double Size = double(Plan.Block[Axis].value_or(1));
    const double Lanes = double(Threads) / Size;
    const double Warps =
        double(llvm::alignTo(Threads, ofWarp(Plan.Block, Axis))) / Size;
    BlockDemand Some = Fewest;
    for (double *Of : {&Some.Issued, &Some.Float, &Some.Double, &Some.Integer,
                       &Some.Special})
      *Of *= Warps;
    for (double *Of : {&Some.Wavefronts, &Some.L2Bytes, &Some.MemoryBytes})
      *Of *= Lanes;
    return cyclesPerOutput(Some, Device) / cyclesPerOutput(Fewest, Device);
  }

  /// Whether so many threads along \p Axis are enough, where those of the last
  /// of the user's blocks make it \p Parts of a block.
  bool pays(unsigned Axis, int64_t Threads,
            llvm::ArrayRef<double> Parts) const {
    const int64_t Size = Plan.Block[Axis].value_or(1);
    const double Blocks =
        double((Threads - 1) / Size) + Parts[(Threads - 1) % Size];
    const double Of = blocksAlong(Axis);
    double Cycles =
        Ratio * Of / Blocks * std::ceil(double(Threads) / (Of * double(Size)));
    if (const double Cost = costOfEdge(Axis); Cost > 0) {
      const int64_t Warp = ofWarp(Plan.newBlock(), Axis) * outputs(Axis);
      const int64_t Outside = std::max<int64_t>(1, Halo[Axis]);
      Cycles += Cost * 2 * // both ends
                double(llvm::alignTo(Outside, Warp)) / (Blocks * double(Size));
    }
    return Cycles * (hasEdges() ? 1 : Gain) <= Most;
  }

  const KernelModel &K;
  const KernelPlan &Plan;
  const BlockDemand &Users, &With;
  const DeviceModel &Device;
  BlockDemand Fewest;  ///< of the user's blocks
  const double Each;   ///< of them, those that one of the plan's stands for
  BusiestUnit Busiest; ///< for the user's, if it brings each sector once
  double Gain = 1;     ///< that a launch must have, by the estimate
  double Ratio = 1;    ///< of the user's cycles, in a large launch
  double Most = 1;     ///< of them, along a short axis
  std::array<int64_t, 3> Halo = {0, 0, 0}; ///< what outside() says
};

} // namespace

LeastLaunch leastLaunch(const KernelModel &K, const KernelPlan &Plan,
                        const BlockDemand &Users, const BlockDemand &With,
                        const DeviceModel &Device, double Slower) {
  return SizeFinder(K, Plan, Users, With, Device, Slower, nullptr).find();
}

bool launchPays(const KernelModel &K, const KernelPlan &Plan,
                const BlockDemand &Users, const BlockDemand &With,
                const DeviceModel &Device) {
  return SizeFinder(K, Plan, Users, With, Device, 1, nullptr).paysHere();
}

std::array<int64_t, 3> leastAlong(const KernelModel &K, const KernelPlan &Plan,
                                  const BlockDemand &Users,
                                  const BlockDemand &With,
                                  const DeviceModel &Device,
                                  const BlockDemand *Next) {
  return SizeFinder(K, Plan, Users, With, Device, 1, Next).along();
}

int64_t leastRounds(const KernelModel &K, const KernelPlan &Plan) {
  int64_t Rounds = 0;
  auto atLeast = [&](int64_t Number) { Rounds = std::max(Rounds, Number); };
  for (const StagePoint &Point : Plan.Points) {
    if (Point.Loop && Point.Unroll && !Point.Divides)
      atLeast(LeastUnrolledStrips * Point.Steps);
    bool Windows = false; // they pay for the barriers, too
    for (const TileStage &Tile : Point.Tiles) {
      if (!Point.Loop && !Tile.hasKnownSize())
        atLeast(LeastUses);
      for (const TileDimension &D : Tile.Dimensions) {
        if (!Point.Loop || !D.Origin.mentions(Point.StepSymbol))
          continue;
        std::optional<int64_t> Cells = D.Extent.constant();
        const int64_t Block = Cells ? *Cells - Point.Steps + 1 : 0;
        Windows |= !Cells || Block > 1;
        if (!Cells)
          atLeast(Point.Steps);
        else if (Block > 1)
          atLeast((LeastUses * *Cells - 1) / Block + 1);
      }
    }
    if (Point.Loop && !Windows &&
        !(K.loop(*Point.Loop).Upper - K.loop(*Point.Loop).Lower).constant())
      atLeast(std::min(LeastRounds, LeastUnrolledStrips * Point.Steps));
  }
  return Rounds;
}

int64_t leastWork(const KernelPlan &Plan) {
  const int64_t Rounds = Plan.Least.Rounds;
  return Plan.Coarsen.empty() && Rounds > 0 && Rounds < OfOneBlock ? LeastWork
                                                                   : 0;
}

} // namespace tessera
