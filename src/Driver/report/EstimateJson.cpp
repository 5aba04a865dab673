//===- EstimateJson.cpp - Estimates in reports ----------------------------===//
#include "report/EstimateJson.h"
#include "report/JsonText.h"

namespace tessera {

static llvm::StringRef name(BoundUnit U) {
  static constexpr llvm::StringLiteral Names[] = {
      "memory",  "L2",      "issue",  "float",  "double",
      "integer", "special", "shared", "latency"};
  static_assert(std::size(Names) == BoundUnits);
  return Names[static_cast<unsigned>(U)];
}

static llvm::StringRef name(OccupancyLimit L) {
  static constexpr llvm::StringLiteral Names[] = {"blocks", "warps",
                                                  "registers", "shared memory"};
  return Names[static_cast<unsigned>(L)];
}

json::Object estimate(const BlockEstimate &E) {
  json::Array Limits;
  for (OccupancyLimit L : E.Limits)
    Limits.push_back(name(L));
  json::Object Result{{"outputs", E.Outputs},
                      {"threads", E.Threads},
                      {"registers", E.Registers},
                      {"shared_bytes", E.SharedBytes},
                      {"cache_bytes", E.CacheBytes},
                      {"memory_bytes", E.MemoryBytes},
                      {"wavefronts", E.Wavefronts},
                      {"resident_blocks", E.ResidentBlocks},
                      {"resident_warps", E.ResidentWarps},
                      {"running_warps", E.RunningWarps},
                      {"limits", std::move(Limits)}};
  if (E.Blocks > 0) {
    Result["blocks"] = E.Blocks;
    Result["busy"] = E.Busy;
  }
  const std::optional<double> Cycles = finite(E.Cycles);
  if (!Cycles)
    return Result;
  json::Object Units;
  for (unsigned U = 0; U < BoundUnits; ++U)
    Units[name(BoundUnit(U))] = E.UnitCycles[U];
  Result["cycles"] = *Cycles;
  Result["units"] = std::move(Units);
  Result["bound"] = name(E.bound());
  return Result;
}

} // namespace tessera
