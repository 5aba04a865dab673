//===- OutputPlanner.h - Several outputs for each thread ------------------===//
//
// Where threads along an axis read the same elements, or neighbouring ones, one
// thread that does the work of several reads them once. Candidates are: some
// numbers of outputs along the axes where that is so, with tiles of all arrays
// that a loop reads in strips of some lengths. What each asks of the device
// tells which is fastest.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_PLAN_CANDIDATES_OUTPUTPLANNER_H
#define TESSERA_PLAN_CANDIDATES_OUTPUTPLANNER_H

#include "costs/Throughput.h"
#include "tessera/Analysis/FactCache.h"
#include "tessera/Plan/Planner.h"

namespace tessera {

class OutputPlanner {
public:
  /// \param Typical values of parameters, by symbol.
  OutputPlanner(const Program &P, KernelId Kernel, const ShapeDecision &Plain,
                std::map<std::string, int64_t> Typical,
                const PlannerOptions &Opts);

  /// \p Plain with the candidates added, and the best plan if one of them is
  /// clearly faster than what it has.
  ShapeDecision plan() &&;

private:
  /// What is known of the kernel with blocks of one size.
  struct Blocks {
    Blocks(const Program &P, const KernelPlan &Plan, IslContext &Context,
           const std::map<std::string, int64_t> &Typical,
           const PlannerOptions &Opts);
    KernelSpace Space;    ///< for any grid
    KernelSpace Launched; ///< for that of the launches, if they have one
    AccessCosts Costs;
    Throughput Rates;
  };

  struct Reuse {
    unsigned Axis = 0;
    int64_t Most = 1; ///< outputs worth trying
  };

  void widen(const std::map<std::string, int64_t> &Typical);
  const Blocks &blocksOf(const KernelRequest &Request) const;
  BlockDemand demandOf(const KernelPlan &Plan) const;
  std::vector<Reuse> axes() const;
  void enumerate();
  void enumerateStrips(LoopId Loop,
                       llvm::ArrayRef<std::vector<CoarsenRequest>> Shapes);
  bool slides(ArrayId Array, LoopId Loop) const;
  void enumerateSliding();
  void enumerateInterior();
  void consider(const std::vector<CoarsenRequest> &Outputs, LoopId Loop,
                int64_t Steps, int64_t Buffers);
  void add(Candidate C);
  void note(size_t I, const KernelPlan &Plan);
  double expected(size_t I) const;
  std::optional<TileRequest> tileOf(ArrayId Array, LoopId Loop,
                                    const std::vector<CoarsenRequest> &) const;
  bool mayStage(ArrayId Array) const;
  bool repeatsLoops(const KernelPlan &Plan) const;
  int64_t vectorWidth() const;
  std::optional<KernelPlan> complete(Candidate &C) const;
  std::optional<KernelPlan> takeFastest(bool ForAllSizes,
                                        const std::string &As);
  std::optional<KernelPlan> refine(const KernelPlan &Chosen,
                                   const KernelRequest &Request,
                                   const std::string &Before, double Gain = 1);
  void unrollStrips(std::optional<KernelPlan> &Chosen);
  void addWithoutVectors(const KernelPlan &Chosen);
  void arrangeWarps(std::optional<KernelPlan> &Chosen);
  std::optional<KernelPlan> copyVectors(std::optional<KernelPlan> &Chosen,
                                        bool Elements);
  void choose();

  const Program &P;
  KernelId Kernel;
  const KernelModel &K;
  const PlannerOptions &Opts;
  IslContext Context;
  const Blocks Users;
  std::optional<Blocks> Wide; ///< for rows that begin anywhere
  const KernelSpace &Space = Users.Space;
  ShapeDecision Result;
  double AsIs = 0, Before = 0;     ///< cycles without and with the plain plan
  const bool OwnTiles;             ///< the user's kernel has some
  BlockDemand Asked;               ///< of the user's blocks
  size_t First = 0;                ///< of these candidates
  std::map<size_t, double> Slower; ///< of them, than is estimated
  std::set<size_t> Sliding;        ///< those with windows that slide
  int64_t Width = 1;    ///< neighbouring outputs that one access reads
  bool TooHard = false; ///< isl gave up: other tiles would take as long
};

} // namespace tessera

#endif
