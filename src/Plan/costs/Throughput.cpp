//===- Throughput.cpp - What blocks take of a multiprocessor --------------===//
#include "costs/Throughput.h"
#include "costs/LoopText.h"
#include "costs/MemoryBytes.h"
#include "costs/Neighbours.h"
#include "costs/TouchedSectors.h"
#include "tessera/Analysis/BankConflicts.h"
#include "tessera/Analysis/Coalescing.h"
#include "tessera/Analysis/IndexData.h"
#include "tiles/TileCopies.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

namespace tessera {

/// Lines of a request whose cells lie in different banks go by so many at once,
/// but for the first. Measured on an H100: products of transposed matrices,
/// rows of 160 to 1024 words.
constexpr double LinesAtOnce = 4, LinesAlone = 2;
/// Cycles from a shared access, or one that the first-level cache serves, to
/// its value; and of an addition to the next.
constexpr double NearLatency = 32, ArithmeticLatency = 4;
/// Cycles of a barrier, in which a block's warps wait for the last.
constexpr double BarrierLatency = 30;
/// Of a warp: to begin and end a strip; for each cell of a window that slides.
/// The latter measured on an H200: means of 16 to 333 values.
constexpr double StripInstructions = 30, SlidingInstructions = 8;
/// Of a warp, in a round that compilers cannot unroll for its two ends.
/// Measured on an H200: strips of 128 bodies, 13 % of a round with 17 others.
constexpr double EndTests = 2;
/// Of a warp, for a comparison that decides about an output in a loop, and what
/// it guards; and those of them for units of integers. Measured on an H100:
/// convolutions in 3-D, masks of 3 to 7; on an H200: in 2-D, masks of 31 to
/// 101.
constexpr double ComparisonInstructions = 4, ComparisonIntegers = 2;
/// Cycles of the steps of a root, behind which comes a branch. From what nvcc
/// makes for sm_90.
constexpr double RootLatency = 60;
/// Of a warp, for a read that waits for a comparison of values: a place and a
/// branch, and cycles until the next may be made. Measured on an H200: the
/// greatest of nine pixels in threads of 1, 4 and 32.
constexpr double WaitingInstructions = 4, WaitingLatency = 100;
namespace {

/// Computes one demand; the members are what its parts share.
class DemandBuilder {
public:
  DemandBuilder(const KernelSpace &Space, const AccessCosts &Costs,
                const DeviceModel &Device, const KernelPlan *Plan)
      : K(Space.Kernel), Costs(Costs), Device(Device), Plan(Plan),
        Coarse(coarsenModel(K, Plan ? Plan->Coarsen : std::vector<Coarsening>(),
                            Space.Shape.Block)),
        Interleaved(coarsenModel(
            K, interleaved(Plan ? Plan->Coarsen : std::vector<Coarsening>()),
            Space.Shape.Block)),
        Outputs{Space.Context, Coarse.Kernel, Space.Shape},
        Exchanged{Space.Context, Interleaved.Kernel, Space.Shape} {
    Demand.Blocks = 1;
    for (std::optional<int64_t> Size : Space.Shape.Grid)
      Demand.Blocks *= double(Size.value_or(0));
    Outputs.Shape.Grid = Exchanged.Shape.Grid = {};
    if (Plan)
      Outputs.Shape.Warp = Exchanged.Shape.Warp = Plan->Warp;
    for (const Coarsening &A : Coarse.Axes) {
      OutputsPerThread *= double(A.Factor);
      Demand.Blocks /= double(A.Factor);
    }
    Demand.Threads = Space.Shape.threads().value_or(256);
    Warps = double((Demand.Threads + Device.WarpSize - 1) / Device.WarpSize);
    Demand.Outputs = double(Demand.Threads) * OutputsPerThread;
  }

  BlockDemand run() {
    Demand.Latency = BlockLatency;
    arithmetic();
    if (Plan)
      for (const StagePoint &Point : Plan->Points)
        tiles(Point);
    globals();
    loops();
    registers();
    return Demand;
  }

private:
  //===--- Counts ---------------------------------------------------------===//

  void instructions(double PerWarp) { Demand.Issued += Warps * PerWarp; }

  //===--- Parts ----------------------------------------------------------===//

  void arithmetic() {
    for (const Arithmetic &A : K.Work) {
      const double Count =
          Costs.rounds(A.Loops) * double(A.Instructions) * OutputsPerThread;
      if (A.U == Arithmetic::Unit::Rounded) {
        Demand.Latency += RootLatency * Count;
        continue;
      }
      instructions(Count);
      if (A.U == Arithmetic::Unit::Simple)
        continue;
      double &Unit = A.U == Arithmetic::Unit::Float     ? Demand.Float
                     : A.U == Arithmetic::Unit::Double  ? Demand.Double
                     : A.U == Arithmetic::Unit::Integer ? Demand.Integer
                                                        : Demand.Special;
      Unit += Warps * Count;
    }
  }

  void tiles(const StagePoint &Point) {
    double Times = 1, Rounds = 1;
    if (Point.Loop) {
      Rounds = std::max(1.0, Costs.blockTripCount(*Point.Loop));
      Times = std::max(1.0, Rounds / double(Point.Steps));
      for (const AccessInfo &A : K.Accesses)
        if (auto At = llvm::find(A.Loops, *Point.Loop); At != A.Loops.end()) {
          Times *= Costs.rounds({A.Loops.begin(), At});
          break;
        }
    }
    bool Loads = false;
    for (const TileStage &T : Point.Tiles) {
      const unsigned Bytes = K.array(T.Array).ElementBytes;
      double Cells = 1;
      for (const TileDimension &D : T.Dimensions)
        Cells *= std::max(1.0, Costs.typical(D.Extent));
      Demand.SharedBytes += int64_t(Costs.typical(T.bytes(Bytes)));
      const double Before = Demand.Issued;
      for (bool Is : {T.CopiedIn, T.CopiedOut})
        if (Is)
          copy(T, Cells * Times, Bytes, Point.Async && T.CopiedIn);
      // Who waits for no copy still begins them all.
      if (Point.Async)
        Demand.Latency += (Demand.Issued - Before) / Warps;
      Loads |= T.CopiedIn;
      for (const RedirectedAccess &R : T.Redirected)
        readTile(T, R, Bytes, Point);
    }
    // The next strip's loads are under way while this one is computed.
    const bool Stalls = Loads && Point.Buffers == 1;
    const double Wait = Stalls ? Device.MemoryLatency + NearLatency : 0;
    Demand.Latency += Times * (Wait + Point.barriers() * BarrierLatency);
    // What is copied back, or read by the threads of a block at once, waits for
    // the slowest of the block's loads. In loops that is the cache's latency.
    if (!Point.Loop && (Point.copiesOut() || Loads))
      Demand.Latency += Device.MemoryLatency;
    instructions(Times * StripInstructions);
  }

  /// \p Cells of \p T from global to shared memory, or back.
  void copy(const TileStage &T, double Cells, unsigned Bytes, bool Async) {
    const double PerWarp = Cells / double(Device.WarpSize);
    const double Words = Costs.words(T.Array);
    // A load, two subscripts and their tests for each vector; and a store,
    // unless the load does both. Transposed, cells are stored one by one.
    const double Stores = Async ? 0 : T.Transposed ? double(T.CopyWidth) : 1;
    Demand.Issued +=
        PerWarp * Words * (5 + Stores) / double(T.together(K.array(T.Array)));
    Demand.Wavefronts += PerWarp * Words * (1 + storePasses(T, Bytes));
    const double Row =
        Costs.typical(T.Dimensions.back().Extent) * double(Bytes);
    const double Scatter = T.Dimensions.back().Stride == Polynomial(1)
                               ? std::max(1.0, SectorBytes / Row)
                               : double(SectorBytes) / Bytes;
    Demand.L2Bytes += Cells * Bytes * Scatter;
  }

  void readTile(const TileStage &T, const RedirectedAccess &R, unsigned Bytes,
                const StagePoint &Point) {
    const AccessInfo &A = K.access(R.Access);
    double Loads = Costs.repetitions(R.Access);
    if (!T.Window || R.Registers.empty())
      Loads *= places(A, {R.Index}, Coarse);
    else // one cell is new, its subscript has a division
      instructions(SlidingInstructions * Loads);
    const int64_t Vector = readTogether(K, Point, T, R);
    Loads /= double(Vector);
    std::vector<int64_t> Sizes;
    TileIndex Index;
    for (unsigned D : T.memoryOrder()) {
      Index.push_back(R.Index[D]);
      Sizes.push_back(
          std::max<int64_t>(1, int64_t(Costs.typical(T.Dimensions[D].Extent))));
    }
    Sizes.back() += T.Dimensions[T.memoryOrder().back()].Padding;
    std::optional<int64_t> Wavefronts;
    if (!T.Skew) // which keeps the banks apart
      Wavefronts = wavefrontsOf(Index, Sizes, Bytes, Outputs.Shape, {},
                                BytesOfElement{0, int64_t(Bytes) * Vector});
    const unsigned Ways = A.reads() + A.writes();
    Demand.Wavefronts +=
        Ways * Loads * double(Wavefronts.value_or(int64_t(Warps)));
    instructions(Ways * Loads);
    if (A.reads() && A.Waits > 0)
      wait(A, Costs.repetitions(R.Access) * OutputsPerThread);
  }

  /// How often a thread reads or writes \p A for its outputs, which is at \p At
  /// for one. Of what each of them has a condition for, compilers make accesses
  /// of its own.
  double places(const AccessInfo &A, llvm::ArrayRef<std::vector<Polynomial>> At,
                const CoarsenedKernel &In) const {
    return std::max(double(differentPlaces(At, In)),
                    ownComparisons(K, Plan, A) > 0 ? OutputsPerThread : 0);
  }

  /// Accesses that stay in global memory, and what each array costs the memory
  /// at least.
  void globals() {
    for (unsigned I = 0; I < K.Arrays.size(); ++I) {
      const ArrayInfo &A = K.Arrays[I];
      if (A.K != ArrayInfo::Kind::Parameter && A.K != ArrayInfo::Kind::Global)
        continue;
      const ArrayCoordinates Coordinates = coordinatesOf(Outputs, {I});
      const double Before = Demand.L2Bytes;
      // What a thread reads of it in the same round, once, by accesses that
      // are neighbours.
      std::vector<std::vector<AccessId>> Reads;
      for (const auto &[Id, C] : Coordinates.Coordinates) {
        const AccessInfo &Access = K.access(Id);
        Demand.MemoryBytes +=
            memoryBytes(K, Outputs, Coarse, Plan, Costs, Coordinates, Id);
        if (tileOf(Plan, Id) || isInWindow(Id) ||
            (Plan && Plan->Interior && Plan->Interior->excludes(Access)))
          continue;
        if (Access.writes())
          store(Coordinates, {I}, Id);
        if (!Access.reads())
          continue;
        auto Group = llvm::find_if(Reads, [&](const auto &Ids) {
          return K.access(Ids.front()).Loops == Access.Loops &&
                 sameLinear(Coordinates.Coordinates.at(Ids.front()), C);
        });
        if (Group == Reads.end())
          Group = Reads.insert(Group, std::vector<AccessId>());
        Group->push_back(Id);
      }
      for (size_t G = 0; G < Reads.size(); ++G)
        access(Coordinates, Reads[G], /*Writes=*/false,
               newPart(Coordinates, llvm::ArrayRef(Reads).take_front(G + 1),
                       Coarse, Outputs.Shape));
      if (Plan && Plan->Interior)
        for (const RegisterWindow &W : Plan->Interior->Windows)
          if (W.Array == ArrayId{I})
            window(Coordinates, W);
      for (AccessId Id : Coordinates.Unknown)
        if (K.access(Id).reads() || K.access(Id).writes())
          unknown(Id);
      const double Moved = Demand.L2Bytes - Before;
      Demand.TouchedBytes +=
          Plan ? Moved
               : std::min(Moved, touchedBytes(K, Outputs.Shape, Coordinates)
                                     .value_or(Moved));
    }
  }

  /// An access whose place is no polynomial. If it is data, each lane has a
  /// sector of its own; else lanes are near each other, and each other's
  /// outputs.
  void unknown(AccessId Id) {
    const double Times = Costs.rounds(K.access(Id).Loops) * OutputsPerThread;
    instructions(2 * Times);
    if (!ByData)
      ByData = accessesByData(K);
    const bool IsData = ByData->count(Id);
    double Lines = IsData ? double(Device.WarpSize) : 1;
    for (const Coarsening &C : Coarse.Axes)
      if (!IsData && C.Axis == 0)
        Lines *= double(C.Width);
    Demand.Wavefronts += Warps * Lines * Times;
    Demand.OfSameBanks += Times * ofSameBanks(Warps * Lines);
    if (IsData)
      Demand.L2Bytes += double(Demand.Threads) * Times * SectorBytes;
  }

  /// The loads and stores of a window.
  void window(const ArrayCoordinates &Array, const RegisterWindow &W) {
    double Times = 1;
    for (LoopId L : K.access(W.Uses.front().Access).Loops) {
      if (!W.Loop)
        break;
      Times *= Costs.rounds({L});
      if (L == *W.Loop)
        break;
    }
    // Unrolled rounds behind the first load one row that is new.
    double New = 1;
    if (W.Rolls)
      New = (1 + double(W.Rows - 1) / Costs.rounds({*W.Loop})) / double(W.Rows);
    for (const auto *Moves : {&W.Starts, &W.Loads, &W.Stores})
      for (const RegisterMove &M : *Moves) {
        double Count = double(M.Outputs) * Times * New;
        if (Moves == &W.Starts)
          Count /= std::max(1.0, Costs.rounds({*W.Loop}));
        std::optional<Coalescing> Request =
            coalescingOf(Outputs, Array, M.Access);
        instructions(1.5 * Count);
        Demand.Wavefronts +=
            Count * (Request ? double(Request->Lines) : Warps * 32);
        double Part = 1; // of what it moves that others do not
        if (Moves == &W.Loads && Array.Coordinates.count(M.Access)) {
          const std::vector<Polynomial> At = placeOf(Array, M, K);
          for (const std::vector<Polynomial> &Before : Moved[W.Array])
            if (areNeighbours(Before, At, K))
              Part = std::min(Part, newPart(Before, At, Coarse, Outputs.Shape));
          Moved[W.Array].push_back(At);
        }
        // Cells narrower than a register are taken out of vectors, or put in.
        if (M.Width > 1 && K.array(W.Array).ElementBytes < 4) {
          instructions(Count * double(M.Width));
          Demand.Integer += Warps * Count * double(M.Width);
        }
        if (Moves == &W.Loads)
          Part /= slidingReuse(W, K.array(W.Array).ElementBytes);
        // Single cells beside vectors are other threads', too.
        if (M.Width > 1 || W.Vector == 1)
          Demand.L2Bytes += Count * SectorBytes * Part *
                            (Request ? double(Request->Sectors) : Warps * 32);
      }
    if (!W.Loads.empty())
      load(W.Loop.has_value() ? Times : 0);
  }

  /// Loads that a thread waits for; in loops in so many \p Rounds.
  void load(double Rounds) {
    if (Rounds > 0)
      Demand.Latency += Rounds / UnrolledRounds * NearLatency;
    else // they are under way together
      Demand.Latency +=
          std::exchange(Waits, true) ? NearLatency : Device.MemoryLatency;
  }

  /// \p A waits for values, so often in a thread: behind the first comparison
  /// others are under way, too, behind the next none are.
  void wait(const AccessInfo &A, double Times) {
    instructions(WaitingInstructions * Times);
    Demand.Latency += A.Waits > 1 ? WaitingLatency * Times : 0;
  }

  bool isInWindow(AccessId Id) const {
    return Plan && Plan->Interior &&
           llvm::any_of(Plan->Interior->Windows, [&](const auto &W) {
             return llvm::any_of(W.Uses,
                                 [&](const auto &U) { return U.Access == Id; });
           });
  }

  /// A store, which neighbours make of neighbouring elements where threads
  /// exchange results in shared memory first.
  void store(const ArrayCoordinates &Array, ArrayId Id, AccessId Write) {
    const bool Exchanges =
        Plan && llvm::any_of(Plan->Coarsen,
                             [](const Coarsening &C) { return C.Exchange; });
    if (!Exchanges)
      return access(Array, {Write}, /*Writes=*/true);
    access(coordinatesOf(Exchanged, Id), {Write}, /*Writes=*/true, 1,
           Interleaved);
    const double Times = Costs.repetitions(Write) * OutputsPerThread;
    Demand.Wavefronts += 2 * Warps * Times;
    instructions(4 * Times);
    Demand.Latency += BarrierLatency;
  }

  void access(const ArrayCoordinates &Array, llvm::ArrayRef<AccessId> Ids,
              bool Writes, double New = 1) {
    access(Array, Ids, Writes, New, Coarse);
  }

  void access(const ArrayCoordinates &Array, llvm::ArrayRef<AccessId> Ids,
              bool Writes, double New, const CoarsenedKernel &In) {
    std::vector<std::vector<Polynomial>> Indices;
    for (AccessId Id : Ids)
      Indices.push_back(Array.Coordinates.at(Id));
    // What waits for values each output makes by itself; the cache has it if
    // outputs read neighbours anyway.
    const bool Waits = !Writes && llvm::all_of(Ids, [&](AccessId Id) {
      return K.access(Id).Waits > 0;
    });
    double Apart = places(K.access(Ids.front()), Indices, In);
    if (K.ReadsVectors && !Plan && !Writes)
      Apart *= partOfVectors(Indices);
    const std::set Own(Indices.begin(), Indices.end());
    const double Each = Waits ? OutputsPerThread * double(Own.size()) : Apart;
    const double Brought =
        isBesideReads(Array, Indices.front(), K) ? Apart : Each;
    const double Times = Costs.repetitions(Ids.front());
    const double Words = Costs.words(Ids.front());
    instructions(Each * Times * (Words > 4 ? Words / 4 : 1) * 1.5);
    std::optional<Coalescing> Request =
        coalescingOf(&In == &Coarse ? Outputs : Exchanged, Array, Ids.front());
    const double Sectors =
        Request ? double(Request->Sectors) : Warps * 32 * Words;
    const double Lines =
        Request ? double(Request->Lines) : Warps * double(Device.WarpSize);
    Demand.Wavefronts += Each * Times * Lines;
    Demand.OfSameBanks += Each * Times * ofSameBanks(Lines);
    // What other accesses of the block have brought, the cache has.
    double Uses = Writes ? 1 : shared(Array, Ids, Brought);
    Demand.L2Bytes += Brought * Times * Sectors * SectorBytes * New / Uses;
    if (Waits)
      for (AccessId Id : Ids)
        wait(K.access(Id), OutputsPerThread * Times);
    if (!Writes)
      load(K.access(Ids.front()).Loops.empty() ? 0 : Times);
  }

  /// Of so many \p Lines that the block's warps ask for.
  double ofSameBanks(double Lines) const {
    return std::max(0.0,
                    Lines - std::max(LinesAlone * Warps, Lines / LinesAtOnce));
  }

  /// How often the block reads what \p Ids read: threads along an axis that no
  /// subscript mentions read the same, and accesses at a small distance what
  /// others read, too.
  double shared(const ArrayCoordinates &Array, llvm::ArrayRef<AccessId> Ids,
                double Each) const {
    double Times = 1;
    const std::vector<Polynomial> &C = Array.Coordinates.at(Ids.front());
    for (unsigned A = 0; A < 3; ++A) {
      const std::string Thread = std::string("t") + "xyz"[A];
      const std::optional<int64_t> Size = Outputs.Shape.Block[A];
      if (Size && *Size > 1 && llvm::none_of(C, [&](const Polynomial &P) {
            return P.mentions(Thread);
          }))
        Times *= A == 0 ? std::max(1.0, double(*Size) / 32) : double(*Size);
    }
    // Neighbours of one element, in all rows but the new one.
    if (Ids.size() > 1)
      Times *=
          std::max(1.0, double(Ids.size()) * OutputsPerThread / Each / 1.5);
    // The sector of a thread's next output.
    for (const Coarsening &By : Coarse.Axes)
      if (By.Members &&
          C.back().coefficient({Coarse.Kernel.loop(*By.Members).Symbol}) == 1)
        Times *=
            std::min(double(By.Width),
                     double(SectorBytes) / K.array(Array.Array).ElementBytes);
    const AccessInfo &A = K.access(Ids.front());
    // The sector of the next rounds.
    if (!A.Loops.empty() && Array.Strides.size() == C.size() &&
        C.back().mentions(K.loop(A.Loops.back()).Symbol) &&
        llvm::none_of(llvm::ArrayRef(C).drop_back(), [&](const Polynomial &P) {
          return P.mentions(K.loop(A.Loops.back()).Symbol);
        }))
      Times *= double(SectorBytes) / K.array(Array.Array).ElementBytes;
    return Times;
  }

  /// The counters of loops, and chains of additions.
  void loops() {
    double Rounds = 0;
    for (const AccessInfo &A : K.Accesses)
      Rounds = std::max(Rounds, Costs.rounds(A.Loops));
    std::tie(Demand.Rounds, Demand.Repeats) = roundsAndRepeats(K, Plan, Costs);
    instructions(2 * Rounds / UnrolledRounds +
                 EndTests * cutRounds(K, Plan, Costs));
    const double Own = OutputsPerThread * ownComparisons(K, Plan, Costs);
    instructions(ComparisonInstructions * Own);
    Demand.Integer += Warps * ComparisonIntegers * Own;
    Demand.Latency += Rounds * ArithmeticLatency;
  }

  void registers() {
    const double Registers = threadRegisters(K, Plan, Demand, Costs);
    Demand.Registers = std::min<int64_t>(int64_t(Registers), 255);
    if (Registers > 255) // they spill
      Demand.Wavefronts += Warps * (Registers - 255) * 8;
  }

  const KernelModel &K;
  const AccessCosts &Costs;
  const DeviceModel &Device;
  const KernelPlan *Plan;
  /// What it is planned for; and as results are stored that threads exchange.
  const CoarsenedKernel Coarse, Interleaved;
  KernelSpace Outputs, Exchanged;
  double OutputsPerThread = 1, Warps = 1;
  std::map<ArrayId, std::vector<std::vector<Polynomial>>> Moved; ///< to windows
  std::optional<std::set<AccessId>> ByData; ///< see accessesByData
  bool Waits = false;                       ///< for loads that no loop makes
  BlockDemand Demand;
};

} // namespace

BlockDemand Throughput::of(const KernelPlan *Plan) const {
  return DemandBuilder(Space, Costs, Device, Plan).run();
}

} // namespace tessera
