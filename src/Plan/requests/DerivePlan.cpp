//===- DerivePlan.cpp - From a request to a complete plan -----------------===//
#include "launches/GridExtents.h"
#include "requests/ThreadRequests.h"
#include "tessera/Analysis/AssumedFacts.h"
#include "tessera/Analysis/Coalescing.h"
#include "tessera/Analysis/FactCache.h"
#include "tessera/Analysis/StagingLegality.h"
#include "tessera/Analysis/Uniformity.h"
#include "tessera/Plan/Planner.h"
#include "tessera/Plan/Registers.h"
#include "tessera/Polyhedral/Guarded.h"
#include "tiles/SharedMemory.h"
#include "tiles/TileCopies.h"
#include "tiles/TileReach.h"
#include "tiles/WrittenTiles.h"

namespace tessera {

namespace {

/// Threads of a block that can all have as many registers as a thread may have.
constexpr int64_t AnyRegisters = 256;
/// cuda_pipeline.h: before sm_80 what it copies is there at once, before sm_70
/// it declares nothing.
constexpr int64_t LeastForAsync = 70;

class Deriver {
public:
  /// \param Space of the kernel with the outputs of \p Coarse, interleaved as
  ///        \p Interleaved says.
  Deriver(const Program &P, KernelId Kernel, const KernelSpace &Space,
          const CoarsenedKernel &Coarse, std::vector<Coarsening> Interleaved,
          const DeviceModel &Device, PlanDetail Detail)
      : P(P), Kernel(Kernel), K(Space.Kernel), Space(Space), Device(Device),
        Coarse(Coarse), Interleaved(std::move(Interleaved)), Detail(Detail),
        Used(K.Identifiers) {
    for (const Coarsening &C : Coarse.Axes)
      Used.insert(C.Counter);
    Plan.Coarsen = Coarse.Axes;
  }

  llvm::Expected<KernelPlan> derive(const KernelRequest &Request) {
    Plan.Kernel = Kernel;
    if (llvm::Error Err =
            arrangeThreads(P, Kernel, Space, Device, Request, Plan))
      return std::move(Err);
    Plan.Name = K.Name;
    Plan.Resident = Request.Resident;
    Plan.Least = Request.Least;
    const int64_t Threads = Space.Shape.threads().value_or(0);
    if (Plan.Resident && !Threads)
      return bad("'resident' needs a known block size");
    if (Plan.Resident && K.HasLaunchBounds)
      return bad("it has __launch_bounds__ already");
    const bool Needs = Plan.Relaunch || !Plan.Coarsen.empty();
    if (Plan.Resident ||
        (Needs && Threads > AnyRegisters && !K.HasLaunchBounds))
      Plan.BoundThreads = Threads;
    std::set<std::string> Places;
    for (const StageRequest &Stage : Request.Stages) {
      if (!Places.insert(Stage.Loop).second)
        return bad("two stages at one place");
      if (llvm::Error Err = point(Stage))
        return std::move(Err);
    }
    llvm::sort(Plan.Points, [](const StagePoint &A, const StagePoint &B) {
      return A.Loop < B.Loop;
    });
    for (const StagePoint &Point : Plan.Points)
      if (Point.Loop || Point.copiesOut())
        if (llvm::Error Err = checkOwnBarriers(
                Space, K.array(Point.Tiles.front().Array).Name))
          return std::move(Err);
    if (llvm::Error Err =
            placeTiles(P, K, Device, fresh(K.Name + "_tiles"), Plan))
      return std::move(Err);
    return std::move(Plan);
  }

private:
  llvm::Error bad(const llvm::Twine &What) const {
    return reject(DiagKind::BadPlan, K.NamePlace,
                  "kernel '" + K.Name + "': " + What.str());
  }

  std::string fresh(llvm::StringRef Wanted) {
    std::string Name = Wanted.str();
    for (unsigned I = 2; !Used.insert(Name).second; ++I)
      Name = Wanted.str() + std::to_string(I);
    return Name;
  }

  /// The loops from the outermost down to the one called \p Name.
  llvm::Expected<std::vector<LoopId>> loopsDownTo(llvm::StringRef Name) const {
    for (unsigned I = 0; I < K.Loops.size(); ++I) {
      if (K.Loops[I].Symbol != Name)
        continue;
      for (const AccessInfo &A : K.Accesses) {
        auto At = llvm::find(A.Loops, LoopId{I});
        if (At != A.Loops.end())
          return std::vector<LoopId>(A.Loops.begin(), At + 1);
      }
    }
    return bad("no loop '" + Name + "' accesses an array");
  }

  /// For what reads of \p F may not happen.
  llvm::Error notInAnyCase(const Footprint &F) const {
    const AccessInfo *Which = &K.access(F.Accesses.front());
    for (AccessId Id : llvm::reverse(F.Accesses))
      if (const AccessInfo &A = K.access(Id);
          A.Conditional || llvm::any_of(A.Guards, [&](const GuardUse &Use) {
            return K.guard(Use.Guard).When.isOpaque();
          }))
        Which = &A;
    return reject(DiagKind::ConditionalAccess, {Which->Source.Begin},
                  K.array(F.Array).Name, whatDecides(K, *Which));
  }

  /// Whether a barrier may stand in the innermost of \p Loops.
  llvm::Error checkUniform(llvm::ArrayRef<LoopId> Loops,
                           llvm::StringRef Array) const {
    const bool Coarsens = !Plan.Coarsen.empty();
    const std::set<LoopId> OfAllOutputs =
        Coarsens ? loopsAroundOutputs(Coarse) : std::set<LoopId>();
    for (LoopId Id : Loops) {
      const LoopInfo &L = K.loop(Id);
      // Each output would reach the barrier by itself, or not.
      if (Coarsens && !OfAllOutputs.count(Id))
        return reject(DiagKind::DivergentBarrier, L.Where, Array);
      // One thread would begin several of the user's loops.
      bool Mixed = Coarsens && L.Inside;
      // Its counter is where the block is, not where the thread is.
      bool Seen = L.hasOwnBounds() &&
                  (L.SeenOutside || L.StartsBefore || L.StepsInBody);
      // Strips behind its second bound would set it.
      Seen |= L.SeenOutside && !L.SecondBound.empty();
      if (L.Opaque || L.Step < 0 || Mixed || Seen)
        return reject(DiagKind::OpaqueLoop, L.Where, Array, because(L.Unknown));
      if (dependenceOf(Space, Id) != Dependence::Uniform)
        return reject(DiagKind::DivergentBarrier, L.Where, Array);
      if (const LoopInfo *Inner = boundedBy(L))
        return reject(DiagKind::OpaqueLoop, Inner->Where, Array,
                      because(Inner->Unknown));
    }
    return llvm::Error::success();
  }

  /// A loop with bounds that the counter of \p L is in, where that is a
  /// variable of the kernel which each round would assign: then nothing tells,
  /// in the new text, how far the other loop counts. Null if there is none.
  const LoopInfo *boundedBy(const LoopInfo &L) const {
    if (!L.StartsBefore || L.Ahead.isZero())
      return nullptr;
    auto At = llvm::find_if(K.Loops, [&](const LoopInfo &Inner) {
      return !Inner.Opaque &&
             (Inner.Lower.mentions(L.Symbol) || Inner.Upper.mentions(L.Symbol));
    });
    return At == K.Loops.end() ? nullptr : &*At;
  }

  llvm::Error point(const StageRequest &Stage) {
    StagingPoint Where;
    StagePoint Point;
    if (!Stage.Loop.empty()) {
      llvm::Expected<std::vector<LoopId>> Loops = loopsDownTo(Stage.Loop);
      if (!Loops)
        return Loops.takeError();
      std::string First = Stage.Tiles.empty() ? "" : Stage.Tiles[0].Array;
      if (llvm::Error Err = checkUniform(*Loops, First))
        return Err;
      for (LoopId Id : *Loops)
        Where.Loops.push_back({Id, 1, K.loop(Id).Symbol});
      const LoopInfo &L = K.loop(Loops->back());
      if (L.Stride && (Stage.Steps != 1 || Stage.Buffers > 1))
        return bad("loop '" + Stage.Loop + "' is cut into single rounds only");
      // `k0 += ..` of an int
      if (Stage.Steps * Stage.Buffers > (int64_t(1) << 30) / L.Step)
        return reject(DiagKind::NoBoundedBox, L.Where, First);
      Point.Loop = Loops->back();
      Point.Steps = Stage.Steps;
      Point.StepSymbol = L.Symbol;
      Point.StepName = L.symbolName();
      if (Stage.Steps != 1) {
        Point.StepName = fresh(L.Name + "0");
        Point.StepSymbol = Point.StepName;
        Point.Divides = !L.hasOwnBounds() &&
                        isAssumedMultiple(L.Upper - L.Lower,
                                          Stage.Steps * L.Step, K.Assumed, {});
        Where.Loops.back() = {*Point.Loop, Stage.Steps, Point.StepSymbol};
      }
      Point.Unroll = Stage.Unroll;
      Point.Buffers = Stage.Buffers;
      Point.Async = Stage.Async;
      if (Stage.Async && Device.capability() < LeastForAsync)
        return bad("asynchronous copies need sm_70");
    }
    PointLoop = Point.Loop;
    PointStep = Point.StepSymbol;
    PointSteps = Point.Steps;
    BufferName = Point.Buffers > 1 ? fresh("buffer") : "";
    Buffers = Point.Buffers;
    Async = Point.Async;
    SharesTiles = false;
    for (const TileRequest &Tile : Stage.Tiles)
      if (llvm::Error Err = tiles(Tile, Where, Point))
        return Err;
    Point.SharesTiles = SharesTiles;
    if (Point.Async && !Point.copiesIn())
      return bad("there is nothing to copy ahead");
    if (!Point.Tiles.empty())
      Plan.Points.push_back(std::move(Point));
    return llvm::Error::success();
  }

  llvm::Error tiles(const TileRequest &Request, const StagingPoint &Where,
                    StagePoint &Point) {
    auto Named = llvm::find_if(K.Arrays, [&](const ArrayInfo &A) {
      return A.Name == Request.Array && (A.K == ArrayInfo::Kind::Parameter ||
                                         A.K == ArrayInfo::Kind::Global);
    });
    if (Named == K.Arrays.end())
      return bad("no array '" + Request.Array + "'");
    ArrayId Array{unsigned(Named - K.Arrays.begin())};
    bool Written = isWritten(K, Array);
    if (llvm::Error Err = Written ? checkWritable(P, Kernel, Array)
                                  : checkReadOnly(P, Kernel, Array))
      return Err;
    ArrayCoordinates Coordinates = coordinatesOf(Space, Array);
    if (Coordinates.Coordinates.empty())
      return reject(DiagKind::NonAffine, K.NamePlace, Request.Array, "");
    llvm::Expected<std::vector<Footprint>> Groups =
        computeFootprints(Space, Coordinates, Where);
    if (!Groups)
      return tooComplex(Groups.takeError(), Request.Array);
    bool Found = false;
    for (unsigned G = 0; G < Groups->size(); ++G) {
      const Footprint &F = (*Groups)[G];
      if ((Request.Group && *Request.Group != G) || F.isEmpty())
        continue;
      if (!Request.Group && !Written) {
        llvm::Expected<ReuseKind> Reuse =
            classifyReuse(Space, Coordinates, Where, F.Accesses);
        if (!Reuse)
          return tooComplex(Reuse.takeError(), Request.Array);
        if (!Reuse->InterThread)
          continue;
      }
      Found = true;
      for (AccessId Id : F.Accesses)
        if (!Taken.insert(Id).second)
          return bad("array '" + Request.Array + "' is staged twice");
      const TileOrigin From{P, Kernel, Space, Coordinates, Where, F};
      llvm::Expected<TileStage> Tile = tile(From, Written, Request);
      if (!Tile)
        return tooComplex(Tile.takeError(), Request.Array);
      Tile->Group = G;
      Point.Tiles.push_back(std::move(*Tile));
    }
    if (!Found && Request.Group)
      return bad("array '" + Request.Array + "' has no group " +
                 llvm::Twine(*Request.Group));
    if (!Found)
      return reject(DiagKind::NoReuse, K.NamePlace, Request.Array);
    return llvm::Error::success();
  }

  llvm::Error tooComplex(llvm::Error Err, llvm::StringRef Array) const {
    return llvm::handleErrors(
        std::move(Err), [&](const IslGaveUp &) -> llvm::Error {
          return reject(DiagKind::TooComplex, K.NamePlace, Array);
        });
  }

  llvm::Expected<TileStage> tile(const TileOrigin &From, bool Written,
                                 const TileRequest &Request) {
    const Footprint &F = From.F;
    const ArrayInfo &A = K.array(F.Array);
    const TileTests Tests(K, PointLoop, PointStep);
    for (AccessId Id : F.Accesses)
      if (const AccessInfo &Access = K.access(Id); !Access.Replaceable)
        return reject(Access.Function.empty() ? DiagKind::AccessInMacro
                                              : DiagKind::AccessInFunction,
                      {Access.Source.Begin}, A.Name, Access.Function);
    if (F.May && !Tests.hasKnownBounds(F))
      return notInAnyCase(F);
    if (Written)
      if (llvm::Error Err = checkWrittenTile(From, Tests))
        return std::move(Err);

    TileStage Tile;
    Tile.Array = F.Array;
    Tile.Name = fresh(A.stem() + "_tile");
    Tile.Flattened = A.Extents.size() == 1;
    for (AccessId Id : F.Accesses)
      Tile.Wide |= K.access(Id).Wide;
    for (unsigned D = 0; D < F.Enclosing.Dims.size(); ++D) {
      const Box::Dim &From = F.Enclosing.Dims[D];
      TileDimension Dim;
      Dim.Origin = From.Origin;
      Dim.Extent = From.Extent;
      Dim.Step = From.Stride;
      if (Tile.Flattened && !F.Strides.empty())
        Dim.Stride = F.Strides[D];
      Tile.Dimensions.push_back(std::move(Dim));
    }
    for (AccessId Id : F.Accesses) {
      Tile.Redirected.push_back({Id, F.TileIndex.at(Id), "", 0});
      for (Polynomial &I : Tile.Redirected.back().Index)
        I = regroup(I, K, Interleaved, Coarse.Axes);
    }
    if (!Plan.Coarsen.empty() && !Written) {
      std::optional<TileStrip> Strip;
      if (PointLoop)
        Strip = {*PointLoop, PointStep, PointSteps * K.loop(*PointLoop).Step};
      llvm::Expected<bool> Reaches = reachesAllOutputs(Space, F, Strip);
      if (!Reaches)
        return Reaches.takeError();
      if (!*Reaches)
        return bad("array '" + A.Name +
                   "': some outputs of a block would read beyond the tile");
    }
    Tile.Transposed = Request.Transposed;
    Tile.Vector = Request.Vector;
    Tile.Skew = Request.Skew;
    Tile.Window = Request.Window;
    Tile.CopyWidth = Request.Copied;
    // What is computed for outputs that are not stored reads zeros.
    const bool Fetched = Buffers > 1 && !Async;
    Tile.ZeroFill = Fetched || (!Plan.Coarsen.empty() && !Written);
    if (!Written || Fetched) {
      Tile.Buffer = BufferName;
      Tile.Buffers = Buffers;
    }
    if (Fetched)
      Tile.Next = fresh(A.stem() + "_next");
    bool WithTests = Detail == PlanDetail::Complete;
    TileVectors Vectors;
    if (Tile.CopyWidth > 1)
      if (llvm::Error Err = checkCopied(Tile, A, Vectors))
        return std::move(Err);
    if (Written) {
      if (Tile.Buffers > 1 || Tile.ZeroFill || Tile.Vector > 1 || Tile.Window ||
          (Tile.CopyWidth > 1 && Tile.Transposed))
        return bad("array '" + A.Name + "': a tile that is written is plain");
      if (llvm::Error Err =
              completeWrittenTile(From, Tests, WithTests, Vectors, Tile))
        return std::move(Err);
      if (Async && Tile.CopiedIn)
        return bad("array '" + A.Name +
                   "': what is written is not copied ahead");
      llvm::append_range(Plan.Conditions, distinctCells(Tile));
    } else if (WithTests) {
      llvm::Expected<std::optional<TileTest>> Test = Tests.load(F, Vectors);
      if (!Test)
        return Test.takeError();
      if (!*Test)
        return bad("array '" + A.Name + "': some vectors are accessed in part");
      Tile.LoadTest = (*Test)->Text;
      Tile.WideTest = (*Test)->Wide;
    }
    for (const auto &[Symbol, Of] : Vectors.Multiples)
      Plan.Multiples[Symbol] = std::max(Plan.Multiples[Symbol], Of);
    if (A.WordBytes > 0) {
      Tile.CopyWidth = 1;
      Tile.Words = A.ElementBytes / (A.WordBytes * Request.Copied);
      Tile.WordType = Request.Copied > 1
                          ? vectorType(A.WordType, Request.Copied)
                          : A.WordType;
    }
    if (Async && !Written)
      if (std::string Why = whyNotAsync(A, Request.Copied); !Why.empty())
        return bad("array '" + A.Name + "': " + Why);
    mapThreadsToCells(Tile, Space.Shape.Block);
    for (RedirectedAccess &R : Tile.Redirected)
      if (usesRegisters(Coarse, Tile, R))
        R.Registers = fresh(A.stem() + "_reg");
    Tile.Dimensions[Tile.memoryOrder().back()].Padding =
        Request.Padding ? *Request.Padding : paddingOf(K, Tile, Space.Shape);
    if (std::string Why = whyNotVectors(Coarse, Tile, PointLoop); !Why.empty())
      return bad("array '" + A.Name + "': " + Why);
    if (Async && !Written)
      SharesTiles |= shareTile(K, *PointLoop, Tile, Plan);
    return Tile;
  }

  /// Lets the plan test what vectors need that are copied to \p Tile at once.
  llvm::Error checkCopied(const TileStage &Tile, const ArrayInfo &A,
                          TileVectors &Vectors) {
    std::map<std::string, Polynomial> Starts;
    if (PointLoop)
      if (const LoopInfo &L = K.loop(*PointLoop); PointStep != L.Symbol)
        Starts[PointStep] =
            L.Lower + Polynomial::symbol("#strip") * (PointSteps * L.Step);
    std::string Why = whyNotTogether(K, Tile, Starts, Space.Shape, Vectors);
    if (Async && Tile.Transposed)
      Why = "asynchronous copies of vectors transpose nothing";
    if (!Why.empty())
      return bad("array '" + A.Name + "': " + Why);
    int64_t &Bytes = Plan.Aligned[Tile.Array];
    Bytes = std::max(Bytes, Tile.CopyWidth * int64_t(A.WordBytes > 0
                                                         ? A.WordBytes
                                                         : A.ElementBytes));
    return llvm::Error::success();
  }

  const Program &P;
  KernelId Kernel;
  const KernelModel &K;
  const KernelSpace &Space;
  const DeviceModel &Device;
  const CoarsenedKernel &Coarse;
  const std::vector<Coarsening> Interleaved;
  PlanDetail Detail;
  std::set<std::string> Used;
  std::set<AccessId> Taken; ///< accesses that some tile serves
  KernelPlan Plan;
  /// Of the point whose tiles are being derived.
  std::optional<LoopId> PointLoop;
  std::string PointStep;
  int64_t PointSteps = 0;
  std::string BufferName;
  int64_t Buffers = 1;
  bool Async = false, SharesTiles = false;
};

/// The axes of a request with names for their counters.
std::vector<Coarsening> axesOf(const KernelModel &K,
                               const KernelRequest &Request) {
  std::vector<Coarsening> Axes;
  std::set<std::string> Used = K.Identifiers;
  for (unsigned Axis : {2, 1, 0})
    for (const CoarsenRequest &R : Request.Coarsen)
      if (R.Axis[0] == "xyz"[Axis] && R.Factor > 1) {
        // Columns, rows and slices.
        std::string Name(1, Request.Coarsen.size() == 1 ? 'r' : "crs"[Axis]);
        for (unsigned I = 2; !Used.insert(Name).second; ++I)
          Name = Name.substr(0, 1) + std::to_string(I);
        Coarsening C;
        C.Axis = Axis;
        C.Factor = R.Factor;
        C.Width = R.Width;
        C.Exchange = R.Exchange;
        C.Counter = Name;
        Axes.push_back(std::move(C));
      }
  return Axes;
}

} // namespace

llvm::Expected<KernelPlan> derivePlan(const Program &P, KernelId Kernel,
                                      const KernelSpace &Space,
                                      const KernelRequest &Request,
                                      const DeviceModel &Device,
                                      PlanDetail Detail) {
  std::vector<Coarsening> Axes = axesOf(Space.Kernel, Request);
  if (llvm::Error Err = checkCoarsening(Space.Kernel, Axes, Space.Shape))
    return std::move(Err);
  CoarsenedKernel Coarse = coarsenModel(Space.Kernel, Axes, Space.Shape.Block);
  CoarsenedKernel Simple =
      coarsenModel(Space.Kernel, interleaved(Axes), Space.Shape.Block);
  KernelSpace Outputs{Space.Context, Simple.Kernel, Space.Shape, Space.Cache};
  if (!Axes.empty()) {
    Outputs.Shape.Grid = {}; // that of the user's launch is another one
    Outputs.Cache = nullptr;
  }
  llvm::Expected<KernelPlan> Plan =
      Deriver(P, Kernel, Axes.empty() ? Space : Outputs, Coarse, Simple.Axes,
              Device, Detail)
          .derive(Request);
  if (!Plan)
    return Plan;
  if (Request.Interior) {
    llvm::Expected<InteriorPath> Interior =
        deriveInterior(P, Kernel, Coarse, Space.Shape, Request.Vectors);
    if (!Interior)
      return Interior.takeError();
    Plan->Interior = std::move(*Interior);
  }
  llvm::Expected<std::vector<GridChange>> Grid = gridOf(Space, *Plan);
  if (!Grid)
    return Grid.takeError();
  Plan->Grid = std::move(*Grid);
  return Plan;
}

} // namespace tessera
