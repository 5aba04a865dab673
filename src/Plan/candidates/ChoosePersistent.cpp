//===- ChoosePersistent.cpp - Whose blocks do the work of many ------------===//
#include "candidates/ChoosePersistent.h"
#include "candidates/ShapePlanner.h"
#include "costs/CopyCosts.h"
#include "launches/Overlaps.h"
#include "tessera/Analysis/Coarsening.h"
#include "tessera/Plan/Occupancy.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {
namespace {

/// Assumed for a grid that only run time knows: the turns of each block.
constexpr double TypicalTurns = 16;

/// The number of a block, and the one whose turn is next, are an `int`.
constexpr int64_t MostBlocks = int64_t(1) << 30;

/// Which blocks of one kernel may be persistent, and what that is worth.
class Turns {
public:
  Turns(const Program &P, KernelId Kernel, const PlannerOptions &Opts)
      : P(P), Kernel(Kernel), K(P.kernel(Kernel)), Opts(Opts) {}

  /// \p Plan with \p Most blocks that take turns along \p Axis.
  /// \returns Reject(UnsupportedStatement) if they cannot.
  llvm::Expected<KernelPlan> withPersistent(KernelPlan Plan, unsigned Axis,
                                            int64_t Most) const {
    auto Refuse = [&](const std::string &Why) {
      return reject(DiagKind::UnsupportedStatement, K.NamePlace, K.Name, Why);
    };
    if (std::string Why = whyNotPersistent(K, Axis); !Why.empty())
      return Refuse(Why);
    PersistentBlocks Blocks;
    Blocks.Axis = Axis;
    Blocks.Most = Most;
    Blocks.Counter = "block";
    for (unsigned I = 2; K.Identifiers.count(Blocks.Counter); ++I)
      Blocks.Counter = "block" + std::to_string(I);
    GridChange Change;
    Change.Axis = Axis;
    Change.Most = Most;
    LaunchShape Shape;
    Shape.Block = Plan.Block;
    const std::string Name(1, "xyz"[Axis]);
    if (std::optional<Polynomial> Extent = guardedExtent(K, Axis, Shape)) {
      const Polynomial Size = specialise(Polynomial::symbol("B" + Name), Shape);
      Blocks.Extent = *Extent;
      Change.Guarded = Polynomial::symbol("G" + Name) * Size - *Extent;
      if (!areFew(*Extent, leastSize(Plan, Axis).value_or(1)))
        Plan.Conditions.push_back(Size * MostBlocks - *Extent);
    } else if (std::optional<int64_t> Size = gridFor(P, Plan)[Axis]) {
      Blocks.Extent = *Size;
      Blocks.InBlocks = true;
    } else {
      return Refuse("no guard tells how many blocks have work, and the size of "
                    "the grid is not known");
    }
    Plan.Persistent = std::move(Blocks);
    Plan.Grid.push_back(std::move(Change));
    return Plan;
  }

  /// Whether persistent blocks may serve \p Plan without being asked for.
  bool isOpen(const KernelPlan &Plan) const {
    return Opts.Outputs != SeveralOutputs::Never && !Opts.KeepLaunches &&
           !Opts.Kept.count(Plan.Kernel) && !Plan.Copies.empty() &&
           Plan.Points.empty() && Plan.Coarsen.empty() &&
           Plan.Threads == UsersOrder && !Plan.Relaunch &&
           // A loop that only launches may become one launch.
           llvm::none_of(launchesOf(Plan), [](const LaunchModel *L) {
             return L->Loop.has_value();
           });
  }

  /// Whether every launch that can start \p Plan can start \p New, too.
  bool keepsLaunches(const KernelPlan &Plan, const KernelPlan &New) const {
    auto Served = [&](KernelPlan One) {
      if (One.Persistent)
        llvm::append_range(One.Conditions, K.MustNotBeNegative);
      One.Apart = arraysToTest(P, One);
      return chooseLaunches(P, One).size();
    };
    return Served(New) == Served(Plan);
  }

  /// How many blocks of \p Plan the device holds at once.
  int64_t mostBlocks(const KernelPlan &Plan) const {
    BlockResources Block;
    Block.Threads = 1;
    for (unsigned A = 0; A < 3; ++A)
      Block.Threads *= leastSize(Plan, A).value_or(A == 0 ? 256 : 1);
    Block.SharedBytes = K.declaredSharedBytes() + sharedBytes(Plan);
    return Opts.Device.Multiprocessors * residentBlocks(Opts.Device, Block);
  }

  int64_t sharedBytes(const KernelPlan &Plan) const {
    int64_t Bytes = 0;
    for (const PrivateCopy &C : Plan.Copies)
      Bytes += (C.Register.empty() ? C.cells()
                : C.Warps > 1      ? C.Warps
                                   : 0) *
               K.array(C.Array).ElementBytes;
    return Bytes;
  }

  /// The slowest axis with several blocks.
  unsigned slowestAxis(const KernelPlan &Plan) const {
    unsigned Axis = 0;
    for (const LaunchModel *L : launchesOf(Plan))
      for (unsigned A = 1; A < 3; ++A)
        if (L->Grid[A] != 1)
          Axis = std::max(Axis, A);
    return Axis;
  }

  /// How many of the user's blocks one of \p Most does the work of.
  double turns(const KernelPlan &Plan, int64_t Most) const {
    double Blocks = 1;
    for (std::optional<int64_t> Size : gridFor(P, Plan)) {
      if (!Size)
        return TypicalTurns;
      Blocks *= double(*Size);
    }
    return std::max(1.0, Blocks / double(Most));
  }

private:
  std::vector<const LaunchModel *> launchesOf(const KernelPlan &Plan) const {
    std::vector<const LaunchModel *> Launches;
    for (const LaunchModel *L : P.launchesOf(Kernel))
      if (Plan.serves(*L))
        Launches.push_back(L);
    return Launches;
  }

  /// The least size of the blocks of \p Plan along \p Axis; nothing if that
  /// of some launch is not known.
  std::optional<int64_t> leastSize(const KernelPlan &Plan,
                                   unsigned Axis) const {
    std::optional<int64_t> Least;
    for (const LaunchModel *L : launchesOf(Plan)) {
      if (!L->Block[Axis])
        return std::nullopt;
      Least = std::min(Least.value_or(*L->Block[Axis]), *L->Block[Axis]);
    }
    return Least;
  }

  /// Whether \p Extent, a number or a parameter of 32 bits, is certainly at
  /// most MostBlocks times \p Size.
  bool areFew(const Polynomial &Extent, int64_t Size) const {
    const int64_t Threads = Size * MostBlocks;
    if (std::optional<int64_t> Known = Extent.constant())
      return *Known <= Threads;
    return llvm::any_of(K.Parameters, [&](const ParameterInfo &Parameter) {
      llvm::StringRef Type = Parameter.Type;
      Type.consume_front("const ");
      return !Parameter.Symbol.empty() &&
             Extent == Polynomial::symbol(Parameter.Symbol) &&
             (Type == "int" || Type == "unsigned int") &&
             Threads > std::numeric_limits<uint32_t>::max();
    });
  }

  const Program &P;
  KernelId Kernel;
  const KernelModel &K;
  const PlannerOptions &Opts;
};

class PersistentChooser {
public:
  PersistentChooser(const Program &P, const PlannerOptions &Opts,
                    PlanDecision &D)
      : P(P), K(P.kernel(D.Kernel)), Opts(Opts), D(D),
        Possible(P, D.Kernel, Opts) {}

  llvm::Error run() {
    for (ShapeDecision &S : D.Shapes)
      if (Opts.Forced) {
        if (llvm::Error Err = force(S))
          return Err;
      } else if (S.Plan && Possible.isOpen(*S.Plan)) {
        consider(S);
      }
    return llvm::Error::success();
  }

private:
  //===--- A plan from the user -------------------------------------------===//

  llvm::Error force(ShapeDecision &S) {
    if (!S.Plan && llvm::any_of(D.Shapes, [](const ShapeDecision &Other) {
          return Other.Plan && Other.Plan->AnyBlock;
        }))
      return llvm::Error::success(); // that plan serves the shape, too
    for (const KernelRequest &R : *Opts.Forced) {
      bool Fits = R.Kernel == K.Name && R.Persistent;
      for (size_t A = 0; A < R.Block.size(); ++A)
        Fits &= S.Block[A] == R.Block[A];
      if (!Fits)
        continue;
      KernelPlan Plan;
      Plan.Kernel = D.Kernel;
      Plan.Name = K.Name;
      Plan.Block = S.Block;
      if (S.Plan)
        Plan = *S.Plan;
      const unsigned Axis =
          unsigned(llvm::StringRef("xyz").find(R.Persistent->Axis));
      llvm::Expected<KernelPlan> New =
          Possible.withPersistent(Plan, Axis, R.Persistent->Blocks);
      if (New)
        take(std::move(*New), S);
      else if (llvm::Error Err = takeRejects(New.takeError(), D.Messages))
        return Err;
      break;
    }
    return llvm::Error::success();
  }

  void take(KernelPlan Plan, ShapeDecision &S) {
    D.Messages.push_back({DiagKind::Persistent,
                          K.NamePlace,
                          {K.Name, std::to_string(Plan.Persistent->Most)}});
    S.Plan = std::move(Plan);
  }

  void consider(ShapeDecision &S) {
    IslContext Context;
    KernelSpace Space{Context, K, {}};
    Space.Shape.Block = S.Block;
    const AccessCosts Costs(Space, Opts.Device,
                            typicalValues(P, D.Kernel, S.Block));
    const int64_t Most = Possible.mostBlocks(*S.Plan);
    if (Most == 0)
      return;
    const unsigned Axis = Possible.slowestAxis(*S.Plan);
    const double Turns = Possible.turns(*S.Plan, Most);
    Candidate C;
    C.Request = toRequest(K, *S.Plan);
    C.Request.Persistent = {std::string(1, "xyz"[Axis]), Most};
    C.SharedBytes = Possible.sharedBytes(*S.Plan);
    C.Before = C.After = Costs.all();
    for (const PrivateCopy &Copy : S.Plan->Copies) {
      const UpdateCosts Own = updateCosts(K, Copy, Costs, Opts.Device),
                        Shared =
                            updateCosts(K, Copy, Costs, Opts.Device, Turns);
      C.Before += Own.OnCopy + Own.Merge;
      C.After += Shared.OnCopy + Shared.Merge;
    }
    llvm::Expected<KernelPlan> New =
        Possible.withPersistent(*S.Plan, Axis, Most);
    if (!New) {
      std::vector<Diagnostic> Why;
      llvm::cantFail(takeRejects(New.takeError(), Why), "it is a refusal");
      C.Obstacle = Why.front();
      C.Verdict = std::string(identity(C.Obstacle->Kind));
    } else if (!Possible.keepsLaunches(*S.Plan, *New)) {
      C.Verdict = std::string(identity(DiagKind::LaunchNotTestable));
    } else if (C.Before < C.After * WorthwhileGain) {
      C.Verdict = std::string(identity(DiagKind::DoesNotPay));
    } else {
      for (Candidate &Other : S.Considered)
        if (Other.Verdict.empty())
          Other.Verdict = "dominated";
      take(std::move(*New), S);
    }
    S.Considered.push_back(std::move(C));
  }

  const Program &P;
  const KernelModel &K;
  const PlannerOptions &Opts;
  PlanDecision &D;
  const Turns Possible;
};

} // namespace

llvm::Error choosePersistent(const Program &P, const PlannerOptions &Opts,
                             PlanDecision &D) {
  return PersistentChooser(P, Opts, D).run();
}

double expectedTurns(const Program &P, const PlannerOptions &Opts,
                     const KernelPlan &Plan) {
  const Turns Possible(P, Plan.Kernel, Opts);
  if (!Possible.isOpen(Plan))
    return 1;
  const int64_t Most = Possible.mostBlocks(Plan);
  if (Most == 0)
    return 1;
  llvm::Expected<KernelPlan> New =
      Possible.withPersistent(Plan, Possible.slowestAxis(Plan), Most);
  if (!New) {
    llvm::consumeError(New.takeError());
    return 1;
  }
  return Possible.keepsLaunches(Plan, *New) ? Possible.turns(Plan, Most) : 1;
}

double turnsOf(const Program &P, const PlannerOptions &Opts,
               const KernelPlan &Plan) {
  return Plan.Persistent
             ? Turns(P, Plan.Kernel, Opts).turns(Plan, Plan.Persistent->Most)
             : 1;
}

} // namespace tessera
