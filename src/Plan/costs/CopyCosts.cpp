//===- CopyCosts.cpp - What atomic updates cost a block -------------------===//
#include "costs/CopyCosts.h"
#include <algorithm>

namespace tessera {

/// What a thread does to hand a number on to another one of its warp, and to
/// update a register, in the units of DeviceModel.
constexpr double Exchange = 0.2, RegisterUpdate = 0.1;

/// What the update of an element costs if those of a warp are neighbours,
/// compared with elements at random: measured on an H200.
constexpr double Neighbours = 0.25;

/// What an update of one of \p Cells elements waits for others. On an H200
/// that is the same for two elements and for hundreds.
static double contention(const DeviceModel &Device, double Cells) {
  constexpr double Few = 256;
  double One = Device.GlobalContention;
  return Cells == 1 ? One : One / 3 * std::min(1.0, Few / Cells);
}

UpdateCosts updateCosts(const KernelModel &K, const PrivateCopy &Copy,
                        const AccessCosts &Costs, const DeviceModel &Device,
                        double Turns) {
  UpdateCosts Result;
  bool ByThread = true, Floating = false;
  for (unsigned I = 0; I < K.Accesses.size(); ++I) {
    const AccessInfo &A = K.Accesses[I];
    if (A.Array != Copy.Array)
      continue;
    Result.Updates += Costs.times({I}) * Costs.threads();
    ByThread &= A.Update->ByThread;
    Floating |= A.Update->Floating;
  }
  const double Cells = double(Copy.cells());
  const double Global = Device.GlobalAtomic + contention(Device, Cells);
  // Compilers combine what a warp adds to an element that is the same for all.
  bool Combined = Cells == 1 && !Floating && Device.capability() >= HasShuffles;
  double Update = Global;
  if (ByThread)
    Update *= Neighbours;
  else if (Combined)
    Update = Device.GlobalAtomic +
             contention(Device, Cells) / double(Device.WarpSize);
  Result.AsIs = Result.Updates * Update;
  if (Copy.Register.empty()) {
    Result.OnCopy = Result.Updates *
                    (Device.SharedAtomic + Device.SharedContention / Cells);
    Result.Merge =
        2 * Cells * Device.SharedRead +
        std::min(Cells, Turns * Result.Updates) * Global * Neighbours +
        2 * Costs.threads() * Device.Barrier;
  } else {
    Result.OnCopy = Result.Updates * RegisterUpdate;
    Result.Merge = Global + Costs.threads() * (5 * Exchange + Device.Barrier);
  }
  Result.Merge /= Turns;
  return Result;
}

} // namespace tessera
