//===- AccessCosts.h - What global accesses cost as they stand ------------===//
#ifndef TESSERA_PLAN_COSTS_ACCESSCOSTS_H
#define TESSERA_PLAN_COSTS_ACCESSCOSTS_H

#include "tessera/Analysis/Footprint.h"
#include "tessera/Plan/DeviceModel.h"

namespace tessera {

/// Costs of one block of a typical launch, in the units of DeviceModel.
class AccessCosts {
public:
  /// \param Typical values of parameters in such a launch, by symbol.
  AccessCosts(const KernelSpace &Space, const DeviceModel &Device,
              std::map<std::string, int64_t> Typical)
      : Space(Space), Device(Device), Typical(std::move(Typical)) {}

  double threads() const;
  /// The value of \p P for a typical launch.
  double typical(const Polynomial &P) const;
  /// The number of iterations that a thread makes.
  double tripCount(LoopId Id) const;
  /// The number that a block makes whose threads go through the loop together.
  double blockTripCount(LoopId Id) const;
  /// Iterations of all of \p Loops, those over outputs aside.
  double rounds(const std::vector<LoopId> &Loops) const;
  /// How often a thread makes an access.
  double times(AccessId Id) const;
  /// The same less what it keeps in a register.
  double repetitions(AccessId Id) const;
  /// Words of 4 bytes of an element of \p Array, or smaller ones that it is
  /// copied by.
  double words(ArrayId Array) const;
  /// Those of what \p Accesses touch of one element.
  double words(llvm::ArrayRef<AccessId> Accesses) const;

  /// How many times the sectors that neighbouring elements, or members, would
  /// need a warp asks for: 1 to 8.
  /// \param Whole counts whole elements also for an access to members.
  double scatter(const ArrayCoordinates &Array, AccessId Id,
                 bool Whole = false) const;
  /// Whether a warp's elements lie apart.
  bool isScattered(const ArrayCoordinates &Array, AccessId Id) const;
  /// The same for rows of a tile, which neighbouring threads copy.
  double scatter(const Footprint &F) const;

  /// Whether a thread has what it reads from an earlier access.
  bool readsAgain(const ArrayCoordinates &Array, AccessId Id) const;
  /// Of a thread that reads, or writes, an element for the first time.
  double read(const ArrayCoordinates &Array, AccessId Id) const;
  double write(const ArrayCoordinates &Array, AccessId Id) const;
  /// The same without an access: an element copied from or to a tile.
  double copyIn(const Footprint &F) const;
  double copyBack(const Footprint &F) const;

  /// Of all accesses to global memory, each element read anew.
  double all() const;

private:
  /// The accesses of an array by what their addresses have in common, each
  /// with its place, in elements.
  using Neighbours =
      std::map<Polynomial, std::vector<std::pair<int64_t, AccessId>>>;
  Neighbours neighboursIn(const ArrayCoordinates &Array) const;
  double elementsOfSector(const ArrayCoordinates &Array, AccessId Id,
                          const Neighbours &All) const;
  double read(const ArrayCoordinates &Array, AccessId Id,
              const Neighbours &All) const;
  double added(double Most, double Scatter) const;

  const KernelSpace &Space;
  const DeviceModel &Device;
  std::map<std::string, int64_t> Typical;
};

} // namespace tessera

#endif
