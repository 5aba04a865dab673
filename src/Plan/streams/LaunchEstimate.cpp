//===- LaunchEstimate.cpp - How long a launch takes, roughly --------------===//
#include "streams/LaunchEstimate.h"
#include "tessera/Plan/Occupancy.h"
#include <cmath>

namespace tessera {

/// How many accesses a thread makes.
static double accesses(const KernelModel &K) {
  double All = 0;
  for (const AccessInfo &A : K.Accesses) {
    double Times = 1;
    for (LoopId Loop : A.Loops) {
      const LoopInfo &Info = K.loop(Loop);
      std::optional<int64_t> Length = (Info.Upper - Info.Lower).constant();
      if (!Info.Opaque && Length)
        Times *= std::max(0.0, double(*Length) / Info.Step);
    }
    All += Times;
  }
  return All;
}

LaunchEstimate estimate(const Program &P, LaunchId Launch,
                        const DeviceModel &Device, const StreamCosts &Costs) {
  const LaunchModel &L = P.launch(Launch);
  double Waves = 1;
  BlockResources Block;
  for (const std::optional<int64_t> &Size : L.Block)
    Block.Threads *= std::max<int64_t>(1, Size.value_or(1));
  Block.SharedBytes =
      P.kernel(L.Kernel).declaredSharedBytes() + L.DynamicBytes.value_or(0);
  double Room = double(Device.Multiprocessors *
                       std::max<int64_t>(1, residentBlocks(Device, Block)));
  LaunchEstimate Result;
  if (std::optional<int64_t> Blocks = L.blocks()) {
    Result.Share = std::min(1.0, *Blocks / Room);
    Waves = std::max(1.0, std::ceil(*Blocks / Room));
  }
  Result.Seconds = Costs.SecondsPerLaunch + Waves *
                                                accesses(P.kernel(L.Kernel)) *
                                                Costs.SecondsPerAccess;
  return Result;
}

} // namespace tessera
