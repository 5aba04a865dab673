//===- Planner.h - What to stage, and why ---------------------------------===//
#ifndef TESSERA_PLAN_PLANNER_H
#define TESSERA_PLAN_PLANNER_H

#include "tessera/Analysis/Footprint.h"
#include "tessera/Model/Program.h"
#include "tessera/Plan/DeviceModel.h"
#include "tessera/Plan/PlanIO.h"
#include "tessera/Plan/TilePlan.h"

namespace tessera {

struct TransferPlan;

/// What the user asked of the planner.
struct PlannerOptions {
  DeviceModel Device;
  std::optional<PlanRequest> Forced; ///< `--plan=`
  std::vector<std::pair<std::string, bool>> ForcedArrays;
  std::string KernelPattern;
  bool AllowReassociation = false;
  SeveralOutputs Outputs = SeveralOutputs::Never;
  bool KeepLaunches = false; ///< their grids and blocks: others cut them
  std::set<KernelId> Kept;   ///< the same for the launches of these alone
  std::set<KernelId> Calls;  ///< of these, those that call their versions
};

/// One possibility that was weighed. Losers are kept.
struct Candidate {
  KernelRequest Request;
  /// Costs of one block, in the units of DeviceModel; without and with tiles.
  double Before = 0, After = 0;
  /// Instead: of a multiprocessor for each of the user's threads.
  std::optional<std::pair<double, double>> Cycles;
  int64_t SharedBytes = 0;
  int64_t Registers = 0;              ///< of a thread; 0 if they are not known
  std::set<AccessId> Accesses;        ///< that read a tile
  std::optional<Diagnostic> Obstacle; ///< that makes it impossible
  /// Why it was not taken; empty for the one that was.
  std::string Verdict;
};

/// The complete reasoning for one kernel and one block shape. `Considered` is
/// in a fixed order.
struct ShapeDecision {
  std::array<std::optional<int64_t>, 3> Block;
  std::vector<Candidate> Considered;
  /// Of all accesses to global memory with this plan, as those of candidates.
  double Cost = 0;
  std::optional<KernelPlan> Plan;
  /// For launches that cannot start that one, in order; before the kernel as it
  /// stands.
  std::vector<KernelPlan> Otherwise;

  /// All of them, in order.
  std::vector<KernelPlan *> plans();
  std::vector<const KernelPlan *> plans() const;
  /// Makes \p Plans all of them.
  void setPlans(std::vector<KernelPlan> Plans);
};

struct PlanDecision {
  KernelId Kernel;
  /// An equal kernel before, for which all was decided.
  std::optional<KernelId> As;
  std::vector<ShapeDecision> Shapes;
  /// Elements in registers where there are tiles, as KernelRequest has them.
  std::vector<std::string> Registers;
  /// What is done where there are none, if something is.
  std::optional<KernelRequest> WithoutTiles;
  /// Shared variables that it reads in constant memory.
  std::vector<std::string> Constants;
  std::vector<Diagnostic> Messages;
  /// The kernel has tiles of its own, which are better than its plans: it is to
  /// be read with them.
  bool WantsTiles = false;
  /// The last plan may take the place of the kernel, which nothing starts.
  bool InPlace = false;
};

/// The plans of all shapes, each shape's in order.
std::vector<const KernelPlan *> plansOf(const PlanDecision &D);

/// Decides for every kernel. Never fails for a program: what cannot be staged
/// is a message. \returns Reject(BadPlan) if a forced plan does not fit.
llvm::Expected<std::vector<PlanDecision>> planTiles(const Program &P,
                                                    const PlannerOptions &Opts);

/// Whether the program has a version of \p K that this tool made: where the
/// launches choose, the choice stays.
bool hasVersion(const Program &P, const KernelModel &K);

/// The request that gives \p Plan again.
KernelRequest toRequest(const KernelModel &Kernel, const KernelPlan &Plan);

/// How much of a plan is derived. The tests of which cells are loaded take
/// longer than all the rest, and do not change what a plan costs.
enum class PlanDetail { Complete, WithoutLoadTests };

/// Derives the plan of a request, or says why it is not possible.
///
/// \param Space of the kernel and block in the order of the request's threads.
/// \returns Reject with the first obstacle; BadPlan if the request names
///          something that the kernel does not have.
llvm::Expected<KernelPlan> derivePlan(const Program &P, KernelId Kernel,
                                      const KernelSpace &Space,
                                      const KernelRequest &Request,
                                      const DeviceModel &Device,
                                      PlanDetail Detail = PlanDetail::Complete);

/// The launches that can start the kernel of \p Plan: those of its block shape
/// whose arguments may be evaluated twice, as far as its conditions need them.
std::vector<LaunchChoice> chooseLaunches(const Program &P,
                                         const KernelPlan &Plan);

/// What \p Launch does with LaunchModel::Versions, one for each; none if they
/// cannot be declared in this file.
std::vector<LaunchChoice> choicesElsewhere(const Program &P, LaunchId Launch);

/// The versions of kernels in \p Decisions that launches of other files may
/// start: by the kernel's name for the linker, file and number of the launch.
using VersionsByLaunch =
    std::map<std::tuple<std::string, std::string, unsigned>,
             std::vector<VersionElsewhere>>;
VersionsByLaunch versionsForOthers(const Program &P,
                                   const std::vector<PlanDecision> &Decisions);

/// Who loads which cells of \p Tile in a block of \p Block threads: threads of
/// a warp load neighbouring cells, no cell is loaded twice.
void mapThreadsToCells(TileStage &Tile,
                       const std::array<std::optional<int64_t>, 3> &Block);

/// The cell, in the order of memory, that each thread of a block copies first:
/// of \p Tile, mapped to \p Threads.
std::vector<std::vector<int64_t>> cellsOfThreads(const TileStage &Tile,
                                                 int64_t Threads);

/// What \p Request asks for, in short: `8x k/16:A,B`; empty if nothing.
std::string describe(const KernelRequest &Request);

/// Prints candidates and the plan as comments and YAML.
void printDecisions(llvm::raw_ostream &OS, const Program &P,
                    const std::vector<PlanDecision> &Decisions);

} // namespace tessera

#endif
