//===- TileCosts.cpp - What accesses cost with and without a tile ---------===//
#include "costs/TileCosts.h"
#include "tessera/Analysis/Coalescing.h"
#include "tessera/Analysis/Frequency.h"
#include "tessera/Analysis/StagingLegality.h"
#include "tessera/Polyhedral/Guarded.h"
#include "tiles/WrittenTiles.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// How often a block executes a staging point.
double TileCosts::executions(const StagingPoint &Point) const {
  double Times = 1;
  for (const StepLoop &L : Point.Loops)
    Times *= std::max(1.0, Global.blockTripCount(L.Loop) / double(L.Tile));
  return Times;
}

/// The part of the rounds of \p L in which a thread waits for others, where a
/// block goes through it together though threads begin or end apart. In strips
/// each has its own first and last round.
double TileCosts::idlePart(const StepLoop &L) const {
  double Own = Global.tripCount(L.Loop);
  double Idle = std::max(0.0, Global.blockTripCount(L.Loop) - Own);
  if (L.Tile > 1)
    Idle = std::min(Idle, double(L.Tile));
  return Idle / std::max(1.0, Own);
}

double TileCosts::idleRounds(const StagingPoint &Point) const {
  double Part = 0;
  for (const StepLoop &L : Point.Loops)
    Part += idlePart(L);
  double Accesses = 0;
  for (unsigned I = 0; Part > 0 && I < Space.Kernel.Accesses.size(); ++I) {
    const AccessInfo &A = Space.Kernel.Accesses[I];
    if (llvm::is_contained(A.Loops, Point.Loops.back().Loop))
      Accesses +=
          Global.threads() * Global.repetitions({I}) * Global.words(A.Array);
  }
  return Part * Accesses * Device.RepeatedGlobalRead;
}

double TileCosts::barriers(const StagingPoint &Point) const {
  double Barriers = Point.Loops.empty() ? 1 : 2;
  return Barriers * Device.Barrier * Global.threads() * executions(Point);
}

/// Whether each access of a warp is one request that a cache serves as fast as
/// a tile: all threads read the same element, in constant memory, or one word,
/// in a loop whose rounds run time tells, where the compiler does not read
/// several cells of a tile at once. Measured on an H100 and an H200: the
/// coefficients of a polynomial take 1.00 to 1.09 of the time from a tile, sums
/// over one word 0.85 to 1.25, but over points of two words, from 16 on, 0.90
/// to 0.97.
bool TileCosts::isOneRequest(const ArrayCoordinates &Array,
                             const StagingPoint &Point,
                             const Footprint &F) const {
  const bool Constant = Space.Kernel.array(F.Array).Constant;
  auto isKnown = [&](const StepLoop &S) {
    const LoopInfo &L = Space.Kernel.loop(S.Loop);
    return (L.Upper - L.Lower).constant().has_value();
  };
  const bool Known = Point.Loops.empty()
                         ? F.Enclosing.cells().constant().has_value()
                         : llvm::all_of(Point.Loops, isKnown);
  const bool Single =
      !Known && Device.keepsSectors() && Global.words(F.Accesses) == 1;
  return (Constant || Single) && llvm::all_of(F.Accesses, [&](AccessId Id) {
           std::optional<Coalescing> Request = coalescingOf(Space, Array, Id);
           return Request ? Request->Broadcast : Constant;
         });
}

/// Of a tile that only changes which threads access neighbouring elements.
std::optional<TileCosts::Pair>
TileCosts::scattered(const ArrayCoordinates &Array, const StagingPoint &Point,
                     const Footprint &F) const {
  // Rows of a length that only run time knows cannot be padded: threads that
  // go down a column may all want one bank.
  if (!F.Enclosing.cells().constant() ||
      llvm::none_of(F.Accesses,
                    [&](AccessId Id) { return Global.isScattered(Array, Id); }))
    return std::nullopt;
  Pair Costs;
  bool Written = false;
  for (AccessId Id : F.Accesses) {
    const AccessInfo &A = Space.Kernel.access(Id);
    double Times = Global.threads() * Global.repetitions(Id);
    const bool Reads =
        A.reads() && !A.OverwritesPart && !Global.readsAgain(Array, Id);
    for (bool Is : {Reads, A.writes()})
      Costs.After += Is * Times * Device.SharedRead * Global.words(Id);
    if (Reads)
      Costs.Before += Times * Global.read(Array, Id);
    if (A.writes())
      Costs.Before += Times * Global.write(Array, Id);
    Written |= A.writes();
  }
  double Cells = Global.typical(F.Enclosing.cells()) * executions(Point);
  if (!readsOf(Space.Kernel, F, F.May).empty())
    Costs.After += Cells * Global.copyIn(F);
  if (Written)
    Costs.After += Cells * Global.copyBack(F);
  return Costs;
}

llvm::Expected<std::optional<TileCosts::Pair>>
TileCosts::of(const ArrayCoordinates &Array, const StagingPoint &Point,
              const Footprint &F) const {
  if (isWritten(Space.Kernel, F.Array))
    return scattered(Array, Point, F);
  llvm::Expected<ReuseKind> Reuse =
      classifyReuse(Space, Array, Point, F.Accesses);
  if (!Reuse)
    return Reuse.takeError();
  if (!Reuse->InterThread)
    return scattered(Array, Point, F);
  double Cells = Global.typical(F.Enclosing.cells());
  // A thread keeps in registers what it has read before.
  double Accesses = 0;
  llvm::Expected<Count> Pairs = countAfterRegisters(Space, Point, F);
  double AtMost = 0;
  for (AccessId Id : F.Accesses)
    AtMost += Global.threads() * Global.repetitions(Id);
  if (Pairs) {
    Accesses =
        std::min(AtMost, Global.typical(Pairs->Value) * executions(Point));
  } else {
    llvm::consumeError(Pairs.takeError());
    Accesses = AtMost;
  }
  double Words = Global.words(F.Accesses);
  double Read = isOneRequest(Array, Point, F) ? Device.SharedRead
                                              : Device.RepeatedGlobalRead;
  return Pair{Accesses * Read * Words,
              Accesses * Device.SharedRead * Words + Cells * executions(Point) *
                                                         Device.CopyIn *
                                                         Global.words(F.Array)};
}

int64_t TileCosts::bytes(const KernelPlan &Plan) const {
  int64_t Sum = 0;
  for (const StagePoint &Point : Plan.Points)
    for (const TileStage &T : Point.Tiles)
      Sum += int64_t(
          Global.typical(T.bytes(Space.Kernel.array(T.Array).ElementBytes)));
  return Sum;
}

} // namespace tessera
