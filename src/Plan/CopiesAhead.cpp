//===- CopiesAhead.cpp - Rows that are copied ahead of their use ----------===//
#include "CopiesAhead.h"
#include "GridExtents.h"
#include "Overlaps.h"
#include "ShapePlanner.h"
#include "Throughput.h"
#include "tessera/Analysis/BlockBounds.h"
#include "tessera/Analysis/StagingLegality.h"
#include "tessera/Analysis/Uniformity.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// cuda_pipeline.h: earlier devices copy at once.
constexpr int64_t FirstWithCopies = 80;
/// Threads of a block, each with a row.
constexpr int64_t Blocks[] = {32, 64};
/// Elements of a row that are copied at once, and how many such strips a block
/// has room for.
constexpr std::pair<int64_t, int64_t> Strips[] = {{32, 4}, {32, 3}, {64, 3}};

namespace {

class AheadPlanner {
public:
  AheadPlanner(const Program &P, KernelId Kernel, ShapeDecision Best,
               double Cycles, const PlannerOptions &Opts)
      : P(P), Kernel(Kernel), K(P.kernel(Kernel)), Opts(Opts),
        Best(std::move(Best)), Users(Cycles), Cycles(Cycles) {}

  ShapeDecision run() && {
    for (int64_t Threads : Blocks)
      if (std::optional<KernelPlan> Start = startWith(Threads))
        weigh(*Start);
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
    for (auto [Steps, Buffers] : Strips) {
      Candidate C;
      C.Request = toRequest(K, Start);
      bool Writes = false;
      for (unsigned I = 0; I < Model.Loops.size(); ++I)
        if (std::optional<StageRequest> Stage =
                stage(Space, {I}, Steps, Buffers, Writes))
          C.Request.Stages.push_back(std::move(*Stage));
      if (C.Request.Stages.empty() || add(Space, Start, C) || !Writes)
        continue;
      for (StageRequest &S : C.Request.Stages)
        llvm::erase_if(S.Tiles, [&](const TileRequest &T) {
          return isWritten(K, arrayCalled(T.Array));
        });
      add(Space, Start, C);
    }
  }

  ArrayId arrayCalled(llvm::StringRef Name) const {
    auto At = llvm::find_if(K.Arrays,
                            [&](const ArrayInfo &A) { return A.Name == Name; });
    return {unsigned(At - K.Arrays.begin())};
  }

  /// Whether the array may have tiles at all.
  bool mayStage(ArrayId Array) const {
    const ArrayInfo &A = K.array(Array);
    if (llvm::is_contained(Opts.ForcedArrays, std::pair(A.Name, false)))
      return false;
    if ((A.K != ArrayInfo::Kind::Parameter && A.K != ArrayInfo::Kind::Global) ||
        A.Constant)
      return false;
    llvm::Error Err = isWritten(K, Array) ? checkWritable(P, Kernel, Array)
                                          : checkReadOnly(P, Kernel, Array);
    bool May = !Err;
    llvm::consumeError(std::move(Err));
    return May;
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
                                    bool &Writes) const {
    const LoopInfo &Loop = Space.Kernel.loop(L);
    const std::optional<int64_t> Trip = (Loop.Upper - Loop.Lower).constant();
    if (Loop.Opaque || Loop.Stride || Loop.Step != 1 ||
        (Trip && *Trip < 2 * Steps) ||
        dependenceOf(Space, L) != Dependence::Uniform)
      return std::nullopt;
    const StagingPoint Point = pointIn(Space.Kernel, L, Steps);
    StageRequest Stage;
    Stage.Loop = Loop.Symbol;
    Stage.Steps = Steps;
    Stage.Buffers = Buffers;
    Stage.Async = Stage.Unroll = true;
    bool Reads = false;
    for (unsigned I = 0; I < K.Arrays.size(); ++I) {
      if (!mayStage({I}))
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
        Writes |= Written;
        Stage.Tiles.push_back({K.Arrays[I].Name, G, std::nullopt});
      }
    }
    return Reads ? std::optional(Stage) : std::nullopt;
  }

  /// Where the threads of a block go with a counter: each through its own row,
  /// or all through the same.
  enum class Path { OwnRow, SameRow };

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
      const Path P = Mentions("tx") ? Path::OwnRow : Path::SameRow;
      if (!A.Replaceable || A.Loops.empty() || A.Loops.back() != L ||
          C.back().coefficient({Counter}) != 1 || C.back().mentions("tx") ||
          Mentions(Counter) || (Result && *Result != P))
        return std::nullopt;
      Result = P;
    }
    return F.isEmpty() ? std::nullopt : Result;
  }

  /// Weighs \p C. \returns whether it is possible.
  bool add(const KernelSpace &Space, const KernelPlan &Start, Candidate C) {
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
    const double Now = cyclesPerOutput(Demand, Opts.Device);
    C.Cycles = {Users, Now};
    C.SharedBytes = Demand.SharedBytes;
    const bool Faster =
        Now * (Chosen ? ClearlyFaster : WorthwhileGain) < Cycles;
    Plan->Apart = arraysToTest(P, *Plan);
    if (Faster && chooseLaunches(P, *Plan).empty()) {
      C.Verdict = std::string(identity(DiagKind::LaunchNotTestable));
    } else if (Faster) {
      for (Candidate &Before : Best.Considered)
        if (Before.Verdict.empty())
          Before.Verdict = "dominated";
      Best.Plan = std::move(*Plan);
      Best.Otherwise.clear();
      Cycles = Now;
      Chosen = true;
    } else {
      C.Verdict =
          Chosen ? "dominated" : std::string(identity(DiagKind::DoesNotPay));
    }
    Best.Considered.push_back(std::move(C));
    return true;
  }

  const Program &P;
  KernelId Kernel;
  const KernelModel &K;
  const PlannerOptions &Opts;
  ShapeDecision Best;
  const double Users;  ///< cycles with the plan to begin with
  double Cycles;       ///< with the best
  bool Chosen = false; ///< among ours
};

} // namespace

ShapeDecision planCopiesAhead(const Program &P, KernelId Kernel,
                              ShapeDecision Best, double Cycles,
                              const PlannerOptions &Opts) {
  if (Opts.Device.capability() < FirstWithCopies || P.kernel(Kernel).HasAtomic)
    return Best;
  return AheadPlanner(P, Kernel, std::move(Best), Cycles, Opts).run();
}

} // namespace tessera
