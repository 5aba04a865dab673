//===- BlockPlanner.cpp - Blocks of another size --------------------------===//
#include "candidates/BlockPlanner.h"
#include "costs/Throughput.h"
#include "launches/GridExtents.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// Whether some access of \p Space has its elements along \p Axis beside each
/// other, and each thread its own.
static bool isContiguousAlong(const KernelSpace &Space, unsigned Axis) {
  static const char *const Threads[] = {"tx", "ty", "tz"};
  std::vector<std::vector<Polynomial>> All;
  for (unsigned I = 0; I < Space.Kernel.Arrays.size(); ++I) {
    const ArrayInfo &A = Space.Kernel.Arrays[I];
    if (A.K != ArrayInfo::Kind::Parameter && A.K != ArrayInfo::Kind::Global)
      continue;
    for (const auto &[Id, C] : coordinatesOf(Space, {I}).Coordinates)
      if (!C.empty()) // a variable that is no array
        All.push_back(C);
  }
  auto Mentions = [](const std::vector<Polynomial> &C, const char *Thread) {
    return llvm::any_of(
        C, [&](const Polynomial &P) { return P.mentions(Thread); });
  };
  auto IsOwn = [&](const std::vector<Polynomial> &C) {
    return llvm::all_of(Threads, [&](const char *Thread) {
      return Mentions(C, Thread) ||
             llvm::none_of(All, [&](const std::vector<Polynomial> &Other) {
               return Mentions(Other, Thread);
             });
    });
  };
  return llvm::any_of(All, [&](const std::vector<Polynomial> &C) {
    const std::vector<Polynomial> Outer(C.begin(), std::prev(C.end()));
    return std::abs(C.back().coefficient({Threads[Axis]})) == 1 &&
           !Mentions(Outer, Threads[Axis]) && IsOwn(C);
  });
}

/// Blocks worth trying; \p Users may be one.
static std::vector<BlockSizes> candidates(const KernelModel &K,
                                          const BlockSizes &Users) {
  // What is beside what does not depend on the size of blocks.
  BlockSizes Any = {32, 32, 32};
  BlockShape Old;
  llvm::copy(Users, Old.begin());
  const KernelModel Wide = withBlocks(K, Old, Any);
  IslContext Context;
  KernelSpace Space{Context, Wide, {}};
  llvm::copy(Any, Space.Shape.Block.begin());
  std::vector<unsigned> Axes;
  for (unsigned A = 0; A < 3; ++A)
    if (isContiguousAlong(Space, A))
      Axes.push_back(A);
  std::vector<BlockSizes> Result;
  auto Add = [&](BlockSizes Sizes) {
    if (!llvm::is_contained(Result, Sizes))
      Result.push_back(Sizes);
  };
  for (unsigned First : Axes)
    for (unsigned Second = 0; Second < 3; ++Second) {
      BlockSizes Sizes = {1, 1, 1};
      Sizes[First] = 32;
      if (Second == First)
        continue;
      if (!llvm::is_contained(Axes, Second)) {
        // A narrow block becomes wide, and keeps what else it has.
        if (Axes.size() > 1 || Users[First] >= 16 || Users[Second] == 1)
          continue;
        Sizes[Second] = 8;
        Add(Sizes);
        continue;
      }
      for (int64_t Size : {8, 16, 32}) {
        Sizes[Second] = Size;
        Add(Sizes);
      }
    }
  return Result;
}

/// Whether \p Plan does nothing but store through tiles what the kernel, which
/// has no loops, computes.
static bool onlyStores(const KernelModel &K, const KernelPlan &Plan) {
  return K.Loops.empty() && Plan.Points.size() == 1 && Plan.Copies.empty() &&
         Plan.Registers.empty() && Plan.Threads == UsersOrder &&
         llvm::all_of(Plan.Points.front().Tiles,
                      [](const TileStage &T) { return T.CopiedOut; });
}

namespace {

/// Compares plans, and keeps the best.
class BlockPlanner {
public:
  BlockPlanner(const Program &P, KernelId Kernel, ShapeDecision Users,
               double Cycles, const PlannerOptions &Opts,
               std::vector<Diagnostic> &Messages)
      : P(P), Kernel(Kernel), K(P.kernel(Kernel)), Opts(Opts),
        Messages(Messages), Best(std::move(Users)), Users(Cycles),
        Cycles(Cycles) {
    for (unsigned A = 0; A < 3; ++A)
      Block[A] = *Best.Block[A];
  }

  llvm::Expected<ShapeDecision> run() && {
    for (const BlockSizes &New : candidates(K, Block))
      if (llvm::Error Err = relaunched(New))
        return std::move(Err);
    return std::move(Best);
  }

private:
  llvm::Error relaunched(const BlockSizes &New) {
    if (!whyNotRelaunched(K, Best.Block, New).empty() ||
        New[0] * New[1] * New[2] > Opts.Device.ThreadsPerBlock)
      return llvm::Error::success();
    std::vector<Diagnostic> Why;
    KernelPlan Start;
    Start.Kernel = Kernel;
    Start.Block = Best.Block;
    if (New != Block)
      Start = relaunchPlan(P, Kernel, Best.Block, New);
    ShapePlanner Other(P, Start, Opts, Why);
    llvm::Expected<ShapeDecision> Shape = Other.plan();
    if (!Shape)
      return Shape.takeError();
    if (!Shape->Plan)
      return llvm::Error::success();
    const KernelPlan Found = *Shape->Plan;
    const double Now = Other.cycles(&Found);
    const bool Better = Now * WorthwhileGain < Cycles;
    for (Candidate &C : Shape->Considered)
      if (C.Verdict.empty() && !Better)
        C.Verdict = "dominated";
    if (New == Block) // all that has been weighed already
      Shape->Considered.clear();
    if (Better) {
      replace();
      Best.Plan = Found;
      Best.Cost = Shape->Cost;
      Messages = std::move(Why);
      Cycles = Now;
    }
    llvm::append_range(Best.Considered, Shape->Considered);
    if (onlyStores(K, Found))
      severalOutputs(Found);
    return llvm::Error::success();
  }

  /// \p Plan with several outputs along an axis: their loads are under way
  /// together.
  void severalOutputs(const KernelPlan &Plan) {
    const KernelModel Model = Plan.reorderedModel(K);
    IslContext Context;
    KernelSpace Space{Context, Model, {}};
    Space.Shape.Block = Plan.newBlock();
    for (unsigned Axis : {1, 2})
      for (int64_t Factor : {2, 4, 8}) {
        if (*Space.Shape.Block[Axis] < 2)
          continue;
        Candidate C;
        C.Request = toRequest(K, Plan);
        C.Request.Coarsen = {{std::string(1, "xyz"[Axis]), Factor, 1, false}};
        for (StageRequest &Stage : C.Request.Stages)
          for (TileRequest &Tile : Stage.Tiles)
            Tile.Padding = std::nullopt;
        llvm::Expected<KernelPlan> Coarse =
            derivePlan(P, Kernel, Space, C.Request, Opts.Device);
        if (!Coarse) {
          llvm::consumeError(Coarse.takeError());
          continue;
        }
        const BlockDemand Demand = demand(Space, *Coarse);
        const double Now = cyclesPerOutput(Demand, Opts.Device);
        C.Cycles = {Users, Now};
        C.SharedBytes = Demand.SharedBytes;
        C.Verdict = Now * ClearlyFaster < Cycles ? "" : "dominated";
        if (C.Verdict.empty()) {
          replace();
          Best.Plan = std::move(*Coarse);
          Cycles = Now;
        }
        Best.Considered.push_back(std::move(C));
      }
  }

  BlockDemand demand(const KernelSpace &Space, const KernelPlan &Plan) const {
    AccessCosts Costs(Space, Opts.Device, typicalValues(P, Kernel, Plan.Block));
    KernelSpace Launched = Space;
    Launched.Shape.Grid = gridFor(P, Plan);
    return Throughput(Launched, Costs, Opts.Device).of(&Plan);
  }

  /// What was chosen is not any longer.
  void replace() {
    for (Candidate &C : Best.Considered)
      if (C.Verdict.empty())
        C.Verdict = "dominated";
  }

  const Program &P;
  KernelId Kernel;
  const KernelModel &K;
  const PlannerOptions &Opts;
  std::vector<Diagnostic> &Messages;
  BlockSizes Block;
  ShapeDecision Best;
  const double Users; ///< cycles with the plan to begin with
  double Cycles;      ///< with the best
};

} // namespace

llvm::Expected<ShapeDecision> planBlocks(const Program &P, KernelId Kernel,
                                         ShapeDecision Users, double Cycles,
                                         const PlannerOptions &Opts,
                                         std::vector<Diagnostic> &Messages) {
  return BlockPlanner(P, Kernel, std::move(Users), Cycles, Opts, Messages)
      .run();
}

} // namespace tessera
