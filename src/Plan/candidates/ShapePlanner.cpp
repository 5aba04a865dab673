//===- ShapePlanner.cpp - The plan for one kernel and one block shape -----===//
#include "candidates/ShapePlanner.h"
#include "costs/Throughput.h"
#include "tessera/Analysis/BlockBounds.h"
#include "tessera/Analysis/StagingLegality.h"
#include "tessera/Analysis/Uniformity.h"
#include "tiles/WrittenTiles.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// A larger tile must save this much more than a smaller one; and longer strips
/// of the same loop, which leave fewer blocks on a multiprocessor, and more
/// behind a loop's end, where the shorter ones give all threads a cell to copy.
/// Measured on an H200: products and rows of 16 to 4096.
constexpr double ClearlyMore = 1.02, LongerStrips = 1.2;

static double saved(const Candidate &C) { return C.Before - C.After; }

bool mayStage(const Program &P, KernelId Kernel, ArrayId Array,
              const PlannerOptions &Opts) {
  const KernelModel &K = P.kernel(Kernel);
  const ArrayInfo &A = K.array(Array);
  if (llvm::is_contained(Opts.ForcedArrays, std::pair(A.Name, false)))
    return false;
  if ((A.K != ArrayInfo::Kind::Parameter && A.K != ArrayInfo::Kind::Global) ||
      A.Constant || A.ElementBytes > Opts.Device.SharedOptIn)
    return false;
  llvm::Error Err = isWritten(K, Array) ? checkWritable(P, Kernel, Array)
                                        : checkReadOnly(P, Kernel, Array);
  const bool May = !Err;
  llvm::consumeError(std::move(Err));
  return May;
}

ShapePlanner::ShapePlanner(const Program &P, const KernelPlan &Start,
                           const PlannerOptions &Opts,
                           std::vector<Diagnostic> &Messages)
    : P(P), Kernel(Start.Kernel), Start(Start),
      K(withBlockBounds(Start.reorderedModel(P.kernel(Kernel)))), Opts(Opts),
      Messages(Messages), Space{Context, K, {}},
      Costs(Space, Opts.Device, typicalValues(P, Kernel, Start.Block)) {
  Space.Shape.Block = Start.newBlock();
  Space.Cache = &Cache;
  Result.Block = Start.Block;
}

KernelSpace ShapePlanner::launched() const {
  KernelSpace Launched = Space;
  Launched.Cache = nullptr; // which is for any grid
  Launched.Shape.Grid = gridFor(P, Start);
  return Launched;
}

double ShapePlanner::cycles(const KernelPlan *Plan) const {
  return cyclesPerOutput(
      Throughput(launched(), Costs.global(), Opts.Device).of(Plan),
      Opts.Device);
}

llvm::Expected<ShapeDecision> ShapePlanner::plan() {
  if (Opts.Forced) {
    if (llvm::Error Err = forced())
      return std::move(Err);
    return std::move(Result);
  }
  collectArrays();
  findHopeless();
  enumerate();
  combine();
  choose();
  Result.Cost = costAsIs();
  for (const Candidate &C : Result.Considered)
    if (Result.Plan && C.Verdict.empty())
      Result.Cost -= saved(C);
  return std::move(Result);
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

std::optional<bool> ShapePlanner::forcedPlace(llvm::StringRef Array) const {
  std::optional<bool> Place;
  for (const auto &[Name, Shared] : Opts.ForcedArrays)
    if (Name == Array)
      Place = Shared;
  return Place;
}

/// The arrays that may be staged at all; messages for the others.
void ShapePlanner::collectArrays() {
  for (unsigned I = 0; I < K.Arrays.size(); ++I) {
    const ArrayInfo &A = K.Arrays[I];
    bool Global =
        A.K == ArrayInfo::Kind::Parameter || A.K == ArrayInfo::Kind::Global;
    bool Write = isWritten(K, {I});
    if (!Global || (!isRead({I}) && !Write))
      continue;
    if (forcedPlace(A.Name) == false) {
      if (llvm::is_contained(K.Requests.Arrays, std::pair(A.Name, false)))
        Messages.push_back({DiagKind::SwitchedOff,
                            firstUse({I}),
                            {A.Name, "a directive asks for it"}});
      else
        Messages.push_back({DiagKind::ExcludedByUser, firstUse({I}), {A.Name}});
      continue;
    }
    if (A.ElementBytes > Opts.Device.SharedOptIn) {
      Messages.push_back({DiagKind::LargeElements,
                          firstUse({I}),
                          {A.Name, std::to_string(A.ElementBytes)}});
      continue;
    }
    if (Write) {
      if (llvm::Error Err = checkWritable(P, Kernel, {I}))
        llvm::consumeError(std::move(Err)); // see explain
      else
        Written.push_back({I});
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

bool ShapePlanner::isRead(ArrayId Array) const {
  return llvm::any_of(K.Accesses, [&](const AccessInfo &A) {
    return A.Array == Array && A.reads();
  });
}

SourcePlace ShapePlanner::firstUse(ArrayId Array) const {
  for (const AccessInfo &A : K.Accesses)
    if (A.Array == Array)
      return {A.Source.Begin};
  return K.NamePlace;
}

void ShapePlanner::enumerate() {
  consider({{"", 0, {}}});
  for (unsigned I = 0; I < K.Loops.size(); ++I) {
    if (!mayStage({I}))
      continue;
    for (int64_t Steps : stripLengths(K.Loops[I])) {
      consider({{K.Loops[I].Symbol, Steps, {}}});
      consider({{"", 0, {}}, {K.Loops[I].Symbol, Steps, {}}});
    }
  }
}

/// Lengths worth trying: powers of two up to the threads of a block, that
/// are no longer than the loop. A block that strides does so in each round.
std::vector<int64_t> ShapePlanner::stripLengths(const LoopInfo &L) const {
  if (L.Stride)
    return {1};
  std::optional<int64_t> Threads = Space.Shape.threads();
  std::optional<int64_t> Trip = (L.Upper - L.Lower).constant();
  std::vector<int64_t> Lengths;
  for (int64_t Steps = 8; Steps <= std::max<int64_t>(Threads.value_or(256), 32);
       Steps *= 2)
    if (!Trip || Steps * L.Step <= *Trip)
      Lengths.push_back(Steps);
  return Lengths;
}

/// Fills \p Empty stages with the arrays that gain there, and adds the
/// candidate that has them and what \p Base has already. If one of them makes
/// it impossible, or all do not pay as some gain little, what the others gain
/// is considered, too.
void ShapePlanner::consider(const std::vector<StageRequest> &Empty,
                            const Candidate &Base,
                            const std::set<std::string> &Without) {
  std::vector<StageRequest> Stages = Empty;
  Candidate C = Base;
  C.Request.Kernel = K.Name;
  start(C.Request);
  C.Request = withBlock(std::move(C.Request));
  bool Gains = true, Strong = false;
  std::set<std::string> Weak;
  // Tiles in loops first: they are smaller.
  for (StageRequest &Stage : llvm::reverse(Stages)) {
    std::set<std::string> Little = fill(Stage, Without, C);
    Gains &= !Stage.Tiles.empty();
    for (const TileRequest &T : Stage.Tiles)
      Strong |= !Little.count(T.Array);
    Weak.merge(Little);
  }
  if (!Gains)
    return;
  llvm::append_range(C.Request.Stages, Stages);
  llvm::Expected<KernelPlan> Plan = derivePlan(
      P, Kernel, Space, C.Request, Opts.Device, PlanDetail::WithoutLoadTests);
  if (!Plan) {
    refuse(C, Plan.takeError());
  } else {
    C.SharedBytes = Costs.bytes(*Plan);
    Plans[Result.Considered.size()] = std::move(*Plan);
  }
  Result.Considered.push_back(C);
  if (C.Obstacle && isOfOneArray(C.Obstacle->Kind)) {
    std::set<std::string> More = Without;
    if (More.insert(C.Obstacle->Arguments.front()).second)
      consider(Empty, Base, More);
  } else if (Strong && !Weak.empty() && C.Before < C.After * WorthwhileGain) {
    Weak.insert(Without.begin(), Without.end());
    consider(Empty, Base, Weak);
  }
}

void ShapePlanner::refuse(Candidate &C, llvm::Error Err) const {
  std::vector<Diagnostic> Why;
  if (llvm::Error Other = takeRejects(std::move(Err), Why)) {
    llvm::consumeError(std::move(Other));
    Why.push_back({DiagKind::TooComplex, K.NamePlace, {K.Name}});
  }
  C.Obstacle = Why.front();
  C.Verdict = std::string(identity(C.Obstacle->Kind));
}

/// Adds stages in further loops to the best candidate, as long as that gains.
void ShapePlanner::combine() {
  std::set<size_t> Extended;
  for (std::optional<size_t> Best = best();
       Best && Extended.insert(*Best).second; Best = best()) {
    const Candidate Base = Result.Considered[*Best];
    for (unsigned I = 0; I < K.Loops.size(); ++I) {
      if (!mayStage({I}) || isNested({I}, Base))
        continue;
      size_t First = Result.Considered.size();
      for (int64_t Steps : stripLengths(K.Loops[I]))
        consider({{K.Loops[I].Symbol, Steps, {}}}, Base);
      keepBestLength(First, Base);
    }
  }
}

/// Of the candidates from \p First on, which add strips of different lengths to
/// \p Base, keeps the best.
void ShapePlanner::keepBestLength(size_t First, const Candidate &Base) {
  std::optional<size_t> Best;
  auto Gained = [&](size_t I) {
    return saved(Result.Considered[I]) - saved(Base);
  };
  for (size_t I = First; I < Result.Considered.size(); ++I) {
    if (!Result.Considered[I].Verdict.empty())
      continue;
    bool Better = !Best || Gained(I) > Gained(*Best) * (occupiesThreads(*Best)
                                                            ? LongerStrips
                                                            : ClearlyMore);
    size_t Worse = Better ? Best.value_or(I) : I;
    if (Better)
      Best = I;
    if (Worse != *Best)
      Result.Considered[Worse].Verdict = "dominated";
  }
}

/// Whether barriers may stand in the loop, as far as that itself is concerned.
bool ShapePlanner::mayStage(LoopId L) const {
  return !K.loop(L).Opaque && dependenceOf(Space, L) == Dependence::Uniform;
}

/// Whether \p L is a loop of a stage of \p C, around one, or in one.
bool ShapePlanner::isNested(LoopId L, const Candidate &C) const {
  return llvm::any_of(K.Accesses, [&](const AccessInfo &A) {
    return llvm::is_contained(A.Loops, L) &&
           llvm::any_of(A.Loops, [&](LoopId Other) {
             return llvm::any_of(C.Request.Stages, [&](const StageRequest &S) {
               return S.Loop == K.loop(Other).Symbol;
             });
           });
  });
}

std::optional<StagingPoint>
ShapePlanner::stagingPoint(const StageRequest &Stage) const {
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

/// \returns the arrays some tile of which gains too little to be worth it
/// alone.
std::set<std::string> ShapePlanner::fill(StageRequest &Stage,
                                         const std::set<std::string> &Without,
                                         Candidate &C) {
  std::set<std::string> Weak;
  std::optional<StagingPoint> Point = stagingPoint(Stage);
  if (!Point)
    return Weak;
  bool First = true;
  std::vector<ArrayId> All = Arrays;
  llvm::append_range(All, Written);
  llvm::sort(All);
  for (ArrayId Array : All) {
    if (TooHard.count(Array) || Hopeless.count(Array) ||
        Without.count(K.array(Array).Name))
      continue;
    ArrayCoordinates Coordinates = coordinatesOf(Space, Array);
    auto Groups = computeFootprints(Space, Coordinates, *Point);
    if (!Groups) {
      noteFailure(Groups.takeError(), Array);
      continue;
    }
    for (unsigned G = 0; G < Groups->size(); ++G) {
      const Footprint &F = (*Groups)[G];
      bool Forced = forcedPlace(K.array(Array).Name) == true;
      if (F.isEmpty() || llvm::any_of(F.Accesses, [&](AccessId Id) {
            return C.Accesses.count(Id) ||
                   (!K.access(Id).Replaceable && !Forced);
          }))
        continue;
      std::optional<TileCosts::Pair> Cost = costs(Coordinates, *Point, F);
      if (!Cost || (Cost->After >= Cost->Before && !Forced))
        continue;
      if (isWritten(K, Array) && !mayWrite(Coordinates, *Point, Stage, F))
        continue;
      if (Cost->Before < Cost->After * WorthwhileGain && !Forced)
        Weak.insert(K.array(Array).Name);
      C.Before += Cost->Before;
      C.After += Cost->After;
      if (First)
        C.After += Costs.barriers(*Point) + Costs.idleRounds(*Point);
      First = false;
      C.Accesses.insert(F.Accesses.begin(), F.Accesses.end());
      Stage.Tiles.push_back({K.array(Array).Name, G, std::nullopt});
    }
  }
  return Weak;
}

/// Whether a tile of \p F may take the writes. Where it may not, other tiles
/// still may be filled.
bool ShapePlanner::mayWrite(const ArrayCoordinates &Coordinates,
                            const StagingPoint &Point,
                            const StageRequest &Stage,
                            const Footprint &F) const {
  std::optional<LoopId> Loop;
  std::string Step;
  if (!Point.Loops.empty()) {
    Loop = Point.Loops.back().Loop;
    Step = Stage.Steps == 1 ? K.loop(*Loop).Symbol : Point.Loops.back().Symbol;
  }
  llvm::Error Err = checkWrittenTile({P, Kernel, Space, Coordinates, Point, F},
                                     TileTests(K, Loop, Step));
  bool May = !Err;
  llvm::consumeError(std::move(Err));
  return May;
}

/// Where isl gave up once, other staging points of the array would take as
/// long.
void ShapePlanner::noteFailure(llvm::Error Err, ArrayId Array) {
  if (Err.isA<IslGaveUp>())
    TooHard.insert(Array);
  llvm::consumeError(std::move(Err));
}

std::optional<TileCosts::Pair>
ShapePlanner::costs(const ArrayCoordinates &Array, const StagingPoint &Point,
                    const Footprint &F) {
  llvm::Expected<std::optional<TileCosts::Pair>> Found =
      Costs.of(Array, Point, F);
  if (Found)
    return *Found;
  noteFailure(Found.takeError(), F.Array);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

/// Takes the best candidate. Only its load tests are computed; where that
/// fails, the next best is taken.
void ShapePlanner::choose() {
  std::optional<size_t> Best;
  while ((Best = best())) {
    Candidate &C = Result.Considered[*Best];
    if (!isForced(C))
      C.Obstacle = tooSlow(Plans[*Best]);
    if (C.Obstacle) {
      C.Verdict = std::string(identity(C.Obstacle->Kind));
      continue;
    }
    llvm::Expected<KernelPlan> Plan =
        derivePlan(P, Kernel, Space, C.Request, Opts.Device);
    if (Plan) {
      Result.Plan = std::move(*Plan);
      break;
    }
    refuse(C, Plan.takeError());
  }
  if (!Best && (Start.Threads != UsersOrder || Start.Relaunch)) {
    KernelRequest OnlyStart = withBlock({});
    OnlyStart.Kernel = K.Name;
    start(OnlyStart);
    if (auto Plan = derivePlan(P, Kernel, Space, OnlyStart, Opts.Device))
      Result.Plan = std::move(*Plan);
    else
      llvm::cantFail(takeRejects(Plan.takeError(), Messages),
                     "a start is legal or not");
  }
  for (size_t I = 0; I < Result.Considered.size(); ++I)
    if (Best && I != *Best && Result.Considered[I].Verdict.empty())
      Result.Considered[I].Verdict = "dominated";
  explain();
}

bool ShapePlanner::isForced(const Candidate &C) const {
  return llvm::any_of(C.Request.Stages, [&](const StageRequest &S) {
    return llvm::any_of(S.Tiles, [&](const TileRequest &T) {
      return forcedPlace(T.Array) == true;
    });
  });
}

/// Whether every tile that the candidate has in a loop has a cell for each
/// thread to copy.
bool ShapePlanner::occupiesThreads(size_t Which) const {
  const int64_t Threads = Space.Shape.threads().value_or(1);
  return llvm::all_of(Plans.at(Which).Points, [&](const StagePoint &Point) {
    return !Point.Loop || llvm::all_of(Point.Tiles, [&](const TileStage &T) {
      int64_t Cells = 1;
      for (const TileDimension &D : T.Dimensions)
        Cells *= D.Extent.constant().value_or(Threads);
      return Cells >= Threads;
    });
  });
}

std::optional<size_t> ShapePlanner::best() {
  std::optional<size_t> Best;
  for (size_t I = 0; I < Result.Considered.size(); ++I) {
    Candidate &C = Result.Considered[I];
    if (!C.Verdict.empty())
      continue;
    if (C.Before < C.After * WorthwhileGain && !isForced(C)) {
      C.Verdict = std::string(identity(DiagKind::DoesNotPay));
      continue;
    }
    if (waitsForOthers(C) && !isForced(C)) {
      C.Obstacle = {DiagKind::FewWarps, K.NamePlace, {""}};
      C.Verdict = std::string(identity(DiagKind::FewWarps));
      continue;
    }
    // A tile of run-time size needs a test at the launch: only if nothing
    // else pays.
    auto IsDynamic = [&](size_t Which) {
      return Plans[Which].DynamicBytes.has_value();
    };
    auto MoreThan = [&](size_t Which) {
      const Candidate &Other = Result.Considered[Which];
      const bool Same =
          llvm::equal(C.Request.Stages, Other.Request.Stages,
                      [](const StageRequest &A, const StageRequest &B) {
                        return A.Loop == B.Loop;
                      });
      return saved(Other) *
             (Same && occupiesThreads(Which) ? LongerStrips : ClearlyMore);
    };
    if (!Best || (IsDynamic(*Best) && !IsDynamic(I)) ||
        (IsDynamic(*Best) == IsDynamic(I) && saved(C) > MoreThan(*Best)))
      Best = I;
  }
  return Best;
}

} // namespace tessera
