//===- ChooseOutputs.cpp - Which numbers of outputs a plan has ------------===//
#include "candidates/OutputPlanner.h"
#include "candidates/ShapePlanner.h"
#include "costs/SmallLaunches.h"
#include "launches/Overlaps.h"
#include "tessera/Analysis/StagingLegality.h"
#include "tessera/Plan/Registers.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

constexpr const char *IsChosen = "chosen", *IsOtherwise = "otherwise",
                     *IsDominated = "dominated";
/// See unaligned(): by how many threads wide a block is at least. Measured: ten
/// kernels on an H200, with odd widths.
constexpr struct {
  int64_t Width;
  double Rows, SlowRows;
} UnalignedRows[] = {{64, 1.05, 1.25}, {32, 1.06, 1.4}, {0, 1.2, 1.55}};
/// How much longer they take beside where several arrays are written. Measured:
/// gradients with two results on an H200, 321 to 16001 wide.
constexpr double SeveralArrays = 1.5;
/// How much longer vectors take than is estimated that are half as wide as can
/// be. Measured: eight stencils on an H200.
constexpr double NarrowVectors = 1.03;
/// What more outputs must gain where windows slide, whose registers leave room
/// for fewer threads. Measured on an H200: filters of two dimensions with 2 to
/// 32 outputs, differences of windows.
constexpr double SlidingGain = 1.05;
/// For less, a strip has one loop: the text of two is longer.
constexpr double UnrollingGain = 1.05;

/// Whether \p C has no vectors of neighbours: launches of all sizes can start
/// its plan, if they are large enough.
static bool isForAllSizes(const Candidate &C) {
  return llvm::none_of(C.Request.Coarsen,
                       [](const CoarsenRequest &R) { return R.Axis == "x"; }) ||
         !C.Request.Interior || !C.Request.Vectors;
}

/// How much longer rows that begin anywhere take than is estimated: more if
/// \p Plan updates them in place, writes several arrays, or reads them in loops
/// whose rounds share nothing.
static double unaligned(const KernelModel &K, const KernelPlan &Plan) {
  std::set<ArrayId> Written;
  bool Slow = false;
  for (const AccessInfo &A : K.Accesses) {
    if (A.writes())
      Written.insert(A.Array);
    Slow |= A.reads() && (isWritten(K, A.Array) || !A.Loops.empty());
  }
  const bool Rolls = llvm::any_of(
      Plan.Interior->Windows, [](const RegisterWindow &W) { return W.Rolls; });
  const int64_t Width = Plan.newBlock()[0].value_or(0);
  const auto &Rows = *llvm::find_if(
      UnalignedRows, [&](const auto &By) { return Width >= By.Width; });
  return Rolls ? 1
               : (Slow ? Rows.SlowRows : Rows.Rows) *
                     (Written.size() > 1 ? SeveralArrays : 1);
}

/// The plan of \p C, complete; nothing if it is none, which \p C then says.
std::optional<KernelPlan> OutputPlanner::complete(Candidate &C) const {
  auto Reject = [&](DiagKind Why) {
    C.Verdict = std::string(identity(Why));
    return std::nullopt;
  };
  llvm::Expected<KernelPlan> Plan =
      derivePlan(P, Kernel, blocksOf(C.Request).Space, C.Request, Opts.Device);
  if (!Plan) {
    llvm::consumeError(Plan.takeError());
    return Reject(DiagKind::TooComplex);
  }
  Plan->Apart = arraysToTest(P, *Plan);
  if (chooseLaunches(P, *Plan).empty())
    return Reject(DiagKind::LaunchNotTestable);
  if (Opts.Outputs == SeveralOutputs::Always)
    return std::move(*Plan);
  if (Plan->Coarsen.empty())
    return std::move(*Plan);
  const BlockDemand With = demandOf(*Plan);
  const double Slower =
      Plan->Interior && isForAllSizes(C) ? unaligned(K, *Plan) : 1;
  Plan->Least = leastLaunch(K, *Plan, Asked, With, Opts.Device, Slower);
  if (With.Blocks > 0) { // they are known
    if (launchPays(K, *Plan, Asked, With, Opts.Device))
      Plan->Least.Along = {0, 0, 0};
    else if (With.Blocks * With.Outputs / Asked.Outputs <
             double(Plan->Least.Blocks))
      return Reject(DiagKind::DoesNotPay);
    Plan->Least.Blocks = 0;
  }
  if (chooseLaunches(P, *Plan).empty())
    return Reject(DiagKind::DoesNotPay);
  return std::move(*Plan);
}

/// How much longer \p Plan takes than is estimated, if its rows have vectors.
static double narrow(const KernelModel &K, const KernelPlan &Plan) {
  return llvm::any_of(Plan.Interior->Windows,
                      [&](const RegisterWindow &W) {
                        return W.Vector > 1 &&
                               W.Vector < widestVector(K.array(W.Array));
                      })
             ? NarrowVectors
             : 1;
}

/// Notes what \p Plan of the candidate \p I has beside its cycles.
void OutputPlanner::note(size_t I, const KernelPlan &Plan) {
  if (Plan.Interior && llvm::any_of(Plan.Interior->Windows,
                                    [](const auto &W) { return W.Slides; }))
    Sliding.insert(I);
  if (Plan.Interior)
    Slower[I] = isForAllSizes(Result.Considered[I]) ? unaligned(K, Plan)
                                                    : narrow(K, Plan);
}

/// Cycles of the candidate \p I in launches that can start it.
double OutputPlanner::expected(size_t I) const {
  const auto By = Slower.find(I);
  return Result.Considered[I].Cycles->second *
         (By == Slower.end() ? 1 : By->second);
}

/// The fastest of the open candidates, or of those for all sizes, which then is
/// no longer open.
std::optional<KernelPlan> OutputPlanner::takeFastest(bool ForAllSizes,
                                                     const std::string &As) {
  while (true) {
    std::optional<size_t> Best;
    for (size_t I = First; I < Result.Considered.size(); ++I)
      if (const Candidate &C = Result.Considered[I];
          C.Verdict.empty() && C.Cycles && (!ForAllSizes || isForAllSizes(C)) &&
          Before >= expected(I) * WorthwhileGain &&
          (!Best ||
           expected(I) * (Sliding.count(I) ? SlidingGain : ClearlyFaster) <
               expected(*Best)))
        Best = I;
    if (!Best)
      return std::nullopt;
    std::optional<KernelPlan> Plan = complete(Result.Considered[*Best]);
    if (!Plan)
      continue;
    Result.Considered[*Best].Verdict = As;
    return Plan;
  }
}

/// The plan of \p Request, if that is possible and \p Gain times faster than
/// \p Chosen in instructions and passes through shared memory. Then it is
/// chosen, and \p Chosen is what \p Before says.
std::optional<KernelPlan> OutputPlanner::refine(const KernelPlan &Chosen,
                                                const KernelRequest &Request,
                                                const std::string &Before,
                                                double Gain) {
  auto Work = [&](const KernelPlan &Plan) {
    const BlockDemand Demand = demandOf(Plan);
    return Demand.Issued + Demand.Wavefronts;
  };
  Candidate C;
  C.Request = Request;
  const size_t At = Result.Considered.size();
  add(std::move(C));
  Candidate &Added = Result.Considered[At];
  std::optional<KernelPlan> Plan;
  if (Added.Verdict.empty())
    Plan = complete(Added);
  if (!Plan || Work(*Plan) * Gain >= Work(Chosen)) {
    Result.Considered.pop_back();
    Slower.erase(At);
    Sliding.erase(At);
    return std::nullopt;
  }
  for (Candidate &Other : Result.Considered)
    if (Other.Verdict == IsChosen)
      Other.Verdict = Before;
  Added.Verdict = IsChosen;
  return Plan;
}

/// Lets the threads of a warp lie in a rectangle.
void OutputPlanner::arrangeWarps(std::optional<KernelPlan> &Chosen) {
  KernelRequest Request = toRequest(K, *Chosen);
  Request.Warp = {8, 4};
  if (std::optional<KernelPlan> Better = refine(*Chosen, Request, IsDominated))
    Chosen = std::move(Better);
}

/// Unrolls whole strips of loops without others, or barriers, inside.
void OutputPlanner::unrollStrips(std::optional<KernelPlan> &Chosen) {
  KernelRequest Request = toRequest(K, *Chosen);
  for (auto [Stage, Point] : llvm::zip_equal(Request.Stages, Chosen->Points))
    Stage.Unroll |=
        Point.Loop && Point.Steps > 1 && !Point.Divides &&
        Users.Costs.tripCount(*Point.Loop) >=
            double(LeastUnrolledStrips * Point.Steps) &&
        llvm::all_of(K.Accesses,
                     [Loop = Point.Loop](const AccessInfo &A) {
                       return !llvm::is_contained(A.Loops, *Loop) ||
                              A.Loops.back() == *Loop;
                     }) &&
        llvm::none_of(K.Barriers, [Loop = Point.Loop](const BarrierInfo &B) {
          return llvm::is_contained(B.Loops, *Loop);
        });
  if (Request == toRequest(K, *Chosen))
    return;
  if (std::optional<KernelPlan> Better =
          refine(*Chosen, Request, IsDominated, UnrollingGain))
    Chosen = std::move(Better);
}

/// Lets tiles be filled by vectors, as many as can be; without \p Elements,
/// only of words. \returns \p Chosen as it was, for rows that are no multiples.
std::optional<KernelPlan>
OutputPlanner::copyVectors(std::optional<KernelPlan> &Chosen, bool Elements) {
  std::optional<KernelPlan> Narrow;
  for (size_t S = 0; S < Chosen->Points.size(); ++S)
    for (size_t T = 0; T < Chosen->Points[S].Tiles.size(); ++T) {
      if (!Elements && !Chosen->Points[S].Tiles[T].hasWords())
        continue;
      KernelRequest Request = toRequest(K, *Chosen);
      TileRequest &Tile = Request.Stages[S].Tiles[T];
      Tile.Copied = widestVector(K.array(Chosen->Points[S].Tiles[T].Array));
      if (!Tile.Transposed)
        Tile.Padding.reset();
      if (Tile.Copied == 1)
        continue;
      std::optional<KernelPlan> Wide =
          refine(*Chosen, Request, Narrow ? IsDominated : IsOtherwise);
      if (!Wide)
        continue;
      if (!Narrow)
        Narrow = std::move(Chosen);
      Chosen = std::move(Wide);
    }
  return Narrow;
}

/// Adds \p Chosen as it is for rows that begin anywhere, if its windows slide:
/// these are a gain of their own.
void OutputPlanner::addWithoutVectors(const KernelPlan &Chosen) {
  const InteriorPath &Path = *Chosen.Interior;
  if (Path.Aligned.empty() ||
      llvm::none_of(Path.Windows,
                    [](const RegisterWindow &W) { return W.Slides; }))
    return;
  Candidate C;
  C.Request = toRequest(K, Chosen);
  C.Request.Least = {};
  C.Request.Vectors = false;
  add(std::move(C));
}

void OutputPlanner::choose() {
  if (std::optional<KernelPlan> Chosen = takeFastest(false, IsChosen)) {
    arrangeWarps(Chosen);
    std::optional<KernelPlan> Narrow = copyVectors(Chosen, true);
    // What launches start that are small, or whose rows are no multiples.
    std::optional<KernelPlan> Other;
    if (Chosen->Interior && Chosen->Interior->ColumnAxis)
      addWithoutVectors(*Chosen);
    if (Chosen->Interior && Chosen->Interior->ColumnAxis)
      Other = takeFastest(true, IsOtherwise);
    if (Other && Opts.Outputs != SeveralOutputs::Always) {
      const BlockDemand Next = demandOf(*Other);
      Chosen->Least.Along =
          leastAlong(K, *Chosen, Asked, demandOf(*Chosen), Opts.Device, &Next);
    }
    std::string PlainIs = IsDominated;
    if (!Other && AsIs >= Before * WorthwhileGain) {
      Other = std::move(Result.Plan);
      PlainIs = IsOtherwise;
    }
    for (size_t I = 0; I < First; ++I)
      if (Result.Considered[I].Verdict.empty())
        Result.Considered[I].Verdict = PlainIs;
    Result.Plan = std::move(Chosen);
    if (Narrow)
      Result.Otherwise.push_back(std::move(*Narrow));
    if (Other)
      Result.Otherwise.push_back(std::move(*Other));
  } else if (Result.Plan) {
    for (size_t I = 0; I < First; ++I)
      if (Result.Considered[I].Verdict.empty())
        Result.Considered[I].Verdict = IsChosen;
    unrollStrips(Result.Plan);
    if (std::optional<KernelPlan> Narrow = copyVectors(Result.Plan, false))
      Result.Otherwise.push_back(std::move(*Narrow));
  }
  for (size_t I = 0; I < Result.Considered.size(); ++I)
    if (Candidate &C = Result.Considered[I]; C.Verdict == IsChosen)
      C.Verdict.clear();
    else if (I >= First && C.Verdict.empty())
      C.Verdict = Before < expected(I) * WorthwhileGain
                      ? std::string(identity(DiagKind::DoesNotPay))
                      : IsDominated;
}

} // namespace tessera
