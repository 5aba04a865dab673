//===- WindowTiles.cpp - What tiles of windows bring ----------------------===//
#include "costs/WindowTiles.h"
#include "tessera/Analysis/Coalescing.h"
#include "tessera/Plan/Occupancy.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

namespace tessera {

/// Of a pass, what neighbours take that begin inside of a line. Measured on an
/// H100: sums of 33 and 65 neighbours, 25 in two dimensions.
constexpr double MisalignedPass = 0.35;
/// Of the memory's latency, that where all blocks begin with loads. Measured on
/// an H100: sums of 9 to 49 neighbours in two dimensions.
constexpr double BusyLatency = 1.6;
/// What tiles gain at most that are as large as windows whose size is known
/// when they run: what long ones gain short ones lose. Measured on an H100:
/// sums of 5 to 33 neighbours 0.76 to 0.94, of 65 1.08; masks of 19 to 121 in
/// strips of 8 rows 0.09 to 0.96.
constexpr double GainOfAnyWindow = 1;
constexpr double LineBytes = 128;

/// Whether \p Access reads the elements of the thread's neighbours in other
/// rounds or accesses, or the same in all threads.
static bool isWindow(const KernelModel &K, const std::vector<Polynomial> &At,
                     AccessId Access) {
  bool Uniform = true;
  if (K.access(Access).Loops.empty())
    return true;
  for (const Polynomial &P : At)
    for (const char *Thread : {"tx", "ty", "tz"}) {
      Uniform &= !P.mentions(Thread);
      const int64_t Distance = P.coefficient({Thread});
      if (Distance != 0 && llvm::any_of(K.access(Access).Loops, [&](LoopId L) {
            return std::abs(P.coefficient({K.loop(L).Symbol})) == Distance;
          }))
        return true;
    }
  return Uniform;
}

bool holdsWindows(const KernelSpace &Space, const KernelPlan &Plan) {
  const KernelModel &K = Space.Kernel;
  bool Shared = false;
  for (const StagePoint &Point : Plan.Points) {
    if (Point.Unroll)
      return false;
    for (const TileStage &T : Point.Tiles) {
      const ArrayCoordinates Array = coordinatesOf(Space, T.Array);
      for (const RedirectedAccess &R : T.Redirected) {
        auto At = Array.Coordinates.find(R.Access);
        if (At == Array.Coordinates.end() || !isWindow(K, At->second, R.Access))
          return false;
        Shared |= llvm::any_of(At->second, [](const Polynomial &P) {
          return P.mentions("tx") || P.mentions("ty") || P.mentions("tz");
        });
      }
    }
  }
  return Shared;
}

/// Loads of a thread for \p T each of which waits for the one before: compilers
/// do not unroll loops with tests in them.
static double loadsInTurn(const TileStage &T, const AccessCosts &Costs) {
  double Loads = 1;
  for (unsigned D = 0; D < T.Dimensions.size(); ++D)
    Loads *= std::ceil(Costs.typical(T.copied(D)) /
                       std::max(1.0, Costs.typical(T.Dimensions[D].Threads)));
  return Loads;
}

/// Passes that the requests of \p Access take beside one for each line that
/// their first round touches. Rounds that move on along a row begin anywhere.
static double morePasses(const KernelSpace &Space, const AccessCosts &Costs,
                         const ArrayCoordinates &Array, AccessId Access) {
  const std::optional<Coalescing> Request = coalescingOf(Space, Array, Access);
  if (!Request || !Request->isCoalesced())
    return 0;
  const KernelModel &K = Space.Kernel;
  const Polynomial &Row = Array.Coordinates.at(Access).back();
  const bool MovesOn =
      Row.mentions("tx") && llvm::any_of(K.access(Access).Loops, [&](LoopId L) {
        return Row.mentions(K.loop(L).Symbol);
      });
  const double Dense =
      std::max(double(Request->Requests),
               double(Request->Dense) * SectorBytes / LineBytes);
  const double First = std::max(0.0, double(Request->Lines) - Dense);
  const double Each = MovesOn ? double(Request->Requests) : First;
  return (Each * MisalignedPass - First) * Costs.repetitions(Access);
}

double gainOfWindows(const KernelSpace &Space, const AccessCosts &Costs,
                     const DeviceModel &Device, const KernelPlan &Plan) {
  const Throughput Blocks(Space, Costs, Device);
  BlockDemand AsIs = Blocks.of(nullptr), With = Blocks.of(&Plan);
  const double Resident =
      double(residentBlocks(Device, {AsIs.Threads, AsIs.Registers, 0}));
  if (Resident * double(With.SharedBytes) <=
      double(Device.SharedPerMultiprocessor)) // as large as the cache
    AsIs.L2Bytes = std::min(AsIs.L2Bytes, With.L2Bytes);
  double InTurn = 1;
  for (const StagePoint &Point : Plan.Points)
    for (const TileStage &T : Point.Tiles) {
      InTurn = std::max(InTurn, loadsInTurn(T, Costs));
      const ArrayCoordinates Array = coordinatesOf(Space, T.Array);
      for (const RedirectedAccess &R : T.Redirected)
        if (Array.Coordinates.count(R.Access))
          AsIs.Wavefronts += morePasses(Space, Costs, Array, R.Access);
    }
  With.Latency += (InTurn - 1) * BusyLatency * Device.MemoryLatency;
  const double Gain =
      cyclesPerOutput(AsIs, Device) / cyclesPerOutput(With, Device);
  return Plan.DynamicBytes ? std::min(Gain, GainOfAnyWindow) : Gain;
}

} // namespace tessera
