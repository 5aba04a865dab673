//===- MemoryBytes.cpp - What a block moves to and from memory ------------===//
#include "costs/MemoryBytes.h"
#include "costs/Neighbours.h"
#include "costs/Throughput.h"
#include "tessera/Analysis/Coalescing.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

const TileStage *tileOf(const KernelPlan *Plan, AccessId Id) {
  if (Plan)
    for (const StagePoint &Point : Plan->Points)
      for (const TileStage &T : Point.Tiles)
        if (llvm::any_of(T.Redirected,
                         [&](const auto &R) { return R.Access == Id; }))
          return &T;
  return nullptr;
}

/// How much longer the memory takes for what \p Id moves where that lies apart:
/// a sector alone takes the time of its neighbour, too, and one that is written
/// by itself is read again for what it lacks. Blocks that are neighbours along
/// x and y are at work together, and the cache puts together what they move.
/// Measured on an H200 with transposes: rows of 32 bytes along z take 1.7 times
/// as long as longer ones, along y no longer.
static double burstsOf(const KernelSpace &Space, const KernelPlan *Plan,
                       const AccessCosts &Costs, const ArrayCoordinates &Array,
                       AccessId Id) {
  if (!Array.Coordinates.at(Id).back().mentions("tz"))
    return 1;
  const AccessInfo &A = Space.Kernel.access(Id);
  bool Alone = false;
  if (const TileStage *T = tileOf(Plan, Id)) {
    const TileDimension &Row = T->Dimensions.back();
    Alone =
        Row.Stride != Polynomial(1) ||
        Costs.typical(Row.Extent) * Space.Kernel.array(T->Array).ElementBytes <=
            SectorBytes;
  } else if (A.Loops.empty()) { // else the next rounds have the neighbours
    std::optional<Coalescing> Request = coalescingOf(Space, Array, Id);
    Alone = Request && !Request->Broadcast &&
            Request->Lines > Request->Requests &&
            Request->Sectors < 2 * Request->Lines;
  }
  return !Alone ? 1 : A.writes() ? 1.7 : 1.5;
}

/// For one cell of \p Id, those up to that of the next output that are moved,
/// too: what neighbours of \p Id, which it stands for, or rounds of its
/// loops ask for, and the rest of sectors. 2 for `2 * x` and `2 * x + 1`.
static double cellsPerStep(const KernelModel &K, const CoarsenedKernel &Coarse,
                           const AccessCosts &Costs,
                           const ArrayCoordinates &Array, AccessId Id) {
  std::vector<std::string> Counters = {"tx", "ty", "tz"}; // of outputs
  for (const Coarsening &By : Coarse.Axes)
    if (By.Members)
      Counters[By.Axis] = Coarse.Kernel.loop(*By.Members).Symbol;
  const AccessInfo &A = K.access(Id);
  const std::vector<Polynomial> &C = Array.Coordinates.at(Id);
  double Cells = 1;
  for (size_t D = 0; D < C.size(); ++D) {
    int64_t Step = 0; // the least of several: `y * 64 + x`
    for (const std::string &Counter : Counters)
      if (const auto Form = linearIn(C[D], Counter))
        if (const int64_t By =
                std::abs(Form->Coefficient.constant().value_or(1));
            By > 0)
          Step = Step > 0 ? std::min(Step, By) : By;
    if (Step <= 1 || llvm::none_of(C[D].symbols(), [](const std::string &S) {
          return isBlockSymbol(S);
        }))
      continue;
    std::set<int64_t> Places;
    for (const auto &[Other, At] : Array.Coordinates)
      if (areNeighbours(At, C, K) && K.access(Other).writes() == A.writes())
        if (const auto Distance = (At[D] - C[D]).constant())
          Places.insert((*Distance % Step + Step) % Step);
    double Asked = double(Places.size());
    for (LoopId L : A.Loops)
      if (C[D].mentions(K.loop(L).Symbol))
        Asked *= std::max(1.0, Costs.tripCount(L));
    if (D + 1 == C.size())
      Asked = std::max(Asked,
                       double(SectorBytes) / K.array(Array.Array).ElementBytes);
    Cells *= std::min(Asked, double(Step));
  }
  return Cells;
}

double memoryBytes(const KernelModel &K, const KernelSpace &Outputs,
                   const CoarsenedKernel &Coarse, const KernelPlan *Plan,
                   const AccessCosts &Costs, const ArrayCoordinates &Array,
                   AccessId Id) {
  // One of the accesses to an array stands for its neighbours.
  if (llvm::any_of(Array.Coordinates, [&](const auto &Other) {
        return Other.first < Id &&
               K.access(Other.first).Array == K.access(Id).Array &&
               areNeighbours(Other.second, Array.Coordinates.at(Id), K) &&
               K.access(Other.first).writes() == K.access(Id).writes();
      }))
    return 0;
  double Elements = 1, Others = 1;
  const std::vector<Polynomial> &C = Array.Coordinates.at(Id);
  auto OfBlock = [](const Polynomial &P, const std::string &Axis) {
    return P.mentions("b" + Axis) || P.mentions("O" + Axis);
  };
  for (unsigned A = 0; A < 3; ++A) {
    const std::string Axis(1, "xyz"[A]);
    double Size = double(Outputs.Shape.Block[A].value_or(1));
    for (const Coarsening &By : Coarse.Axes)
      if (By.Axis == A)
        Size *= double(By.Factor);
    if (llvm::any_of(
            C, [&](const Polynomial &P) { return P.mentions("t" + Axis); }))
      Elements *= Size;
    else if (llvm::none_of(
                 C, [&](const Polynomial &P) { return OfBlock(P, Axis); }) &&
             Size > 1)
      Others *= TypicalBlocks;
  }
  // What a loop reads behind the block's part, the next block reads, too.
  for (LoopId L : K.access(Id).Loops)
    if (llvm::any_of(C, [&](const Polynomial &P) {
          return P.mentions(K.loop(L).Symbol) && !OfBlock(P, "x") &&
                 !OfBlock(P, "y") && !OfBlock(P, "z");
        }))
      Elements *= std::max(1.0, Costs.tripCount(L));
  return Elements * cellsPerStep(K, Coarse, Costs, Array, Id) / Others *
         K.array(Array.Array).ElementBytes *
         burstsOf(Outputs, Plan, Costs, Array, Id);
}

} // namespace tessera
