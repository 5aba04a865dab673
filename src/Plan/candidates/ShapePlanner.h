//===- ShapePlanner.h - The plan for one kernel and one block shape -------===//
//
// Candidates are: every array at the kernel's start; every array in strips of
// one loop, for each loop and some lengths; both together; the best of these
// with stages in further loops. Arrays that cannot be staged, or that a tile
// would not make cheaper, drop out of a candidate. The cheapest candidate wins
// if it is clearly cheaper than no tile.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_PLAN_CANDIDATES_SHAPEPLANNER_H
#define TESSERA_PLAN_CANDIDATES_SHAPEPLANNER_H

#include "costs/TileCosts.h"
#include "costs/TypicalLaunch.h"
#include "tessera/Analysis/FactCache.h"
#include "tessera/Plan/Planner.h"
#include "tessera/Polyhedral/Guarded.h"

namespace tessera {

/// A tile must promise this much before a kernel is touched.
inline constexpr double WorthwhileGain = 1.1;

/// What comes later, with larger tiles, must be so much faster.
inline constexpr double ClearlyFaster = 1.02;

/// Whether the array of \p Kernel may have tiles at all.
bool mayStage(const Program &P, KernelId Kernel, ArrayId Array,
              const PlannerOptions &Opts);

/// Whether an obstacle of \p Kind is one of the array that it names, and the
/// same tiles without that array may have none.
bool isOfOneArray(DiagKind Kind);

class ShapePlanner {
public:
  /// \param Start says for which of the user's blocks, and which threads stand
  ///        in them in which order; the plan adds to that.
  ShapePlanner(const Program &P, const KernelPlan &Start,
               const PlannerOptions &Opts, std::vector<Diagnostic> &Messages);

  /// \returns Reject(BadPlan) if a forced plan does not fit.
  llvm::Expected<ShapeDecision> plan();

  /// What the accesses cost as they stand.
  double costAsIs() const { return Costs.global().all(); }

  /// Cycles of a multiprocessor for each of the user's threads with \p Plan, or
  /// as the threads stand at the start. The device has rates, and the block is
  /// known.
  double cycles(const KernelPlan *Plan) const;

private:
  /// The kernel in a typical launch.
  KernelSpace launched() const;
  // A plan from the user.
  llvm::Error forced();
  KernelRequest withBlock(KernelRequest R) const;
  void start(KernelRequest &R) const;
  llvm::Error takeRejectsUnlessBad(llvm::Error Err);

  // Candidates.
  std::optional<bool> forcedPlace(llvm::StringRef Array) const;
  void collectArrays();
  SourcePlace firstUse(ArrayId Array) const;
  void enumerate();
  std::vector<int64_t> stripLengths(const LoopInfo &L) const;
  void combine();
  void keepBestLength(size_t First, const Candidate &Base);
  bool mayStage(LoopId L) const;
  bool isNested(LoopId L, const Candidate &C) const;
  void consider(const std::vector<StageRequest> &Empty,
                const Candidate &Base = {},
                const std::set<std::string> &Without = {});
  void refuse(Candidate &C, llvm::Error Err) const;
  std::optional<StagingPoint> stagingPoint(const StageRequest &Stage) const;
  std::set<std::string>
  fill(StageRequest &Stage, const std::set<std::string> &Without, Candidate &C);
  bool mayWrite(const ArrayCoordinates &Coordinates, const StagingPoint &Point,
                const StageRequest &Stage, const Footprint &F) const;
  void noteFailure(llvm::Error Err, ArrayId Array);
  std::optional<TileCosts::Pair> costs(const ArrayCoordinates &Array,
                                       const StagingPoint &Point,
                                       const Footprint &F);

  // The choice.
  void choose();
  std::optional<Diagnostic> tooSlow(const KernelPlan &Plan);
  bool isForced(const Candidate &C) const;
  bool waitsForOthers(const Candidate &C) const;
  bool occupiesThreads(size_t Which) const;
  std::optional<size_t> best();

  // Messages: see WhyNot.cpp.
  llvm::Expected<ReuseKind>
  reuseInKernel(const ArrayCoordinates &Coordinates) const;
  void findHopeless();
  void explain();
  bool isRead(ArrayId Array) const;
  std::optional<Diagnostic> notCoalesced(ArrayId Array) const;
  std::optional<Diagnostic> partsOfElements(ArrayId Array) const;
  std::optional<ReuseKind>
  reuseOf(ArrayId Array,
          llvm::function_ref<bool(const AccessInfo &)> Matters) const;
  std::vector<Diagnostic> whyNotWritten(ArrayId Array) const;
  Diagnostic noReuse(ArrayId Array, ReuseKind Reuse) const;
  Diagnostic whyNot(ArrayId Array);
  bool hasTileOf(const Candidate &C, ArrayId Array) const;
  const Diagnostic *obstacleOfOther(const Candidate &C, ArrayId Array) const;
  const Candidate *bestWith(ArrayId Array) const;
  double bestGain(const ArrayCoordinates &Coordinates,
                  std::optional<DiagKind> &Obstacle);

  const Program &P;
  KernelId Kernel;
  const KernelPlan Start;
  const KernelModel K; ///< as it starts
  const PlannerOptions &Opts;
  std::vector<Diagnostic> &Messages;
  IslContext Context;
  FactCache Cache;
  KernelSpace Space;
  TileCosts Costs;
  std::vector<ArrayId> Arrays;  ///< that the kernel only reads
  std::vector<ArrayId> Written; ///< and that a tile may take writes of
  std::set<ArrayId> TooHard;    ///< isl gave up
  std::set<ArrayId> Hopeless;   ///< no tile gains
  /// By their arrays, strips whose rounds wait for others as before.
  std::map<std::set<ArrayId>, Diagnostic> SlowStrips;
  std::map<size_t, KernelPlan> Plans;
  ShapeDecision Result;
};

} // namespace tessera

#endif
