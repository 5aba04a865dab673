//===- ThreadNames.cpp - Threads in messages ------------------------------===//
#include "Execution.h"
#include "Streams.h"

namespace tessera_rt {

static std::string coordinates(uint64_t Index, const dim3 &Shape) {
  return "(" + std::to_string(Index % Shape.x) + "," +
         std::to_string(Index / Shape.x % Shape.y) + "," +
         std::to_string(Index / Shape.x / Shape.y) + ")";
}

std::string threadName(Stamp S) {
  const Actor &Who = actorOf(S);
  if (!Who.IsKernel)
    return Who.What.empty() ? "the host" : Who.What;
  std::string Name = "thread " + coordinates(threadOf(S), Who.Block);
  uint64_t Blocks = uint64_t(Who.Grid.x) * Who.Grid.y * Who.Grid.z;
  if (Blocks <= BlockMask)
    Name += " of block " + coordinates(blockOf(S), Who.Grid);
  if (launchOf(S) != Launch.Actor)
    Name += " of " + Who.What;
  return Name;
}

} // namespace tessera_rt
