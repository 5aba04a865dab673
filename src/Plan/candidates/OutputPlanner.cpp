//===- OutputPlanner.cpp - Several outputs for each thread ----------------===//
#include "candidates/OutputPlanner.h"
#include "candidates/OwnTiles.h"
#include "candidates/ShapePlanner.h"
#include "costs/TypicalLaunch.h"
#include "launches/GridExtents.h"
#include "tessera/Analysis/BlockBounds.h"
#include "tessera/Analysis/Relaunch.h"
#include "tessera/Analysis/StagingLegality.h"
#include "tessera/Analysis/Uniformity.h"
#include "tessera/Plan/Registers.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

namespace tessera {

/// Lengths of strips worth trying.
constexpr int64_t Strips[] = {8, 16, 32};
/// Outputs of a thread, all axes together: more do not fit its registers.
constexpr int64_t MostOutputs = 64;
/// Bytes that one access reads at most, and elements.
constexpr int64_t VectorBytes = 16, VectorElements = 4;
/// Rows of single outputs: with more, too few bytes are under way. Measured:
/// ten stencils on an H200.
constexpr int64_t MostRows = 4;
/// The width of blocks whose rows begin anywhere: of a wider row, fewer sectors
/// are moved for the next row, too. Measured: ten kernels on an H200.
constexpr int64_t WideRow = 64;

OutputPlanner::Blocks::Blocks(const Program &P, const KernelPlan &Plan,
                              IslContext &Context,
                              const std::map<std::string, int64_t> &Typical,
                              const PlannerOptions &Opts)
    : Space{Context, P.kernel(Plan.Kernel), {}},
      Launched{Context, P.kernel(Plan.Kernel), {}},
      Costs(Space, Opts.Device, Typical), Rates(Launched, Costs, Opts.Device) {
  Space.Shape.Block = Launched.Shape.Block = Plan.newBlock();
  Launched.Shape.Grid = gridFor(P, Plan);
}

static KernelPlan usersPlan(KernelId Kernel, const BlockShape &Block) {
  KernelPlan Plan;
  Plan.Kernel = Kernel;
  Plan.Block = Block;
  return Plan;
}

OutputPlanner::OutputPlanner(const Program &P, KernelId Kernel,
                             const ShapeDecision &Plain,
                             std::map<std::string, int64_t> Typical,
                             const PlannerOptions &Opts)
    : P(P), Kernel(Kernel), K(P.kernel(Kernel)), Opts(Opts),
      Users(P, usersPlan(Kernel, Plain.Block), Context, Typical, Opts),
      Result(Plain), OwnTiles(hasOwnTiles(P, K)) {
  First = Result.Considered.size();
  Width = vectorWidth();
  widen(Typical);
}

/// Sets the wide blocks, where the kernel may have them and its own are narrow.
void OutputPlanner::widen(const std::map<std::string, int64_t> &Typical) {
  const std::optional<int64_t> Threads = Space.Shape.threads();
  if (!Threads || *Threads % WideRow != 0 || *Space.Shape.Block[0] >= WideRow ||
      Space.Shape.Block[2] != 1 ||
      llvm::any_of(P.launchesOf(Kernel), [](const LaunchModel *L) {
        return L->Loop.has_value(); // it may become one launch
      }))
    return;
  const BlockSizes New = {WideRow, *Threads / WideRow, 1};
  if (whyNotRelaunched(K, Result.Block, New).empty())
    Wide.emplace(P, relaunchPlan(P, Kernel, Result.Block, New), Context,
                 Typical, Opts);
}

const OutputPlanner::Blocks &
OutputPlanner::blocksOf(const KernelRequest &Request) const {
  return Request.Relaunch.empty() ? Users : *Wide;
}

BlockDemand OutputPlanner::demandOf(const KernelPlan &Plan) const {
  return (Plan.Relaunch ? *Wide : Users).Rates.of(&Plan);
}

ShapeDecision OutputPlanner::plan() && {
  const bool Own = !Result.Plan || (Result.Plan->Threads == UsersOrder &&
                                    !Result.Plan->Relaunch);
  if (!Opts.Device.hasRates() || !Space.Shape.threads() || !Own)
    return std::move(Result);
  Asked = Users.Rates.of(nullptr);
  AsIs = cyclesPerOutput(Asked, Opts.Device);
  Before = Result.Plan
               ? std::min(AsIs, cyclesPerOutput(Users.Rates.of(&*Result.Plan),
                                                Opts.Device))
               : AsIs;
  if (OwnTiles) {
    if (Result.Plan && Before < AsIs)
      Asked = demandOf(*Result.Plan);
    Before = AsIs = std::min(Before, OfTiles * AsIs);
    Result.Plan.reset();
  }
  enumerate();
  enumerateSliding();
  enumerateInterior();
  choose();
  return std::move(Result);
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

/// The symbols of threads along \p Axis: in the block, and of its origin.
static bool mentionsAxis(const Polynomial &P, unsigned Axis) {
  const std::string Name(1, "xyz"[Axis]);
  return P.mentions("t" + Name) || P.mentions("b" + Name) ||
         P.mentions("O" + Name);
}

/// The axes along which some read in a loop is the same for all threads.
std::vector<OutputPlanner::Reuse> OutputPlanner::axes() const {
  std::vector<Reuse> Result;
  for (unsigned Axis = 0; Axis < 3; ++Axis) {
    if (Space.Shape.Block[Axis].value_or(1) < 2)
      continue;
    bool Same = llvm::any_of(K.Accesses, [&](const AccessInfo &A) {
      return A.K == AccessInfo::Kind::Read && !A.Loops.empty() &&
             !A.Subscripts.empty() && mayStage(A.Array) &&
             llvm::none_of(A.Subscripts, [&](const Polynomial &S) {
               return mentionsAxis(S, Axis);
             });
    });
    if (Same)
      Result.push_back({Axis, 8});
  }
  return Result;
}

bool OutputPlanner::mayStage(ArrayId Array) const {
  return !isWritten(K, Array) && tessera::mayStage(P, Kernel, Array, Opts);
}

/// How many neighbouring outputs one access can read of every array that loops
/// read.
int64_t OutputPlanner::vectorWidth() const {
  int64_t Elements = VectorElements;
  for (const AccessInfo &A : K.Accesses)
    if (A.reads() && !A.Loops.empty() && mayStage(A.Array))
      Elements = std::min(
          Elements,
          VectorBytes / std::max<int64_t>(1, K.array(A.Array).ElementBytes));
  return std::max<int64_t>(1, Elements);
}

void OutputPlanner::enumerate() {
  const std::vector<Reuse> Axes = axes();
  if (Axes.empty())
    return;
  std::vector<std::vector<CoarsenRequest>> Shapes = {{}};
  for (const Reuse &R : Axes) {
    std::vector<std::vector<CoarsenRequest>> More;
    for (const auto &Shape : Shapes)
      for (int64_t Factor = 1; Factor <= R.Most; Factor *= 2) {
        More.push_back(Shape);
        if (Factor > 1)
          More.back().push_back({std::string(1, "xyz"[R.Axis]), Factor,
                                 std::min(Factor, Width), false});
      }
    Shapes = std::move(More);
  }
  for (unsigned I = 0; I < K.Loops.size(); ++I) {
    const LoopInfo &L = K.Loops[I];
    if (L.Opaque || L.Stride || L.Step < 0 ||
        dependenceOf(Space, LoopId{I}) != Dependence::Uniform)
      continue;
    enumerateStrips({I}, Shapes);
  }
}

/// The rounds of \p L, if they are one strip: then they are known.
static std::optional<int64_t> roundsOfOneStrip(const LoopInfo &L) {
  const std::optional<int64_t> Length = (L.Upper - L.Lower).constant();
  if (!Length || L.hasOwnBounds() || *Length <= 0 || *Length % L.Step != 0 ||
      *Length / L.Step > *std::rbegin(Strips))
    return std::nullopt;
  return *Length / L.Step;
}

/// The shortest of the strips that divide the rounds of \p L; where they are
/// not known, the shortest of all.
static size_t shortestStrip(const LoopInfo &L) {
  const std::optional<int64_t> Rounds = (L.Upper - L.Lower).constant();
  for (size_t I = 0; Rounds && I < std::size(Strips); ++I)
    if (*Rounds % Strips[I] == 0)
      return I;
  return 0;
}

/// Strips of \p Loop: one, if that can be; else the shortest for all numbers of
/// outputs, longer ones, which differ little, for the fastest of them.
void OutputPlanner::enumerateStrips(
    LoopId Loop, llvm::ArrayRef<std::vector<CoarsenRequest>> Shapes) {
  const std::optional<int64_t> One = roundsOfOneStrip(K.loop(Loop));
  const size_t Shortest = shortestStrip(K.loop(Loop));
  const std::vector<CoarsenRequest> *Best = nullptr;
  double Least = INFINITY;
  for (const auto &Shape : Shapes) {
    int64_t All = 1;
    for (const CoarsenRequest &R : Shape)
      All *= R.Factor;
    if (All < 4 || All > MostOutputs || TooHard)
      continue;
    const size_t Before = Result.Considered.size();
    consider(Shape, Loop, One.value_or(Strips[Shortest]), One ? 1 : 2);
    for (const Candidate &C : llvm::drop_begin(Result.Considered, Before))
      if (C.Cycles && C.Cycles->second < Least) {
        Least = C.Cycles->second;
        Best = &Shape;
      }
  }
  for (int64_t Steps : llvm::drop_begin(Strips, Shortest + 1))
    if (Best && !TooHard && !One)
      consider(*Best, Loop, Steps, 2);
}

/// Whether the next thread along x reads of \p Array what this one reads in the
/// next round of \p Loop.
bool OutputPlanner::slides(ArrayId Array, LoopId Loop) const {
  const std::string &Counter = K.loop(Loop).Symbol;
  bool Any = false;
  for (const auto &[Id, C] : coordinatesOf(Space, Array).Coordinates) {
    const AccessInfo &A = K.access(Id);
    if (!llvm::is_contained(A.Loops, Loop))
      continue;
    if (!A.Replaceable || A.Loops.back() != Loop)
      return false;
    for (const Polynomial &P : llvm::ArrayRef(C).drop_back())
      if (P.mentions(Counter) || mentionsAxis(P, 0))
        return false;
    for (const std::string &Symbol : {Counter, std::string("tx")}) {
      auto Form = linearIn(C.back(), Symbol);
      if (!Form || Form->Coefficient != Polynomial(1))
        return false;
    }
    Any = true;
  }
  return Any;
}

/// Neighbours along x that share a register window, which slides over a tile.
void OutputPlanner::enumerateSliding() {
  if (Space.Shape.Block[0].value_or(1) < 2)
    return;
  for (unsigned I = 0; I < K.Loops.size(); ++I) {
    const LoopInfo &L = K.Loops[I];
    if (L.Opaque || L.Stride || L.Step != 1 ||
        dependenceOf(Space, LoopId{I}) != Dependence::Uniform)
      continue;
    StageRequest Stage;
    Stage.Loop = L.Symbol;
    for (unsigned A = 0; A < K.Arrays.size(); ++A)
      if (mayStage({A}) && slides({A}, {I})) {
        TileRequest Tile;
        Tile.Array = K.Arrays[A].Name;
        Tile.Window = true;
        Stage.Tiles.push_back(std::move(Tile));
      }
    if (Stage.Tiles.empty())
      continue;
    for (int64_t Factor : {4, 8})
      for (int64_t Steps : {64, 128}) {
        const std::optional<int64_t> Trip = (L.Upper - L.Lower).constant();
        if (Trip && Steps / 2 >= *Trip)
          continue;
        Candidate C;
        C.Request.Kernel = K.Name;
        for (std::optional<int64_t> Size : Result.Block)
          C.Request.Block.push_back(*Size);
        C.Request.Coarsen = {{"x", Factor, Factor, /*Exchange=*/true}};
        Stage.Steps = Steps;
        for (TileRequest &Tile : Stage.Tiles)
          Tile.Skew = Factor;
        C.Request.Stages = {Stage};
        add(std::move(C));
      }
  }
}

/// Neighbours along x, as many as a vector holds, and some rows or slices, for
/// threads that test their outputs once.
void OutputPlanner::enumerateInterior() {
  const bool Excluded = llvm::any_of(Opts.ForcedArrays, [&](const auto &Array) {
    return !Array.second && llvm::any_of(K.Arrays, [&](const ArrayInfo &A) {
      return A.Name == Array.first;
    });
  });
  if (Excluded || K.HasAtomic)
    return;
  auto Uses = [&](unsigned Axis) {
    return llvm::any_of(K.Accesses, [&](const AccessInfo &A) {
      return llvm::any_of(A.Subscripts, [&](const Polynomial &S) {
        return mentionsAxis(S, Axis);
      });
    });
  };
  std::vector<std::vector<CoarsenRequest>> Columns = {{}};
  for (int64_t Elements : {VectorElements, VectorElements / 2})
    if (Uses(0))
      Columns.push_back({{"x", Elements, Elements, false}});
  for (const std::vector<CoarsenRequest> &Beside : Columns)
    for (unsigned Axis : {0, 1, 2})
      for (int64_t Factor : {2, 4, 8}) {
        if (Axis == 0 ? Factor != 2 || Beside.empty() : !Uses(Axis))
          continue;
        if (Beside.empty() && Factor > MostRows)
          continue;
        Candidate C;
        C.Request.Kernel = K.Name;
        for (std::optional<int64_t> Size : Result.Block)
          C.Request.Block.push_back(*Size);
        C.Request.Interior = true;
        if (Axis > 0)
          C.Request.Coarsen.push_back(
              {std::string(1, "xyz"[Axis]), Factor, Factor, false});
        llvm::append_range(C.Request.Coarsen, Beside);
        add(C);
        const std::optional<std::pair<double, double>> Cycles =
            Result.Considered.back().Cycles;
        if (!Wide || Axis != 1 || !Beside.empty() || Factor < MostRows ||
            !Cycles || Cycles->second >= Before)
          continue;
        for (std::optional<int64_t> Size : Wide->Space.Shape.Block)
          C.Request.Relaunch.push_back(*Size);
        add(std::move(C));
      }
}

/// A tile of what \p Loop reads of \p Array, read in vectors where outputs are
/// neighbours in it.
std::optional<TileRequest>
OutputPlanner::tileOf(ArrayId Array, LoopId Loop,
                      const std::vector<CoarsenRequest> &Outputs) const {
  const ArrayCoordinates Coordinates = coordinatesOf(Space, Array);
  TileRequest Tile;
  Tile.Array = K.array(Array).Name;
  bool Read = false;
  for (const auto &[Id, C] : Coordinates.Coordinates) {
    const AccessInfo &A = K.access(Id);
    if (!llvm::is_contained(A.Loops, Loop))
      continue;
    if (!A.Replaceable)
      return std::nullopt;
    Read = true;
    for (const CoarsenRequest &R : Outputs) {
      if (R.Width < Width ||
          vectorType(K.array(Array).NumberType, R.Width).empty())
        continue;
      const unsigned Axis = unsigned(llvm::StringRef("xyz").find(R.Axis));
      if (mentionsAxis(C.back(), Axis))
        Tile.Vector = R.Width;
      else if (C.size() > 1 && mentionsAxis(C[C.size() - 2], Axis)) {
        Tile.Vector = R.Width;
        Tile.Transposed = true;
      }
    }
  }
  return Read ? std::optional(Tile) : std::nullopt;
}

void OutputPlanner::consider(const std::vector<CoarsenRequest> &Outputs,
                             LoopId Loop, int64_t Steps, int64_t Buffers) {
  Candidate C;
  C.Request.Kernel = K.Name;
  for (std::optional<int64_t> Size : Result.Block)
    C.Request.Block.push_back(*Size);
  C.Request.Coarsen = Outputs;
  StageRequest Stage;
  Stage.Loop = K.loop(Loop).Symbol;
  Stage.Steps = Steps;
  Stage.Buffers = Buffers;
  Stage.Unroll = true;
  for (unsigned I = 0; I < K.Arrays.size(); ++I)
    if (mayStage({I}))
      if (std::optional<TileRequest> Tile = tileOf({I}, Loop, Outputs))
        Stage.Tiles.push_back(std::move(*Tile));
  if (Stage.Tiles.empty())
    return;
  C.Request.Stages.push_back(std::move(Stage));
  add(std::move(C));
}

/// Whether a loop that reads memory runs for each output of \p Plan by itself:
/// then outputs share nothing of it, and wait for each other.
bool OutputPlanner::repeatsLoops(const KernelPlan &Plan) const {
  const CoarsenedKernel Coarse = coarsenModel(K, Plan.Coarsen, Plan.newBlock());
  const std::set<LoopId> Around = loopsAroundOutputs(Coarse);
  return llvm::any_of(K.Accesses, [&](const AccessInfo &A) {
    const ArrayInfo::Kind Kind = K.array(A.Array).K;
    return A.reads() &&
           (Kind == ArrayInfo::Kind::Parameter ||
            Kind == ArrayInfo::Kind::Global) &&
           llvm::any_of(A.Loops, [&](LoopId L) { return !Around.count(L); });
  });
}

/// Weighs \p C.
void OutputPlanner::add(Candidate C) {
  llvm::Expected<KernelPlan> Plan =
      derivePlan(P, Kernel, blocksOf(C.Request).Space, C.Request, Opts.Device,
                 PlanDetail::WithoutLoadTests);
  if (!Plan) {
    std::vector<Diagnostic> Why;
    if (llvm::Error Other = takeRejects(Plan.takeError(), Why)) {
      llvm::consumeError(std::move(Other));
      Why.push_back({DiagKind::TooComplex, K.NamePlace, {K.Name}});
    }
    C.Obstacle = Why.front();
    C.Verdict = std::string(identity(C.Obstacle->Kind));
    TooHard |= C.Obstacle->Kind == DiagKind::TooComplex;
  } else {
    const BlockDemand Demand = demandOf(*Plan);
    C.SharedBytes = Demand.SharedBytes;
    C.Cycles = {AsIs, cyclesPerOutput(Demand, Opts.Device)};
  }
  const bool Repeats =
      Plan && Opts.Outputs != SeveralOutputs::Always && repeatsLoops(*Plan);
  if (Repeats)
    C.Verdict = std::string(identity(DiagKind::DoesNotPay));
  Result.Considered.push_back(std::move(C));
  if (Plan && !Repeats)
    note(Result.Considered.size() - 1, *Plan);
}

} // namespace tessera
