//===- Planner.cpp - What to stage, and why -------------------------------===//
#include "tessera/Plan/Planner.h"
#include "candidates/BlockPlanner.h"
#include "candidates/ChooseCopies.h"
#include "candidates/ChoosePersistent.h"
#include "candidates/ChooseRegisters.h"
#include "candidates/CopiesAhead.h"
#include "candidates/EqualKernels.h"
#include "candidates/OutputPlanner.h"
#include "candidates/OwnTiles.h"
#include "candidates/PlaceVersions.h"
#include "candidates/ShapePlanner.h"
#include "costs/ForcedEstimate.h"
#include "costs/SmallLaunches.h"
#include "launches/BlocksAtRunTime.h"
#include "launches/Overlaps.h"
#include "tessera/Analysis/DistinctNames.h"
#include "tessera/Plan/FixedLaunches.h"
#include "tessera/Plan/MeasuredPlans.h"
#include "tessera/Support/Conditions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Regex.h"

namespace tessera {

/// Several outputs for each thread are weighed for so many shapes of a kernel's
/// blocks: that takes three times as long as all else.
constexpr size_t MostShapes = 6;

/// What is asked for \p Kernel.
static PlannerOptions optionsFor(const Program &P, KernelId Kernel,
                                 const PlannerOptions &Opts,
                                 std::vector<Diagnostic> &Messages) {
  PlannerOptions Own = Opts;
  Own.Forced = plansToFollow(P, Kernel, Opts, Messages);
  const KernelRequests &Requests = P.kernel(Kernel).Requests;
  llvm::append_range(Own.ForcedArrays, Requests.Arrays);
  Own.Outputs = Requests.Outputs.value_or(Own.Outputs);
  Own.AllowReassociation |= Requests.AllowReassociation;
  return Own;
}

/// The block shapes of all launches, in text order, without repetition.
static std::vector<BlockShape> shapesOf(const Program &P, KernelId Kernel) {
  std::vector<BlockShape> Shapes;
  for (const LaunchModel *L : P.launchesOf(Kernel))
    if (!llvm::is_contained(Shapes, L->Block))
      Shapes.push_back(L->Block);
  return Shapes;
}

/// Whether a launch with \p Block may start.
static bool mayStart(const BlockShape &Block, const DeviceModel &Device) {
  int64_t Threads = 1;
  for (std::optional<int64_t> Size : Block) {
    Threads *= Size.value_or(1);
    if (Threads < 1 || Threads > Device.ThreadsPerBlock)
      return false;
  }
  return true;
}

/// Why the kernel as a whole is left alone.
static std::vector<Diagnostic> obstacles(const Program &P, KernelId Kernel,
                                         const PlannerOptions &Opts) {
  const KernelModel &K = P.kernel(Kernel);
  std::vector<Diagnostic> Why = K.Refusals;
  if (!Opts.KernelPattern.empty() &&
      !llvm::Regex(Opts.KernelPattern).match(K.Name))
    Why.push_back({DiagKind::ExcludedByUser, K.NamePlace, {K.Name}});
  if (Why.empty() && !Opts.Forced &&
      llvm::none_of(shapesOf(P, Kernel), [&](const BlockShape &Block) {
        return mayStart(Block, Opts.Device);
      }))
    Why.push_back({DiagKind::UnsupportedStatement,
                   K.NamePlace,
                   {K.Name, "the device cannot start its blocks"}});
  return Why;
}

/// Whether \p Kernel has a launch with the blocks that \p Request is for.
static bool hasBlock(const Program &P, KernelId Kernel,
                     const KernelRequest &Request) {
  return llvm::any_of(P.launchesOf(Kernel), [&](const LaunchModel *L) {
    return llvm::equal(Request.Block, L->Block,
                       [](int64_t Wanted, std::optional<int64_t> Size) {
                         return Size == Wanted;
                       });
  });
}

/// Whether the program has the kernel, and launches, that \p Request is for.
static llvm::Error checkNames(const Program &P, const KernelRequest &Request,
                              const DeviceModel &Device) {
  if (!Request.Hash.empty()) // it may be for another program
    return llvm::Error::success();
  auto K = llvm::find_if(P.Kernels, [&](const KernelModel &K) {
    return K.Name == Request.Kernel;
  });
  if (K == P.Kernels.end())
    return reject(DiagKind::BadPlan, SourcePlace::nowhere(),
                  "no kernel '" + Request.Kernel + "'");
  if (Request.Block.empty())
    return llvm::Error::success();
  const KernelId Kernel{unsigned(K - P.Kernels.begin())};
  if (hasBlock(P, Kernel, Request))
    return llvm::Error::success();
  if (std::optional<Program> Known = withOtherBlocks(P, Kernel, Device);
      Known && hasBlock(*Known, Kernel, Request))
    return llvm::Error::success();
  std::string Block;
  for (int64_t Size : Request.Block)
    Block += (Block.empty() ? "" : "x") + std::to_string(Size);
  return reject(DiagKind::BadPlan, K->NamePlace,
                "kernel '" + K->Name + "': no launch with blocks of " + Block);
}

/// The orders in which the threads of \p Block may be numbered; the user's
/// first.
static std::vector<ThreadOrder> ordersOf(const KernelModel &K,
                                         const BlockShape &Block) {
  std::vector<ThreadOrder> Orders = {UsersOrder};
  bool Known = llvm::all_of(Block, [](auto Size) { return Size.has_value(); });
  if (!Known || !whyNotReordered(K).empty())
    return Orders;
  ThreadOrder Order = UsersOrder;
  while (std::next_permutation(Order.begin(), Order.end())) {
    // Axes with one thread stay behind the others where they are.
    bool New = true;
    for (unsigned A = 0; A < 3; ++A)
      New &= Block[Order[A]] != 1 || Order[A] == A;
    if (New)
      Orders.push_back(Order);
  }
  return Orders;
}

/// Whether \p Plan has a tile of \p Array.
static bool stages(const KernelPlan &Plan, const KernelModel &K,
                   llvm::StringRef Array) {
  return llvm::any_of(Plan.Points, [&](const StagePoint &Point) {
    return llvm::any_of(Point.Tiles, [&](const TileStage &T) {
      return K.array(T.Array).Name == Array;
    });
  });
}

/// Whether some launch of \p Kernel may have several blocks along two axes: a
/// block with few threads that do something is not just the last one then.
static bool hasSeveralAxes(const Program &P, KernelId Kernel) {
  return llvm::any_of(P.launchesOf(Kernel), [](const LaunchModel *L) {
    return llvm::count_if(L->Grid, [](auto Size) { return Size != 1; }) > 1;
  });
}

/// The plan for one block shape, in the order of threads that costs least, or
/// with other blocks where these are faster.
static llvm::Expected<ShapeDecision>
planShape(const Program &P, KernelId Kernel, const BlockShape &Block,
          const PlannerOptions &Opts, std::vector<Diagnostic> &Into) {
  std::vector<Diagnostic> Messages;
  KernelPlan Start;
  Start.Kernel = Kernel;
  Start.Block = Block;
  ShapePlanner Users(P, Start, Opts, Messages);
  llvm::Expected<ShapeDecision> Best = Users.plan();
  if (!Best)
    return Best;
  const bool Rated = !Opts.Forced && Opts.Device.hasRates() &&
                     llvm::all_of(Block, [](auto S) { return S.has_value(); });
  double AsIs = Users.costAsIs();
  double Cycles = Rated ? Users.cycles(Best->Plan ? &*Best->Plan : nullptr) : 0;
  if (!Opts.Forced)
    for (const ThreadOrder &Order : ordersOf(P.kernel(Kernel), Block)) {
      std::vector<Diagnostic> Why;
      Start.Threads = Order;
      ShapePlanner Other(P, Start, Opts, Why);
      if (Other.costAsIs() * WorthwhileGain >= AsIs)
        continue;
      llvm::Expected<ShapeDecision> Shape = Other.plan();
      if (!Shape)
        return Shape;
      if (!Shape->Plan || Shape->Cost * WorthwhileGain >= Best->Cost)
        continue;
      // What was weighed in the user's order stays in the print.
      for (Candidate &C : Best->Considered)
        if (C.Verdict.empty())
          C.Verdict = "dominated";
      Shape->Considered.insert(Shape->Considered.begin(),
                               Best->Considered.begin(),
                               Best->Considered.end());
      Best = std::move(Shape);
      Messages = std::move(Why);
      if (Rated)
        Cycles = Other.cycles(&*Best->Plan);
    }
  // A loop that only launches may become one launch.
  const bool Keeps =
      Opts.KeepLaunches || Opts.Kept.count(Kernel) ||
      llvm::any_of(P.launchesOf(Kernel),
                   [](const LaunchModel *L) { return L->Loop.has_value(); });
  // What is too hard for the user's block is so for others.
  const bool TooHard = llvm::any_of(Messages, [](const Diagnostic &D) {
    return D.Kind == DiagKind::TooComplex;
  });
  if (Rated && !Keeps && !TooHard) {
    Best = planBlocks(P, Kernel, std::move(*Best), Cycles, Opts, Messages);
    if (!Best)
      return Best;
  }
  const size_t Earlier = Into.size();
  llvm::append_range(Into, Messages);
  if (Opts.Forced)
    return Best;
  const bool KeepsThreads = Opts.Outputs == SeveralOutputs::Never ||
                            Opts.KeepLaunches || Opts.Kept.count(Kernel);
  ShapeDecision Chosen =
      KeepsThreads ? std::move(*Best)
                   : OutputPlanner(P, Kernel, *Best,
                                   typicalValues(P, Kernel, Block), Opts)
                         .plan();
  if (Opts.Outputs != SeveralOutputs::Always)
    for (KernelPlan *Plan : Chosen.plans()) {
      const KernelModel &K = P.kernel(Kernel);
      LeastLaunch &Least = Plan->Least;
      Least.Rounds = std::max(Least.Rounds, leastRounds(K, *Plan));
      if (!Rated)
        continue;
      Least.Work = std::max(Least.Work, leastWork(*Plan));
      if (Plan->Coarsen.empty() && Plan->Registers.empty() &&
          !Plan->Points.empty() && hasSeveralAxes(P, Kernel))
        Least.Along = leastAlong(
            K, *Plan, demandOf(P, Kernel, Block, nullptr, Opts.Device),
            demandOf(P, Kernel, Block, Plan, Opts.Device), Opts.Device);
    }
  if (!Rated || KeepsThreads)
    return Chosen;
  for (const Candidate &C : Chosen.Considered)
    if (C.Cycles && C.Verdict.empty())
      Cycles = C.Cycles->second;
  Chosen = planCopiesAhead(P, Kernel, std::move(Chosen), Cycles, Opts,
                           llvm::MutableArrayRef(Into).drop_front(Earlier));
  Into.erase(std::remove_if(Into.begin() + Earlier, Into.end(),
                            [&](const Diagnostic &D) {
                              return !D.Arguments.empty() && Chosen.Plan &&
                                     stages(*Chosen.Plan, P.kernel(Kernel),
                                            D.Arguments.front());
                            }),
             Into.end());
  return Chosen;
}

/// What is done with elements where no tile is chosen, and with one.
static void noteWithoutTiles(const Program &P, const RegisterChoice &Choice,
                             PlanDecision &D) {
  for (const PrivateElement &E : Choice.Registers)
    D.Registers.push_back(spell(E.Element));
  PlanDecision Plain;
  Plain.Kernel = D.Kernel;
  Plain.Shapes.emplace_back();
  applyChoice(P, Choice, Plain);
  if (Plain.Shapes.front().Plan)
    D.WithoutTiles = toRequest(P.kernel(D.Kernel), *Plain.Shapes.front().Plan);
}

/// Decides for \p Kernel, which has no obstacle, all but names of versions.
/// \param Kept set to \p P with elements in registers, if there are some.
static llvm::Expected<PlanDecision> decideKernel(const Program &P,
                                                 KernelId Kernel,
                                                 const PlannerOptions &Opts,
                                                 std::optional<Program> &Kept) {
  PlanDecision D;
  D.Kernel = Kernel;
  llvm::Expected<RegisterChoice> Choice =
      chooseRegisters(P, Kernel, Opts, D.Messages);
  if (!Choice)
    return Choice.takeError();
  if (!Choice->Registers.empty())
    Kept = withRegisters(P, Kernel, Choice->Registers);
  const Program &Planned = Kept ? *Kept : P;
  for (const BlockShape &Block : shapesOf(P, Kernel)) {
    if (!Opts.Forced && !mayStart(Block, Opts.Device)) {
      D.Shapes.emplace_back().Block = Block;
      continue;
    }
    PlannerOptions Own = Opts;
    if (D.Shapes.size() >= MostShapes)
      Own.Outputs = SeveralOutputs::Never;
    llvm::Expected<ShapeDecision> Shape =
        planShape(Planned, Kernel, Block, Own, D.Messages);
    if (!Shape)
      return Shape.takeError();
    D.Shapes.push_back(std::move(*Shape));
  }
  if (llvm::Error Err = chooseCopies(P, Opts, D))
    return std::move(Err);
  if (llvm::Error Err = choosePersistent(P, Opts, D))
    return std::move(Err);
  if (hasOwnTiles(P, P.kernel(Kernel)))
    keepBeyondOwnTiles(P, D);
  noteWithoutTiles(P, *Choice, D);
  applyChoice(P, *Choice, D);
  placeAll(P, D, Opts);
  return D;
}

/// Says in which blocks launches of \p Kernel start versions that do not start
/// in the user's.
static void noteBlocks(const Program &Known, KernelId Kernel,
                       std::vector<Diagnostic> &Messages) {
  const KernelModel &K = Known.kernel(Kernel);
  std::set<std::pair<std::string, bool>> Blocks;
  for (const LaunchModel *L : Known.launchesOf(Kernel))
    if (L->Other)
      Blocks.emplace(std::to_string(*L->Block[0]) + "x" +
                         std::to_string(*L->Block[1]) + "x" +
                         std::to_string(*L->Block[2]),
                     L->Numbered.has_value());
  for (const auto &[Block, Numbered] : Blocks)
    Messages.push_back({DiagKind::BlockChosen,
                        K.NamePlace,
                        {K.Name, Block,
                         Numbered ? "whose threads number rows and columns"
                                  : "whose blocks only run time knows"}});
}

/// The same, where launches may start versions in blocks of a known size which
/// are not the user's.
static llvm::Expected<PlanDecision>
decideForAnyBlock(const Program &P, KernelId Kernel, const PlannerOptions &Opts,
                  std::optional<Program> &Kept) {
  // What is known of numbered threads is so of planes alone.
  const bool Numbered =
      llvm::any_of(P.launchesOf(Kernel), [](const LaunchModel *L) {
        return L->Numbered.has_value();
      });
  // Plans that are asked for may be for either.
  const bool Asked = Opts.Forced && !Numbered &&
                     llvm::none_of(*Opts.Forced, [&](const KernelRequest &R) {
                       return R.Kernel == P.kernel(Kernel).Name &&
                              !R.Block.empty() && !hasBlock(P, Kernel, R);
                     });
  std::optional<Program> Known;
  if (!Opts.KeepLaunches && !Opts.Kept.count(Kernel) && !Asked)
    Known = withOtherBlocks(P, Kernel, Opts.Device);
  if (Known) {
    llvm::Expected<PlanDecision> D = decideKernel(*Known, Kernel, Opts, Kept);
    if (!D)
      return D;
    const std::vector<const KernelPlan *> Plans = plansOf(*D);
    const bool AnyBlock = llvm::any_of(
        Plans, [](const KernelPlan *Plan) { return Plan->AnyBlock; });
    if (!Plans.empty() && !AnyBlock)
      noteBlocks(*Known, Kernel, D->Messages);
    if (!AnyBlock && (Numbered || !Plans.empty()))
      return D;
    Kept.reset();
  }
  if (!Numbered)
    return decideKernel(P, Kernel, Opts, Kept);
  PlanDecision None;
  None.Kernel = Kernel;
  None.Messages = {cannotChoose(P, Kernel)};
  return None;
}

/// A message where nothing is left that tiles or registers could serve.
static std::optional<Diagnostic> readsNoArray(const KernelModel &K) {
  const bool Reads = llvm::any_of(K.Accesses, [&](const AccessInfo &A) {
    const ArrayInfo &Array = K.array(A.Array);
    return A.reads() && !Array.IsScalar &&
           (Array.K == ArrayInfo::Kind::Parameter ||
            Array.K == ArrayInfo::Kind::Global);
  });
  if (Reads)
    return std::nullopt;
  return Diagnostic{DiagKind::ReadsNoArray, K.NamePlace, {K.Name}};
}

llvm::Expected<std::vector<PlanDecision>> planTiles(const Program &User,
                                                    const PlannerOptions &All) {
  const std::optional<Program> Distinct = withDistinctNames(User);
  const Program &P = Distinct ? *Distinct : User;
  if (All.Forced)
    for (const KernelRequest &Request : *All.Forced)
      if (llvm::Error Err = checkNames(P, Request, All.Device))
        return std::move(Err);
  std::vector<PlanDecision> Decisions;
  DecidedKernels Decided(/*MayRename=*/All.ForcedArrays.empty());
  for (unsigned I = 0; I < P.Kernels.size(); ++I) {
    if (P.Kernels[I].Elsewhere)
      continue;
    PlanDecision D;
    D.Kernel = {I};
    D.Messages = obstacles(P, D.Kernel, All);
    if (D.Messages.empty() && !hasVersion(P, P.kernel(D.Kernel))) {
      std::vector<Diagnostic> Messages;
      PlannerOptions Opts = optionsFor(P, D.Kernel, All, Messages);
      if (hasFixedLaunch(P, D.Kernel)) {
        Opts.Kept.insert(D.Kernel);
        Opts.Calls.insert(D.Kernel);
      }
      std::optional<Program> Kept;
      auto Decide = [&] { return decideForAnyBlock(P, D.Kernel, Opts, Kept); };
      auto DecideOnce = [&] {
        return Opts.Forced ? Decide()
                           : Decided.get(P, D.Kernel, Opts.Kept.count(D.Kernel),
                                         Decide);
      };
      llvm::Expected<PlanDecision> Own = DecideOnce();
      if (!Own)
        return Own.takeError();
      if (leavesCalls(P, *Own) && Opts.Kept.insert(D.Kernel).second) {
        Opts.Calls.insert(D.Kernel);
        llvm::Expected<PlanDecision> Called = DecideOnce();
        if (!Called)
          return Called.takeError();
        if (!plansOf(*Called).empty())
          *Own = std::move(*Called);
      }
      D = std::move(*Own);
      D.WantsTiles = hasOwnTiles(P, P.kernel(D.Kernel)) && plansOf(D).empty();
      D.Messages.insert(D.Messages.begin(), Messages.begin(), Messages.end());
      if (D.Messages.empty() && plansOf(D).empty())
        if (std::optional<Diagnostic> None = readsNoArray(P.kernel(D.Kernel)))
          D.Messages.push_back(std::move(*None));
      nameVersions(P, D, Decisions);
      if (Opts.Forced)
        estimateForced(P, Kept ? *Kept : P, Opts, D);
    }
    Decisions.push_back(std::move(D));
  }
  return Decisions;
}

} // namespace tessera
