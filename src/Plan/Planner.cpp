//===- Planner.cpp - What to stage, and why -------------------------------===//
//
// Candidates are: every array at the kernel's start; every array in strips of
// one loop, for each loop and some lengths; both together. Arrays that cannot
// be staged, or that a tile would not make cheaper, drop out of a candidate.
// The cheapest candidate wins if it is clearly cheaper than no tile.
//
//===----------------------------------------------------------------------===//
#include "tessera/Plan/Planner.h"
#include "tessera/Analysis/FactCache.h"
#include "tessera/Analysis/StagingLegality.h"
#include "tessera/Analysis/Uniformity.h"
#include "tessera/Polyhedral/Guarded.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Regex.h"

namespace tessera {

namespace {

/// A tile must promise this much before a kernel is touched.
constexpr double WorthwhileGain = 1.1;
/// Assumed for a size that only run time knows.
constexpr int64_t TypicalSize = 1024;

using BlockShape = std::array<std::optional<int64_t>, 3>;

class ShapePlanner {
public:
  ShapePlanner(const Program &P, KernelId Kernel, const BlockShape &Block,
               const PlannerOptions &Opts, std::vector<Diagnostic> &Messages)
      : P(P), Kernel(Kernel), K(P.kernel(Kernel)), Opts(Opts),
        Messages(Messages), Space{Context, K, {}} {
    Space.Shape.Block = Block;
    Space.Cache = &Cache;
    std::vector<const LaunchModel *> Launches = P.launchesOf(Kernel);
    for (const LaunchModel *L : Launches)
      if (L->Block == Block && Typical.empty())
        Typical = shapeOf(*L, K).Constants;
    Result.Block = Block;
  }

  llvm::Expected<ShapeDecision> plan() {
    if (Opts.Forced) {
      if (llvm::Error Err = forced())
        return std::move(Err);
      return std::move(Result);
    }
    collectArrays();
    enumerate();
    choose();
    return std::move(Result);
  }

private:
  //===--- A plan from the user -------------------------------------------===//

  llvm::Error forced() {
    for (const KernelRequest &Request : *Opts.Forced) {
      if (Request.Kernel != K.Name || Result.Plan)
        continue;
      bool Fits = true;
      for (size_t A = 0; A < Request.Block.size(); ++A)
        Fits &= Result.Block[A] == Request.Block[A];
      if (!Fits || (Request.Stages.empty() && Request.Coarsen.empty()))
        continue;
      llvm::Expected<KernelPlan> Plan =
          derivePlan(P, Kernel, Space, Request, Opts.Device);
      if (!Plan)
        return takeRejectsUnlessBad(Plan.takeError());
      Result.Considered.push_back({Request, 0, 0, bytes(*Plan), ""});
      Result.Plan = std::move(*Plan);
    }
    return llvm::Error::success();
  }

  /// A request that does not fit the program is the user's error; one that is
  /// not legal is a remark.
  llvm::Error takeRejectsUnlessBad(llvm::Error Err) {
    return llvm::handleErrors(std::move(Err),
                              [&](std::unique_ptr<Reject> R) -> llvm::Error {
                                if (R->diagnostic().Kind == DiagKind::BadPlan)
                                  return llvm::Error(std::move(R));
                                Messages.push_back(R->diagnostic());
                                return llvm::Error::success();
                              });
  }

  //===--- Our own --------------------------------------------------------===//

  std::optional<bool> forcedPlace(llvm::StringRef Array) const {
    std::optional<bool> Place;
    for (const auto &[Name, Shared] : Opts.ForcedArrays)
      if (Name == Array)
        Place = Shared;
    return Place;
  }

  /// The arrays that may be staged at all; messages for the others.
  void collectArrays() {
    for (unsigned I = 0; I < K.Arrays.size(); ++I) {
      const ArrayInfo &A = K.Arrays[I];
      bool Global =
          A.K == ArrayInfo::Kind::Parameter || A.K == ArrayInfo::Kind::Global;
      bool Read = llvm::any_of(K.Accesses, [&](const AccessInfo &Access) {
        return Access.Array.Index == I && Access.reads();
      });
      if (!Global || !Read)
        continue;
      if (forcedPlace(A.Name) == false) {
        Messages.push_back({DiagKind::ExcludedByUser, firstUse({I}), {A.Name}});
        continue;
      }
      if (llvm::Error Err = checkReadOnly(P, Kernel, {I})) {
        llvm::cantFail(takeRejects(std::move(Err), Messages),
                       "legality only rejects");
        continue;
      }
      Arrays.push_back({I});
    }
  }

  SourcePlace firstUse(ArrayId Array) const {
    for (const AccessInfo &A : K.Accesses)
      if (A.Array == Array)
        return {A.Source.Begin};
    return K.NamePlace;
  }

  void enumerate() {
    consider({{"", 0, {}}});
    for (unsigned I = 0; I < K.Loops.size(); ++I) {
      if (K.Loops[I].Opaque ||
          dependenceOf(Space, LoopId{I}) != Dependence::Uniform)
        continue;
      for (int64_t Steps : stripLengths(K.Loops[I])) {
        consider({{K.Loops[I].Symbol, Steps, {}}});
        consider({{"", 0, {}}, {K.Loops[I].Symbol, Steps, {}}});
      }
    }
  }

  /// Lengths worth trying: powers of two up to the threads of a block, that
  /// are no longer than the loop.
  std::vector<int64_t> stripLengths(const LoopInfo &L) const {
    std::optional<int64_t> Threads = Space.Shape.threads();
    std::optional<int64_t> Trip = (L.Upper - L.Lower).constant();
    std::vector<int64_t> Lengths;
    for (int64_t Steps = 8;
         Steps <= std::max<int64_t>(Threads.value_or(256), 32); Steps *= 2)
      if (!Trip || Steps * L.Step <= *Trip)
        Lengths.push_back(Steps);
    return Lengths;
  }

  /// Fills the stages of a candidate with the arrays that gain there, and adds
  /// it.
  void consider(std::vector<StageRequest> Stages) {
    Candidate C;
    C.Request.Kernel = K.Name;
    for (std::optional<int64_t> Size : Result.Block)
      if (Size)
        C.Request.Block.push_back(*Size);
    std::set<AccessId> Taken;
    bool Empty = false;
    // Tiles in loops first: they are smaller.
    for (StageRequest &Stage : llvm::reverse(Stages)) {
      fill(Stage, C, Taken);
      Empty |= Stage.Tiles.empty();
    }
    if (Empty)
      return;
    C.Request.Stages = std::move(Stages);
    llvm::Expected<KernelPlan> Plan = derivePlan(
        P, Kernel, Space, C.Request, Opts.Device, PlanDetail::WithoutLoadTests);
    if (!Plan) {
      C.Verdict = verdict(Plan.takeError());
    } else {
      C.SharedBytes = bytes(*Plan);
      Plans[Result.Considered.size()] = std::move(*Plan);
    }
    Result.Considered.push_back(std::move(C));
  }

  std::string verdict(llvm::Error Err) const {
    std::vector<Diagnostic> Why;
    if (llvm::Error Other = takeRejects(std::move(Err), Why)) {
      llvm::consumeError(std::move(Other));
      Why.push_back({DiagKind::TooComplex, K.NamePlace, {K.Name}});
    }
    return std::string(identity(Why.front().Kind));
  }

  std::optional<StagingPoint> stagingPoint(const StageRequest &Stage) const {
    StagingPoint Point;
    if (Stage.Loop.empty())
      return Point;
    for (const AccessInfo &A : K.Accesses)
      for (size_t I = 0; I < A.Loops.size(); ++I) {
        if (K.loop(A.Loops[I]).Symbol != Stage.Loop)
          continue;
        for (size_t Outer = 0; Outer <= I; ++Outer)
          Point.Loops.push_back(
              {A.Loops[Outer], 1, K.loop(A.Loops[Outer]).Symbol});
        if (Stage.Steps != 1) {
          Point.Loops.back().Tile = Stage.Steps;
          Point.Loops.back().Symbol = Stage.Loop + "0";
        }
        return Point;
      }
    return std::nullopt;
  }

  void fill(StageRequest &Stage, Candidate &C, std::set<AccessId> &Taken) {
    std::optional<StagingPoint> Point = stagingPoint(Stage);
    if (!Point)
      return;
    bool First = true;
    for (ArrayId Array : Arrays) {
      if (TooHard.count(Array))
        continue;
      ArrayCoordinates Coordinates = coordinatesOf(Space, Array);
      auto Groups = computeFootprints(Space, Coordinates, *Point);
      if (!Groups) {
        noteFailure(Groups.takeError(), Array);
        continue;
      }
      for (unsigned G = 0; G < Groups->size(); ++G) {
        const Footprint &F = (*Groups)[G];
        if (llvm::any_of(F.Accesses,
                         [&](AccessId Id) { return Taken.count(Id); }))
          continue;
        std::optional<std::pair<double, double>> Cost =
            costs(Coordinates, *Point, F);
        bool Forced = forcedPlace(K.array(Array).Name) == true;
        if (!Cost || (Cost->second >= Cost->first && !Forced))
          continue;
        C.Before += Cost->first;
        C.After += Cost->second;
        if (First) {
          double Barriers = Stage.Loop.empty() ? 1 : 2;
          C.After +=
              Barriers * Opts.Device.Barrier * threads() * executions(*Point);
        }
        First = false;
        Taken.insert(F.Accesses.begin(), F.Accesses.end());
        Stage.Tiles.push_back({K.array(Array).Name, G, std::nullopt});
      }
    }
  }

  /// Where isl gave up once, other staging points of the array would take as
  /// long.
  void noteFailure(llvm::Error Err, ArrayId Array) {
    if (Err.isA<IslGaveUp>())
      TooHard.insert(Array);
    llvm::consumeError(std::move(Err));
  }

  //===--- Costs ----------------------------------------------------------===//

  double threads() const { return double(Space.Shape.threads().value_or(256)); }

  /// The value of \p P for a typical launch.
  double typical(const Polynomial &P) const {
    Polynomial Value =
        P.substitute([&](llvm::StringRef Symbol) -> std::optional<Polynomial> {
          if (Symbol.size() == 2 && Symbol[0] == 'B')
            return Polynomial(Symbol[1] == 'x' ? 256 : 1);
          for (const ParameterInfo &Param : K.Parameters)
            if (Param.Symbol == Symbol) {
              auto It = Typical.find(Param.Symbol);
              return Polynomial(It == Typical.end() ? TypicalSize : It->second);
            }
          return Polynomial(0);
        });
    return double(Value.constant().value_or(TypicalSize));
  }

  double tripCount(LoopId Id) const {
    std::optional<LoopBounds> Bounds = boundsOf(Space, Id);
    if (!Bounds)
      return double(TypicalSize);
    return std::max(0.0, typical(Bounds->End - Bounds->First) /
                             double(Bounds->Step));
  }

  /// How often a block executes a staging point.
  double executions(const StagingPoint &Point) const {
    double Times = 1;
    for (const StepLoop &L : Point.Loops)
      Times *= std::max(1.0, tripCount(L.Loop) / double(L.Tile));
    return Times;
  }

  /// What the accesses of \p F cost a block as they stand, and with a tile;
  /// nothing if no two threads share an element, or the tile has no known size.
  std::optional<std::pair<double, double>> costs(const ArrayCoordinates &Array,
                                                 const StagingPoint &Point,
                                                 const Footprint &F) {
    llvm::Expected<ReuseKind> Reuse =
        classifyReuse(Space, Array, Point, F.Accesses);
    if (!Reuse) {
      noteFailure(Reuse.takeError(), F.Array);
      return std::nullopt;
    }
    if (!Reuse->InterThread)
      return std::nullopt;
    double Cells = typical(F.Enclosing.cells());
    // A thread keeps in registers what it has read before.
    double Accesses = 0;
    llvm::Expected<Count> Pairs = countAfterRegisters(Space, Point, F);
    if (Pairs) {
      Accesses = typical(Pairs->Value) * executions(Point);
    } else {
      llvm::consumeError(Pairs.takeError());
      for (AccessId Id : F.Accesses)
        Accesses += threads() * repetitions(Id);
    }
    const DeviceModel &D = Opts.Device;
    double Words = std::max(1.0, K.array(F.Array).ElementBytes / 4.0);
    double Before = Accesses * D.RepeatedGlobalRead * Words;
    double After = Accesses * D.SharedRead * Words +
                   Cells * executions(Point) * D.CopyIn * Words;
    return std::pair(Before, After);
  }

  /// How often a thread makes an access, less what it keeps in a register.
  double repetitions(AccessId Id) const {
    const AccessInfo &A = K.access(Id);
    double Times = 1;
    bool Kept = true; // from the innermost loop outwards
    for (LoopId L : llvm::reverse(A.Loops)) {
      for (const Polynomial &S : A.Subscripts)
        Kept &= !S.mentions(K.loop(L).Symbol);
      if (!Kept)
        Times *= tripCount(L);
    }
    return Times;
  }

  int64_t bytes(const KernelPlan &Plan) const {
    int64_t Sum = 0;
    for (const StagePoint &Point : Plan.Points)
      for (const TileStage &T : Point.Tiles)
        Sum += int64_t(typical(T.bytes(K.array(T.Array).ElementBytes)));
    return Sum;
  }

  //===--- The choice -----------------------------------------------------===//

  /// Takes the best candidate. Only its load tests are computed; where that
  /// fails, the next best is taken.
  void choose() {
    std::optional<size_t> Best;
    while ((Best = best())) {
      Candidate &C = Result.Considered[*Best];
      llvm::Expected<KernelPlan> Plan =
          derivePlan(P, Kernel, Space, C.Request, Opts.Device);
      if (Plan) {
        Result.Plan = std::move(*Plan);
        break;
      }
      C.Verdict = verdict(Plan.takeError());
    }
    for (size_t I = 0; I < Result.Considered.size(); ++I)
      if (Best && I != *Best && Result.Considered[I].Verdict.empty())
        Result.Considered[I].Verdict = "dominated";
    explain();
  }

  std::optional<size_t> best() {
    std::optional<size_t> Best;
    auto Saved = [](const Candidate &C) { return C.Before - C.After; };
    auto IsForced = [&](const Candidate &C) {
      return llvm::any_of(C.Request.Stages, [&](const StageRequest &S) {
        return llvm::any_of(S.Tiles, [&](const TileRequest &T) {
          return forcedPlace(T.Array) == true;
        });
      });
    };
    for (size_t I = 0; I < Result.Considered.size(); ++I) {
      Candidate &C = Result.Considered[I];
      if (!C.Verdict.empty())
        continue;
      if (C.Before < C.After * WorthwhileGain && !IsForced(C)) {
        C.Verdict = std::string(identity(DiagKind::DoesNotPay));
        continue;
      }
      // A tile of run-time size needs a test at the launch: only if nothing
      // else pays.
      auto IsDynamic = [&](size_t Which) {
        return Plans[Which].DynamicBytes.has_value();
      };
      if (!Best || (IsDynamic(*Best) && !IsDynamic(I)) ||
          (IsDynamic(*Best) == IsDynamic(I) &&
           Saved(C) > Saved(Result.Considered[*Best]) * 1.02))
        Best = I;
    }
    return Best;
  }

  /// One message for every array that could be staged and is not.
  void explain() {
    std::set<ArrayId> Staged;
    if (Result.Plan)
      for (const StagePoint &Point : Result.Plan->Points)
        for (const TileStage &T : Point.Tiles)
          Staged.insert(T.Array);
    for (ArrayId Array : Arrays)
      if (!Staged.count(Array))
        Messages.push_back(whyNot(Array));
  }

  Diagnostic whyNot(ArrayId Array) {
    const std::string &Name = K.array(Array).Name;
    SourcePlace Where = firstUse(Array);
    if (TooHard.count(Array))
      return {DiagKind::TooComplex, Where, {Name}};
    ArrayCoordinates Coordinates = coordinatesOf(Space, Array);
    if (Coordinates.Coordinates.empty()) {
      bool Opaque = llvm::any_of(Coordinates.Unknown, [&](AccessId Id) {
        const AccessInfo &A = K.access(Id);
        return !A.Subscripts.empty() || llvm::any_of(A.Loops, [&](LoopId L) {
          return K.loop(L).Opaque;
        });
      });
      return {
          Opaque ? DiagKind::OpaqueLoop : DiagKind::NonAffine, Where, {Name}};
    }
    StagingPoint Start;
    std::vector<AccessId> All;
    for (const auto &[Id, C] : Coordinates.Coordinates)
      All.push_back(Id);
    llvm::Expected<ReuseKind> Reuse =
        classifyReuse(Space, Coordinates, Start, All);
    if (!Reuse) {
      llvm::consumeError(Reuse.takeError());
      return {DiagKind::TooComplex, Where, {Name}};
    }
    if (!Reuse->InterThread)
      return {Reuse->Private ? DiagKind::PrivateReuse : DiagKind::NoReuse,
              Where,
              {Name}};
    // The best that any candidate promised.
    double Gain = 0;
    std::optional<DiagKind> Obstacle;
    for (const Candidate &C : Result.Considered)
      for (const StageRequest &S : C.Request.Stages)
        for (const TileRequest &T : S.Tiles)
          if (T.Array == Name && C.After > 0)
            Gain = std::max(Gain, C.Before / C.After);
    if (Gain == 0)
      Gain = bestGain(Coordinates, Obstacle);
    if (Gain == 0)
      return {Obstacle.value_or(DiagKind::NoBoundedBox), Where, {Name}};
    std::string Text;
    llvm::raw_string_ostream(Text) << llvm::format("%.2f", Gain);
    std::string Threshold;
    llvm::raw_string_ostream(Threshold) << llvm::format("%.2f", WorthwhileGain);
    return {DiagKind::DoesNotPay, Where, {Name, Text, Threshold}};
  }

  /// The gain of the array alone, at the best staging point; 0 if there is
  /// none.
  double bestGain(const ArrayCoordinates &Coordinates,
                  std::optional<DiagKind> &Obstacle) {
    double Gain = 0;
    std::vector<StageRequest> Points = {{"", 0, {}}};
    for (unsigned I = 0; I < K.Loops.size(); ++I) {
      if (K.Loops[I].Opaque)
        continue;
      if (dependenceOf(Space, LoopId{I}) != Dependence::Uniform) {
        Obstacle = DiagKind::DivergentBarrier;
        continue;
      }
      for (int64_t Steps : stripLengths(K.Loops[I]))
        Points.push_back({K.Loops[I].Symbol, Steps, {}});
    }
    for (const StageRequest &Stage : Points) {
      std::optional<StagingPoint> Point = stagingPoint(Stage);
      if (!Point)
        continue;
      auto Groups = computeFootprints(Space, Coordinates, *Point);
      if (!Groups) {
        llvm::consumeError(Groups.takeError());
        continue;
      }
      for (const Footprint &F : *Groups)
        if (auto Cost = costs(Coordinates, *Point, F))
          Gain = std::max(Gain, Cost->first / Cost->second);
    }
    return Gain;
  }

  const Program &P;
  KernelId Kernel;
  const KernelModel &K;
  const PlannerOptions &Opts;
  std::vector<Diagnostic> &Messages;
  IslContext Context;
  FactCache Cache;
  KernelSpace Space;
  std::map<std::string, int64_t> Typical;
  std::vector<ArrayId> Arrays;
  std::set<ArrayId> TooHard; ///< isl gave up
  std::map<size_t, KernelPlan> Plans;
  ShapeDecision Result;
};

/// The block shapes of all launches, in text order, without repetition.
std::vector<BlockShape> shapesOf(const Program &P, KernelId Kernel) {
  std::vector<BlockShape> Shapes;
  for (const LaunchModel *L : P.launchesOf(Kernel))
    if (!llvm::is_contained(Shapes, L->Block))
      Shapes.push_back(L->Block);
  return Shapes;
}

/// Why the kernel as a whole is left alone.
std::vector<Diagnostic> obstacles(const Program &P, KernelId Kernel,
                                  const PlannerOptions &Opts) {
  const KernelModel &K = P.kernel(Kernel);
  std::vector<Diagnostic> Why = K.Refusals;
  if (!Opts.KernelPattern.empty() &&
      !llvm::Regex(Opts.KernelPattern).match(K.Name))
    Why.push_back({DiagKind::ExcludedByUser, K.NamePlace, {K.Name}});
  if (Why.empty() && (K.HasBarrier || K.HasShared))
    Why.push_back({DiagKind::HasBarrier, K.NamePlace, {K.Name}});
  return Why;
}

} // namespace

/// Whether the launches of \p Block are sure to fulfil \p P >= 0.
static bool holdsAtLaunches(const Program &P, KernelId Kernel,
                            const BlockShape &Block, const Polynomial &Value) {
  const KernelModel &K = P.kernel(Kernel);
  for (const LaunchModel *L : P.launchesOf(Kernel)) {
    if (L->Block != Block)
      continue;
    LaunchShape Shape = shapeOf(*L, K);
    Polynomial There =
        specialise(Value, Shape)
            .substitute([&](llvm::StringRef S) -> std::optional<Polynomial> {
              auto It = Shape.Constants.find(S.str());
              return It == Shape.Constants.end()
                         ? std::nullopt
                         : std::optional<Polynomial>(It->second);
            });
    std::optional<int64_t> Known = There.constant();
    if (!Known || *Known < 0)
      return false;
  }
  return true;
}

/// Completes the plans of a kernel: which conditions a launch must test, and
/// what the rewritten kernels are called.
static void finish(const Program &P, PlanDecision &D) {
  const KernelModel &K = P.kernel(D.Kernel);
  bool InPlace = D.Shapes.size() == 1;
  unsigned Versions = 0;
  for (ShapeDecision &S : D.Shapes) {
    if (!S.Plan || S.Plan->empty())
      continue;
    ++Versions;
    std::vector<Polynomial> &Tests = S.Plan->Conditions;
    Tests.insert(Tests.end(), K.MustNotBeNegative.begin(),
                 K.MustNotBeNegative.end());
    llvm::sort(Tests);
    Tests.erase(std::unique(Tests.begin(), Tests.end()), Tests.end());
    llvm::erase_if(Tests, [&](const Polynomial &Test) {
      return holdsAtLaunches(P, D.Kernel, S.Block, Test);
    });
    InPlace &= Tests.empty();
    S.Plan->Launches = chooseLaunches(P, *S.Plan);
    if (!S.Plan->Launches.empty())
      continue;
    D.Messages.push_back({DiagKind::LaunchNotTestable, K.NamePlace, {K.Name}});
    S.Plan.reset();
    --Versions;
  }
  if (InPlace)
    return;
  std::set<std::string> Used = K.Identifiers;
  for (ShapeDecision &S : D.Shapes) {
    if (!S.Plan || S.Plan->empty())
      continue;
    std::string Name = K.Name + "_tiled";
    if (Versions > 1) {
      Name = K.Name;
      unsigned Last = 2;
      while (Last > 0 && S.Block[Last] == 1)
        --Last;
      for (unsigned A = 0; A <= Last; ++A)
        Name += (A ? "x" : "_") +
                (S.Block[A] ? std::to_string(*S.Block[A]) : std::string("n"));
    }
    std::string Unique = Name;
    for (unsigned I = 2; !Used.insert(Unique).second; ++I)
      Unique = Name + "_" + std::to_string(I);
    S.Plan->Name = Unique;
  }
}

/// Whether the program has the kernel, and launches, that \p Request is for.
static llvm::Error checkNames(const Program &P, const KernelRequest &Request) {
  auto K = llvm::find_if(P.Kernels, [&](const KernelModel &K) {
    return K.Name == Request.Kernel;
  });
  if (K == P.Kernels.end())
    return reject(DiagKind::BadPlan, SourcePlace::nowhere(),
                  "no kernel '" + Request.Kernel + "'");
  if (Request.Block.empty())
    return llvm::Error::success();
  auto HasBlock = [&](const LaunchModel *L) {
    return llvm::equal(Request.Block, L->Block,
                       [](int64_t Wanted, std::optional<int64_t> Size) {
                         return Size == Wanted;
                       });
  };
  if (llvm::any_of(P.launchesOf({unsigned(K - P.Kernels.begin())}), HasBlock))
    return llvm::Error::success();
  std::string Block;
  for (int64_t Size : Request.Block)
    Block += (Block.empty() ? "" : "x") + std::to_string(Size);
  return reject(DiagKind::BadPlan, K->NamePlace,
                "kernel '" + K->Name + "': no launch with blocks of " + Block);
}

llvm::Expected<std::vector<PlanDecision>>
planTiles(const Program &P, const PlannerOptions &Opts) {
  if (Opts.Forced)
    for (const KernelRequest &Request : *Opts.Forced)
      if (llvm::Error Err = checkNames(P, Request))
        return std::move(Err);
  std::vector<PlanDecision> Decisions;
  for (unsigned I = 0; I < P.Kernels.size(); ++I) {
    PlanDecision D;
    D.Kernel = {I};
    D.Messages = obstacles(P, D.Kernel, Opts);
    if (D.Messages.empty()) {
      for (const BlockShape &Block : shapesOf(P, D.Kernel)) {
        llvm::Expected<ShapeDecision> Shape =
            ShapePlanner(P, D.Kernel, Block, Opts, D.Messages).plan();
        if (!Shape)
          return Shape.takeError();
        D.Shapes.push_back(std::move(*Shape));
      }
      finish(P, D);
    }
    Decisions.push_back(std::move(D));
  }
  return Decisions;
}

} // namespace tessera
