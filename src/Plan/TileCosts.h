//===- TileCosts.h - What accesses cost with and without a tile -----------===//
#ifndef TESSERA_PLAN_TILECOSTS_H
#define TESSERA_PLAN_TILECOSTS_H

#include "tessera/Analysis/Footprint.h"
#include "tessera/Plan/DeviceModel.h"
#include "tessera/Plan/TilePlan.h"

namespace tessera {

/// Costs of one block of a typical launch, in the units of DeviceModel.
class TileCosts {
public:
  /// \param Typical values of parameters in such a launch, by symbol.
  TileCosts(const KernelSpace &Space, const DeviceModel &Device,
            std::map<std::string, int64_t> Typical)
      : Space(Space), Device(Device), Typical(std::move(Typical)) {}

  /// What the accesses of a footprint cost as they stand, and with a tile.
  struct Pair {
    double Before = 0, After = 0;
  };

  /// \returns nothing if no two threads share an element; IslGaveUp.
  llvm::Expected<std::optional<Pair>> of(const ArrayCoordinates &Array,
                                         const StagingPoint &Point,
                                         const Footprint &F) const;

  /// The barriers around the tiles of \p Point.
  double barriers(const StagingPoint &Point) const;

  /// The number of iterations.
  double tripCount(LoopId Id) const;
  /// How often a thread makes an access.
  double times(AccessId Id) const;

  /// Shared memory of \p Plan.
  int64_t bytes(const KernelPlan &Plan) const;

private:
  double threads() const;
  double typical(const Polynomial &P) const;
  double executions(const StagingPoint &Point) const;
  double repetitions(AccessId Id) const;
  bool isBroadcastConstant(const ArrayCoordinates &Array,
                           const Footprint &F) const;

  const KernelSpace &Space;
  const DeviceModel &Device;
  std::map<std::string, int64_t> Typical;
};

} // namespace tessera

#endif
