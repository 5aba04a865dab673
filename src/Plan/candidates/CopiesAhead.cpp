//===- CopiesAhead.cpp - Rows and columns that are copied ahead -----------===//
#include "candidates/CopiesAhead.h"
#include "candidates/ShapePlanner.h"
#include "costs/SmallLaunches.h"
#include "costs/Throughput.h"
#include "launches/GridExtents.h"
#include "launches/Overlaps.h"
#include "tessera/Analysis/BlockBounds.h"
#include "tessera/Analysis/StagingLegality.h"
#include "tessera/Analysis/Uniformity.h"
#include "tessera/Plan/Registers.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// cuda_pipeline.h: earlier devices copy at once.
constexpr int64_t FirstWithCopies = 80;
/// Threads of a block, each with a row.
constexpr int64_t Blocks[] = {32, 64};
/// Elements of a row that are copied at once, and how many such strips a block
/// has room for; the first is best, but the last where rows are written element
/// by element. Measured on an H200 with 1000 to 1000000 rows, and with columns.
constexpr std::pair<int64_t, int64_t> CopiedStrips[] = {
    {64, 3}, {32, 4}, {32, 3}};
/// Rows that are known to be shorter are read as they are. Measured on an H200:
/// rows of 64 pay, rows of 20 take 1.9 times as long.
constexpr int64_t ShortestRow = 64;
/// Fewer are over before copies ahead bring anything.
constexpr int64_t LeastStrips = 8;
/// Launches of unknown size may take so much longer by the estimate if small
/// ones get faster. Measured on an H200 with columns: what is estimated at 1.03
/// takes 0.97 to 0.99 of the time.
constexpr double SameSpeed = 1.05;

namespace {

class AheadPlanner {
public:
  AheadPlanner(const Program &P, KernelId Kernel, ShapeDecision Best,
               double Cycles, const PlannerOptions &Opts)
      : P(P), Kernel(Kernel), K(P.kernel(Kernel)), Opts(Opts),
        Best(std::move(Best)), Cycles(Cycles) {}

  ShapeDecision run() && {
    for (int64_t Threads : Blocks)
      if (std::optional<KernelPlan> Start = startWith(Threads))
        weigh(*Start);
    choose();
    return std::move(Best);
  }

private:
  /// The plan that only starts the kernel with blocks of \p Threads.
  std::optional<KernelPlan> startWith(int64_t Threads) const {
    const BlockSizes New = {Threads, 1, 1};
    if (Best.Block[1] != 1 || Best.Block[2] != 1 || !Best.Block[0])
      return std::nullopt;
    KernelPlan Start;
    Start.Kernel = Kernel;
    Start.Block = Best.Block;
    if (*Best.Block[0] == Threads)
      return Start;
    if (!whyNotRelaunched(K, Best.Block, New).empty())
      return std::nullopt;
    return relaunchPlan(P, Kernel, Best.Block, New);
  }

  void weigh(const KernelPlan &Start) {
    IslContext Context;
    const KernelModel Model = withBlockBounds(Start.reorderedModel(K));
    KernelSpace Space{Context, Model, {}};
    Space.Shape.Block = Start.newBlock();
    std::vector<std::pair<Candidate, Traffic>> Possible;
    for (auto [Steps, Buffers] : CopiedStrips) {
      Candidate C;
      C.Request = toRequest(K, Start);
      Traffic Kinds;
      for (unsigned I = 0; I < Model.Loops.size(); ++I)
        if (std::optional<StageRequest> Stage =
                stage(Space, {I}, Steps, Buffers, Kinds))
          C.Request.Stages.push_back(std::move(*Stage));
      if (!C.Request.Stages.empty())
        Possible.push_back({std::move(C), Kinds});
    }
    if (Possible.empty())
      return;
    if (!Few)
      Few = usersInFewThreads();
    for (auto &[C, Kinds] : Possible)
      addVectors(Space, Start, C, Kinds);
    if (Possible.front().second.Writes)
      std::reverse(Possible.begin(), Possible.end());
    for (auto &[C, Kinds] : Possible)
      addElements(Space, Start, std::move(C), Kinds);
  }

  /// What goes through the tiles of a candidate.
  struct Traffic {
    bool Writes = false, Columns = false;
  };

  /// Adds \p C with copies of vectors.
  void addVectors(const KernelSpace &Space, const KernelPlan &Start,
                  const Candidate &C, const Traffic &Kinds) {
    for (bool Written : {true, false}) {
      Candidate Wide = C;
      if (copyVectors(Wide, Written) &&
          add(Space, Start, std::move(Wide), Kinds))
        return;
    }
  }

  /// Adds \p C with copies of elements. Columns are not worth it. Measured on
  /// an H200: 524287 columns take 1.3 times as long as the kernel as it is.
  void addElements(const KernelSpace &Space, const KernelPlan &Start,
                   Candidate C, const Traffic &Kinds) {
    if (Kinds.Columns || add(Space, Start, C, Kinds) || !Kinds.Writes)
      return;
    for (StageRequest &S : C.Request.Stages)
      llvm::erase_if(S.Tiles, [&](const TileRequest &T) {
        return isWritten(K, arrayCalled(T.Array));
      });
    add(Space, Start, std::move(C), Kinds);
  }

  /// Rounds from which on strips of \p Steps pay. Measured on an H200: rows of
  /// 64 do, rows of 20 take 1.9 times as long as the kernel as it is, columns
  /// of 64 1.06 times.
  static int64_t leastRounds(int64_t Steps, const Traffic &Kinds) {
    return Steps * (Kinds.Columns ? LeastStrips : 1);
  }

  /// Lets \p C copy vectors of all arrays that it reads, and of those that are
  /// \p Written. \returns whether all have some.
  bool copyVectors(Candidate &C, bool Written) const {
    bool All = true;
    for (StageRequest &S : C.Request.Stages)
      for (TileRequest &T : S.Tiles)
        if (const ArrayId Array = arrayCalled(T.Array);
            Written || !isWritten(K, Array)) {
          T.Copied = widestVector(K.array(Array));
          All &= T.Copied > 1;
        }
    return All;
  }

  ArrayId arrayCalled(llvm::StringRef Name) const {
    auto At = llvm::find_if(K.Arrays,
                            [&](const ArrayInfo &A) { return A.Name == Name; });
    return {unsigned(At - K.Arrays.begin())};
  }

  /// The loops down to \p L; empty if that accesses nothing.
  static StagingPoint pointIn(const KernelModel &Model, LoopId L,
                              int64_t Steps) {
    StagingPoint Point;
    for (const AccessInfo &A : Model.Accesses) {
      auto At = llvm::find(A.Loops, L);
      if (At == A.Loops.end())
        continue;
      for (LoopId Outer : llvm::make_range(A.Loops.begin(), At))
        Point.Loops.push_back({Outer, 1, Model.loop(Outer).Symbol});
      Point.Loops.push_back({L, Steps, Model.loop(L).Symbol + "0"});
      break;
    }
    return Point;
  }

  /// Strips of what \p L reads of rows that threads have for themselves, and of
  /// what all threads read; and what it writes to such rows.
  std::optional<StageRequest> stage(const KernelSpace &Space, LoopId L,
                                    int64_t Steps, int64_t Buffers,
                                    Traffic &Kinds) const {
    const LoopInfo &Loop = Space.Kernel.loop(L);
    const std::optional<int64_t> Trip = (Loop.Upper - Loop.Lower).constant();
    if (Loop.Opaque || Loop.Stride || Loop.Step < 1 ||
        dependenceOf(Space, L) != Dependence::Uniform)
      return std::nullopt;
    const int64_t Each = elementsOfRound(Space, L);
    const int64_t Rounds = Steps / Each;
    if (Steps % Each != 0 ||
        (Trip && *Trip * Each / Loop.Step < std::max(Steps, ShortestRow)))
      return std::nullopt;
    const StagingPoint Point = pointIn(Space.Kernel, L, Rounds);
    StageRequest Stage;
    Stage.Loop = Loop.Symbol;
    Stage.Steps = Rounds;
    Stage.Buffers = Buffers;
    Stage.Async = Stage.Unroll = true;
    bool Reads = false;
    for (unsigned I = 0; I < K.Arrays.size(); ++I) {
      if (!mayStage(P, Kernel, {I}, Opts))
        continue;
      const ArrayCoordinates Coordinates = coordinatesOf(Space, {I});
      auto Groups = computeFootprints(Space, Coordinates, Point);
      if (!Groups) {
        llvm::consumeError(Groups.takeError());
        return std::nullopt;
      }
      for (unsigned G = 0; G < Groups->size(); ++G) {
        const Footprint &F = (*Groups)[G];
        const bool Written = isWritten(K, {I});
        const std::optional<Path> Path =
            pathOf(Space.Kernel, F, Coordinates, L);
        if (!Path || (Written && *Path != Path::OwnRow))
          continue;
        Reads |= *Path != Path::SameRow && !Written;
        Kinds.Writes |= Written;
        Kinds.Columns |= *Path == Path::OwnColumn;
        Stage.Tiles.push_back({K.Arrays[I].Name, G, std::nullopt});
      }
    }
    if (Trip && *Trip < leastRounds(Rounds * Loop.Step, Kinds))
      return std::nullopt;
    return Reads ? std::optional(Stage) : std::nullopt;
  }

  /// How many elements of a row a round of \p L goes on by: 2 for a[i][2 * k].
  int64_t elementsOfRound(const KernelSpace &Space, LoopId L) const {
    int64_t Most = 1;
    for (unsigned I = 0; I < K.Arrays.size(); ++I)
      for (const auto &[Id, C] : coordinatesOf(Space, {I}).Coordinates)
        if (!C.empty() && llvm::is_contained(Space.Kernel.access(Id).Loops, L))
          Most = std::max<int64_t>(Most, std::abs(C.back().coefficient(
                                             {Space.Kernel.loop(L).Symbol})));
    return Most * Space.Kernel.loop(L).Step;
  }

  /// Where the threads of a block go with a counter: each through its own row,
  /// neighbours through neighbouring columns, or all through the same row.
  enum class Path { OwnRow, OwnColumn, SameRow };

  /// Whether \p Elements from a round, or a thread, to the next are few.
  static bool goesOn(int64_t Elements, bool Down) {
    const int64_t Distance = std::abs(Elements);
    return Distance == 1 || (!Down && (Distance == 2 || Distance == 4));
  }

  /// That of all accesses of \p F with the counter of \p L, if they have one.
  static std::optional<Path> pathOf(const KernelModel &Model,
                                    const Footprint &F,
                                    const ArrayCoordinates &Array, LoopId L) {
    const std::string &Counter = Model.loop(L).Symbol;
    std::optional<Path> Result;
    for (AccessId Id : F.Accesses) {
      const AccessInfo &A = Model.access(Id);
      const std::vector<Polynomial> &C = Array.Coordinates.at(Id);
      auto Mentions = [&](const std::string &Symbol) {
        return llvm::any_of(llvm::ArrayRef(C).drop_back(),
                            [&](auto &P) { return P.mentions(Symbol); });
      };
      const bool Down = Mentions(Counter);
      const Path P = Down             ? Path::OwnColumn
                     : Mentions("tx") ? Path::OwnRow
                                      : Path::SameRow;
      const std::string Along = Down ? "tx" : Counter;
      if (!A.Replaceable || A.Loops.empty() || A.Loops.back() != L ||
          !goesOn(C.back().coefficient({Along}), Down) ||
          C.back().mentions(Down ? Counter : "tx") ||
          (Down && Mentions("tx")) || (Result && *Result != P))
        return std::nullopt;
      Result = P;
    }
    return F.isEmpty() ? std::nullopt : Result;
  }

  /// Cycles where the user's grid has no more blocks than it often has.
  double inFewThreads(BlockDemand Demand) const {
    double Threads = 1;
    for (std::optional<int64_t> Size : Best.Block)
      Threads *= double(Size.value_or(1));
    Demand.Blocks = TypicalBlocks * Threads / Demand.Outputs;
    return cyclesPerOutput(Demand, Opts.Device);
  }

  /// The same for the kernel as it is, in a grid of unknown size.
  std::optional<double> usersInFewThreads() const {
    if (Best.Plan)
      return std::nullopt;
    IslContext Context;
    KernelSpace Space{Context, K, {}};
    Space.Shape.Block = Best.Block;
    AccessCosts Costs(Space, Opts.Device, typicalValues(P, Kernel, Best.Block));
    return inFewThreads(Throughput(Space, Costs, Opts.Device).of(nullptr));
  }

  /// Weighs \p C. \returns whether it is possible.
  bool add(const KernelSpace &Space, const KernelPlan &Start, Candidate C,
           const Traffic &Kinds) {
    llvm::Expected<KernelPlan> Plan =
        derivePlan(P, Kernel, Space, C.Request, Opts.Device);
    if (!Plan) {
      llvm::consumeError(Plan.takeError());
      return false;
    }
    AccessCosts Costs(Space, Opts.Device, typicalValues(P, Kernel, Best.Block));
    KernelSpace Launched = Space;
    Launched.Shape.Grid = gridFor(P, Start);
    const BlockDemand Demand =
        Throughput(Launched, Costs, Opts.Device).of(&*Plan);
    if (Opts.Outputs != SeveralOutputs::Always) {
      Plan->Least.Rounds = leastRounds(C.Request.Stages.front().Steps, Kinds);
      Plan->Least.Work = leastWork(*Plan);
      C.Request.Least = Plan->Least;
    }
    C.Cycles = {Cycles, cyclesPerOutput(Demand, Opts.Device)};
    C.SharedBytes = Demand.SharedBytes;
    if (C.Cycles->second <= Cycles * SameSpeed && Few && Demand.Blocks == 0)
      C.Cycles = {*Few, inFewThreads(Demand)};
    Plan->Apart = arraysToTest(P, *Plan);
    All.push_back({std::move(C), std::move(*Plan)});
    return true;
  }

  struct Possibility {
    Candidate Weighed;
    KernelPlan Plan;
    bool hasVectors() const { return !Plan.Aligned.empty(); }
    /// The part of the cycles to begin with that it takes.
    double part() const {
      return Weighed.Cycles->second / Weighed.Cycles->first;
    }
  };

  /// The fastest of the open ones, of those without vectors if \p ForAllSizes;
  /// null if none is worth it.
  Possibility *fastest(bool ForAllSizes) {
    while (true) {
      Possibility *Found = nullptr;
      for (Possibility &Other : All)
        if (Other.Weighed.Verdict.empty() &&
            !(ForAllSizes && Other.hasVectors()) &&
            Other.part() * WorthwhileGain <= 1 &&
            (!Found || Other.part() * ClearlyFaster < Found->part()))
          Found = &Other;
      if (!Found || !chooseLaunches(P, Found->Plan).empty())
        return Found;
      Found->Weighed.Verdict =
          std::string(identity(DiagKind::LaunchNotTestable));
    }
  }

  /// Takes the fastest, and for rows that are no multiples of vectors the
  /// fastest without.
  void choose() {
    std::vector<Possibility *> Taken;
    if (Possibility *First = fastest(/*ForAllSizes=*/false)) {
      Taken.push_back(First);
      if (First->hasVectors())
        if (Possibility *Other = fastest(/*ForAllSizes=*/true))
          Taken.push_back(Other);
      for (Candidate &Before : Best.Considered)
        if (Before.Verdict.empty())
          Before.Verdict = "dominated";
      if (Best.Plan)
        Best.Otherwise.insert(Best.Otherwise.begin(), std::move(*Best.Plan));
      Best.Plan = std::move(First->Plan);
      if (Taken.size() > 1)
        Best.Otherwise = {std::move(Taken.back()->Plan)};
    }
    for (Possibility &Other : All) {
      std::string &Verdict = Other.Weighed.Verdict;
      if (!Taken.empty() && Taken.back() == &Other && Taken.size() > 1)
        Verdict = "otherwise";
      else if (Verdict.empty() && !llvm::is_contained(Taken, &Other))
        Verdict = Other.part() * WorthwhileGain > 1
                      ? std::string(identity(DiagKind::DoesNotPay))
                      : "dominated";
      Best.Considered.push_back(std::move(Other.Weighed));
    }
  }

  const Program &P;
  KernelId Kernel;
  const KernelModel &K;
  const PlannerOptions &Opts;
  ShapeDecision Best;
  const double Cycles;       ///< with the plan to begin with
  std::optional<double> Few; ///< see usersInFewThreads
  std::vector<Possibility> All;
};

} // namespace

/// The arrays in tiles of what \p D takes of the candidates from \p First on.
static std::set<std::string> arraysTaken(const ShapeDecision &D, size_t First) {
  std::set<std::string> Arrays;
  for (const Candidate &C : llvm::drop_begin(D.Considered, First))
    if (C.Verdict.empty())
      for (const StageRequest &S : C.Request.Stages)
        for (const TileRequest &T : S.Tiles)
          Arrays.insert(T.Array);
  return Arrays;
}

ShapeDecision planCopiesAhead(const Program &P, KernelId Kernel,
                              ShapeDecision Best, double Cycles,
                              const PlannerOptions &Opts,
                              llvm::MutableArrayRef<Diagnostic> Messages) {
  if (Opts.Device.capability() < FirstWithCopies)
    return Best;
  if (P.kernel(Kernel).HasAtomic) {
    const std::set<std::string> Arrays =
        arraysTaken(AheadPlanner(P, Kernel, Best, Cycles, Opts).run(),
                    Best.Considered.size());
    for (Diagnostic &D : Messages)
      if (D.Kind == DiagKind::NotCoalesced && Arrays.count(D.Arguments.front()))
        D.Arguments.back() = "rows are not copied ahead in smaller blocks, "
                             "which would gain, because the kernel has atomic "
                             "operations";
    return Best;
  }
  return AheadPlanner(P, Kernel, std::move(Best), Cycles, Opts).run();
}

} // namespace tessera
