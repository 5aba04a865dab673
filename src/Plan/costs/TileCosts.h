//===- TileCosts.h - What accesses cost with and without a tile -----------===//
#ifndef TESSERA_PLAN_COSTS_TILECOSTS_H
#define TESSERA_PLAN_COSTS_TILECOSTS_H

#include "costs/AccessCosts.h"
#include "tessera/Plan/TilePlan.h"

namespace tessera {

/// Costs of one block of a typical launch, in the units of DeviceModel.
class TileCosts {
public:
  /// \param Typical as for AccessCosts.
  TileCosts(const KernelSpace &Space, const DeviceModel &Device,
            std::map<std::string, int64_t> Typical)
      : Space(Space), Device(Device),
        Global(Space, Device, std::move(Typical)) {}

  /// What the accesses of a footprint cost as they stand, and with a tile.
  struct Pair {
    double Before = 0, After = 0;
  };

  /// \returns nothing if a tile would change nothing: no two threads share an
  ///          element, and warps access neighbouring elements; IslGaveUp.
  llvm::Expected<std::optional<Pair>> of(const ArrayCoordinates &Array,
                                         const StagingPoint &Point,
                                         const Footprint &F) const;

  /// The barriers around the tiles of \p Point.
  double barriers(const StagingPoint &Point) const;
  /// The rounds of loops in which threads wait for others of the block.
  double idleRounds(const StagingPoint &Point) const;

  /// Shared memory of \p Plan.
  int64_t bytes(const KernelPlan &Plan) const;

  /// The accesses as they stand.
  const AccessCosts &global() const { return Global; }

private:
  std::optional<Pair> scattered(const ArrayCoordinates &Array,
                                const StagingPoint &Point,
                                const Footprint &F) const;
  double executions(const StagingPoint &Point) const;
  double idlePart(const StepLoop &L) const;
  bool isOneRequest(const ArrayCoordinates &Array, const StagingPoint &Point,
                    const Footprint &F) const;

  const KernelSpace &Space;
  const DeviceModel &Device;
  const AccessCosts Global;
};

} // namespace tessera

#endif
