//===- ForcedEstimate.cpp - What is expected of a plan that is asked for --===//
#include "costs/ForcedEstimate.h"
#include "candidates/ChoosePersistent.h"
#include "costs/CopyCosts.h"
#include "costs/Throughput.h"
#include "costs/TypicalLaunch.h"
#include "tessera/Polyhedral/Guarded.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {
namespace {

/// Cycles of a multiprocessor for each of the user's threads, and registers of
/// a thread.
struct Estimated {
  double Cycles;
  int64_t Registers;
};

/// The estimates for one block shape.
class ShapeEstimate {
public:
  ShapeEstimate(const PlannerOptions &Opts, const ShapeDecision &S,
                KernelId Kernel)
      : Opts(Opts), S(S), Kernel(Kernel) {}

  /// \param Plan may be null: the kernel of \p P as it is.
  Estimated of(const Program &P, const KernelPlan *Plan) const {
    const BlockDemand Demand = demandOf(P, Kernel, S.Block, Plan, Opts.Device);
    const double Cycles = cyclesPerOutput(Demand, Opts.Device);
    return {Plan ? Cycles * copies(P, *Plan) : Cycles, Demand.Registers};
  }

private:
  /// The part that is left with the copies of \p Plan. What atomic updates cost
  /// is only known in the units of tiles.
  double copies(const Program &P, const KernelPlan &Plan) const {
    const KernelModel &K = P.kernel(Kernel);
    IslContext Context;
    KernelSpace Space{Context, K, {}};
    Space.Shape.Block = S.Block;
    const AccessCosts Costs(Space, Opts.Device,
                            typicalValues(P, Kernel, S.Block));
    double Before = Costs.all(), After = Before;
    for (const PrivateCopy &Copy : Plan.Copies) {
      const UpdateCosts Update =
          updateCosts(K, Copy, Costs, Opts.Device, turnsOf(P, Opts, Plan));
      Before += Update.AsIs;
      After += Update.OnCopy + Update.Merge;
    }
    return Before > 0 ? After / Before : 1;
  }

  const PlannerOptions &Opts;
  const ShapeDecision &S;
  const KernelId Kernel;
};

} // namespace

void estimateForced(const Program &P, const Program &Planned,
                    const PlannerOptions &Opts, PlanDecision &D) {
  if (!Opts.Device.hasRates())
    return;
  const KernelPlan *Any = nullptr;
  for (const ShapeDecision &S : D.Shapes)
    if (S.Plan && S.Plan->AnyBlock)
      Any = &*S.Plan;
  for (ShapeDecision &S : D.Shapes) {
    if (!llvm::all_of(S.Block, [](auto Size) { return Size.has_value(); }))
      continue;
    const KernelPlan *Plan = S.Plan ? &*S.Plan : Any;
    const ShapeEstimate Estimate(Opts, S, D.Kernel);
    const Estimated AsIs = Estimate.of(P, nullptr);
    if (S.Considered.empty() || !Plan) {
      Candidate C;
      C.Request.Kernel = P.kernel(D.Kernel).Name;
      if (Plan)
        C.Request = toRequest(P.kernel(D.Kernel), *Plan);
      S.Considered = {std::move(C)};
    }
    const Estimated With = Plan ? Estimate.of(Planned, Plan) : AsIs;
    S.Considered.front().Cycles = {AsIs.Cycles, With.Cycles};
    S.Considered.front().Registers = With.Registers;
  }
}

} // namespace tessera
