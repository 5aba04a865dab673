//===- DerivePlan.cpp - From a request to a complete plan -----------------===//
#include "tessera/Analysis/BankConflicts.h"
#include "tessera/Analysis/CoordinateCondition.h"
#include "tessera/Analysis/FactCache.h"
#include "tessera/Analysis/StagingLegality.h"
#include "tessera/Analysis/Uniformity.h"
#include "tessera/Plan/Planner.h"
#include "tessera/Plan/Registers.h"
#include "tessera/Polyhedral/Guarded.h"
#include "llvm/ADT/StringExtras.h"
#include <functional>

namespace tessera {

namespace {

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
    Plan.Block = Space.Shape.Block;
    Plan.Name = K.Name;
    Plan.Resident = Request.Resident;
    if (Plan.Resident && !Space.Shape.threads())
      return bad("'resident' needs a known block size");
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
    if (llvm::Error Err = checkCapacity())
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

  /// Whether a barrier may stand in the innermost of \p Loops.
  llvm::Error checkUniform(llvm::ArrayRef<LoopId> Loops,
                           llvm::StringRef Array) const {
    for (LoopId Id : Loops) {
      const LoopInfo &L = K.loop(Id);
      if (L.Opaque || L.Step < 0)
        return reject(DiagKind::OpaqueLoop, L.Where, Array);
      if (dependenceOf(Space, Id) != Dependence::Uniform)
        return reject(DiagKind::DivergentBarrier, L.Where, Array);
    }
    return llvm::Error::success();
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
      if (Stage.Steps > (int64_t(1) << 30) / L.Step) // `k0 += ..` of an int
        return reject(DiagKind::NoBoundedBox, L.Where, First);
      Point.Loop = Loops->back();
      Point.Steps = Stage.Steps;
      Point.StepSymbol = L.Symbol;
      Point.StepName = L.Name;
      if (Stage.Steps != 1) {
        Point.StepName = fresh(L.Name + "0");
        Point.StepSymbol = Point.StepName;
        std::optional<int64_t> Length = (L.Upper - L.Lower).constant();
        Point.Divides = Length && *Length % (Stage.Steps * L.Step) == 0;
        Where.Loops.back() = {*Point.Loop, Stage.Steps, Point.StepSymbol};
      }
      Point.Unroll = Stage.Unroll;
      Point.Buffers = Stage.Buffers;
    }
    PointLoop = Point.Loop;
    PointStep = Point.StepSymbol;
    BufferName = Point.Buffers > 1 ? fresh("buffer") : "";
    for (const TileRequest &Tile : Stage.Tiles)
      if (llvm::Error Err = tiles(Tile, Where, Point))
        return Err;
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
    if (llvm::Error Err = checkReadOnly(P, Kernel, Array))
      return Err;
    ArrayCoordinates Coordinates = coordinatesOf(Space, Array);
    if (Coordinates.Coordinates.empty())
      return reject(DiagKind::NonAffine, K.NamePlace, Request.Array);
    llvm::Expected<std::vector<Footprint>> Groups =
        computeFootprints(Space, Coordinates, Where);
    if (!Groups)
      return tooComplex(Groups.takeError(), Request.Array);
    bool Found = false;
    for (unsigned G = 0; G < Groups->size(); ++G) {
      const Footprint &F = (*Groups)[G];
      if (Request.Group && *Request.Group != G)
        continue;
      if (!Request.Group) {
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
      llvm::Expected<TileStage> Tile = tile(F, Array, Request);
      if (!Tile)
        return Tile.takeError();
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

  llvm::Expected<TileStage> tile(const Footprint &F, ArrayId Array,
                                 const TileRequest &Request) {
    const ArrayInfo &A = K.array(Array);
    for (AccessId Id : F.Accesses)
      if (const AccessInfo &Access = K.access(Id); !Access.Replaceable)
        return reject(Access.Function.empty() ? DiagKind::AccessInMacro
                                              : DiagKind::AccessInFunction,
                      {Access.Source.Begin}, A.Name, Access.Function);
    if (F.May && !hasKnownBounds(F, A))
      return reject(DiagKind::ConditionalAccess,
                    {K.access(F.Accesses.front()).Source.Begin}, A.Name);

    TileStage Tile;
    Tile.Array = Array;
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
    Tile.Transposed = Request.Transposed;
    Tile.Vector = Request.Vector;
    Tile.Skew = Request.Skew;
    Tile.Window = Request.Window;
    // What is computed for outputs that are not stored reads zeros.
    Tile.ZeroFill = !Plan.Coarsen.empty() || !BufferName.empty();
    Tile.Buffer = BufferName;
    if (!BufferName.empty())
      Tile.Next = fresh(A.stem() + "_next");
    if (Detail == PlanDetail::Complete) {
      llvm::Expected<std::pair<std::string, bool>> Test = loadTest(F, A, Tile);
      if (!Test)
        return tooComplex(Test.takeError(), A.Name);
      std::tie(Tile.LoadTest, Tile.WideTest) = std::move(*Test);
    }
    Tile.Dimensions[Tile.memoryOrder().back()].Padding =
        Request.Padding ? *Request.Padding : padding(Tile);
    for (RedirectedAccess &R : Tile.Redirected)
      if (usesRegisters(Coarse, Tile, R))
        R.Registers = fresh(A.stem() + "_reg");
    if (std::string Why = whyNotVectors(Coarse, Tile, PointLoop); !Why.empty())
      return bad("array '" + A.Name + "': " + Why);
    mapThreadsToCells(Tile, Space.Shape.Block);
    return Tile;
  }

  static bool isStrided(const Footprint &F) {
    return llvm::any_of(F.Enclosing.Dims,
                        [](const Box::Dim &D) { return D.Stride != 1; });
  }

  /// Whether coordinates can be compared with the sizes of the array itself.
  static bool hasKnownBounds(const Footprint &F, const ArrayInfo &A) {
    return A.K == ArrayInfo::Kind::Global &&
           A.Extents.size() == F.Enclosing.Dims.size() && !isStrided(F) &&
           llvm::all_of(A.Extents, [](int64_t E) { return E > 0; });
  }

  /// Cells behind each row so that the accesses conflict least.
  int64_t padding(const TileStage &Tile) const {
    if (Tile.Skew)
      return 0;
    std::vector<int64_t> Sizes;
    std::vector<TileIndex> Indices(Tile.Redirected.size());
    for (unsigned D : Tile.memoryOrder()) {
      if (!Tile.Dimensions[D].Extent.constant())
        return 0;
      Sizes.push_back(*Tile.Dimensions[D].Extent.constant());
      for (auto [I, R] : llvm::zip_equal(Indices, Tile.Redirected))
        I.push_back(R.Index[D]);
    }
    unsigned Bytes = K.array(Tile.Array).ElementBytes;
    std::optional<int64_t> Pitch =
        choosePitch(Indices, Sizes, Bytes, Space.Shape);
    return Pitch && Sizes.size() > 1 ? *Pitch - Sizes.back() : 0;
  }

  /// Fills in which cells are loaded: the shorter of the two tests that only
  /// let elements through which the program accesses itself.
  llvm::Expected<std::pair<std::string, bool>>
  loadTest(const Footprint &F, const ArrayInfo &A, const TileStage &Tile) {
    bool Wide = Tile.WideTest;
    auto Spell = [&](llvm::StringRef Symbol) {
      return spell(Symbol, Tile, Wide);
    };
    using Candidate = std::function<llvm::Expected<CCondition>()>;
    std::vector<Candidate> Tests;
    if (hasKnownBounds(F, A))
      Tests.push_back([&] { return boundsCondition(F, A.Extents, Spell); });
    if (!F.May)
      for (LoadTest Kind : {LoadTest::Simple, LoadTest::Exact})
        Tests.push_back([&, Kind] {
          return isStrided(F) ? loadCondition(F, Kind, Spell)
                              : coordinateCondition(F, Kind, Spell);
        });
    std::optional<std::string> Best;
    llvm::Error Failure = llvm::Error::success();
    for (const Candidate &Compute : Tests) {
      if (Best && Best->empty())
        break; // no test at all: nothing is shorter
      llvm::Expected<CCondition> Test = Compute();
      if (!Test) {
        Failure = llvm::joinErrors(std::move(Failure), Test.takeError());
        continue;
      }
      std::string Text = Test->K == CCondition::Kind::Always  ? ""
                         : Test->K == CCondition::Kind::Never ? "false"
                                                              : Test->Text;
      if (!Best || Text.size() < Best->size())
        Best = Text;
    }
    if (!Best)
      return std::move(Failure);
    llvm::consumeError(std::move(Failure));
    return std::pair(nameSizes(*Best, K), Wide);
  }

  /// The text of a symbol in a load test, of signed type.
  std::string spell(llvm::StringRef Symbol, const TileStage &Tile,
                    bool &Wide) const {
    for (unsigned D = 0; D < Tile.Dimensions.size(); ++D) {
      if (Symbol == coordinateName(D))
        return "@" + std::to_string(D);
      if (Symbol == cellName(D))
        return "#" + std::to_string(D);
    }
    if (Symbol.size() == 2 && llvm::StringRef("xyz").contains(Symbol[1])) {
      std::string Axis = Symbol.drop_front(1).str();
      switch (Symbol[0]) {
      case 'b':
        return "(int)blockIdx." + Axis;
      case 'B':
        return "(int)blockDim." + Axis;
      case 'G':
        return "(int)gridDim." + Axis;
      case 'O':
        return "(int)(blockIdx." + Axis + " * blockDim." + Axis + ")";
      default:
        break;
      }
    }
    // What it is compared with may be negative.
    auto Signed = [&](const std::string &Name, bool Unsigned) {
      Wide |= Unsigned;
      return Unsigned ? "(long long)" + Name : Name;
    };
    for (const ParameterInfo &Param : K.Parameters)
      if (Param.Symbol == Symbol)
        return Signed(Param.Name, Param.IsUnsigned);
    if (Symbol == PointStep)
      return Signed("@s", K.loop(*PointLoop).Unsigned);
    for (const LoopInfo &L : K.Loops)
      if (L.Symbol == Symbol)
        return Signed(L.Name, L.Unsigned);
    // A product of parameters.
    if (Symbol.contains('*')) {
      std::vector<std::string> Factors;
      for (llvm::StringRef Factor : llvm::split(Symbol, '*'))
        Factors.push_back(spell(Factor.trim(), Tile, Wide));
      return llvm::join(Factors, " * ");
    }
    return Symbol.str();
  }

  /// Gives tiles with run-time sizes their place, in order of decreasing
  /// alignment, and makes sure that the memory suffices, at the launch if need
  /// be.
  llvm::Error checkCapacity() {
    int64_t Static = 0;
    std::vector<TileStage *> Dynamic;
    ArrayId Largest;
    for (StagePoint &Point : Plan.Points)
      for (TileStage &T : Point.Tiles) {
        Largest = T.Array;
        std::optional<int64_t> Size =
            T.bytes(K.array(T.Array).ElementBytes).constant();
        if (Size)
          Static += *Size;
        else if (T.Skew || T.Vector > 1 || !T.Buffer.empty())
          return bad("tiles of run-time size are plain");
        else
          Dynamic.push_back(&T);
      }
    if (Static > Device.SharedPerBlock)
      return reject(DiagKind::SharedMemoryLimit, K.NamePlace,
                    K.array(Largest).Name, std::to_string(Static),
                    std::to_string(Device.SharedPerBlock));
    if (Dynamic.empty())
      return llvm::Error::success();
    auto Bytes = [&](const TileStage *T) {
      return K.array(T->Array).ElementBytes;
    };
    llvm::sort(Dynamic, [&](const TileStage *A, const TileStage *B) {
      return std::tuple(-int(Bytes(A)), A->Name) <
             std::tuple(-int(Bytes(B)), B->Name);
    });
    Polynomial Offset;
    for (TileStage *T : Dynamic) {
      T->DynamicOffset = Offset;
      Offset += T->bytes(Bytes(T));
    }
    Plan.DynamicBytes = Offset;
    Plan.DynamicName = fresh(K.Name + "_tiles");
    Plan.Conditions.push_back(Polynomial(Device.SharedPerBlock - Static) -
                              Offset);
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
  std::string BufferName;
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

std::vector<GridCoverage> coverageOf(const KernelSpace &Space,
                                     const std::vector<Coarsening> &Axes) {
  LaunchShape Shape = Space.Shape;
  Shape.Grid = {};
  std::vector<GridCoverage> Result;
  for (const Coarsening &C : Axes) {
    GridCoverage One{C.Axis, C.Factor, std::nullopt};
    std::string Axis(1, "xyz"[C.Axis]);
    if (std::optional<Polynomial> Extent =
            guardedExtent(Space.Kernel, C.Axis, Shape))
      One.Guarded = specialise(Polynomial::symbol("G" + Axis) *
                                   Polynomial::symbol("B" + Axis),
                               Shape) -
                    *Extent;
    Result.push_back(std::move(One));
  }
  return Result;
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
  if (Axes.empty())
    return Deriver(P, Kernel, Space, Coarse, {}, Device, Detail)
        .derive(Request);
  CoarsenedKernel Simple =
      coarsenModel(Space.Kernel, interleaved(Axes), Space.Shape.Block);
  KernelSpace Outputs{Space.Context, Simple.Kernel, Space.Shape};
  Outputs.Shape.Grid = {}; // that of the user's launch is another one
  llvm::Expected<KernelPlan> Plan =
      Deriver(P, Kernel, Outputs, Coarse, Simple.Axes, Device, Detail)
          .derive(Request);
  if (Plan)
    Plan->Coverage = coverageOf(Space, Axes);
  return Plan;
}

} // namespace tessera
