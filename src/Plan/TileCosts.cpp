//===- TileCosts.cpp - What accesses cost with and without a tile ---------===//
#include "TileCosts.h"
#include "tessera/Analysis/Coalescing.h"
#include "tessera/Analysis/Frequency.h"
#include "tessera/Polyhedral/Guarded.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// Assumed for a size that only run time knows.
constexpr int64_t TypicalSize = 1024;

double TileCosts::threads() const {
  return double(Space.Shape.threads().value_or(256));
}

/// The value of \p P for a typical launch.
double TileCosts::typical(const Polynomial &P) const {
  Polynomial Value =
      P.substitute([&](llvm::StringRef Symbol) -> std::optional<Polynomial> {
        if (Symbol.size() == 2 && Symbol[0] == 'B')
          return Polynomial(Symbol[1] == 'x' ? 256 : 1);
        for (const ParameterInfo &Param : Space.Kernel.Parameters)
          if (Param.Symbol == Symbol) {
            auto It = Typical.find(Param.Symbol);
            return Polynomial(It == Typical.end() ? TypicalSize : It->second);
          }
        return Polynomial(0);
      });
  return double(Value.constant().value_or(TypicalSize));
}

double TileCosts::tripCount(LoopId Id) const {
  std::optional<LoopBounds> Bounds = boundsOf(Space, Id);
  if (!Bounds)
    return double(TypicalSize);
  return std::max(0.0,
                  typical(Bounds->End - Bounds->First) / double(Bounds->Step));
}

double TileCosts::times(AccessId Id) const {
  double Times = 1;
  for (LoopId L : Space.Kernel.access(Id).Loops) {
    double Trip = tripCount(L);
    Times *= Trip > 0 ? Trip : TypicalSize / 2.0; // by another loop's counter
  }
  return Times;
}

/// How often a block executes a staging point.
double TileCosts::executions(const StagingPoint &Point) const {
  double Times = 1;
  for (const StepLoop &L : Point.Loops)
    Times *= std::max(1.0, tripCount(L.Loop) / double(L.Tile));
  return Times;
}

double TileCosts::barriers(const StagingPoint &Point) const {
  double Barriers = Point.Loops.empty() ? 1 : 2;
  return Barriers * Device.Barrier * threads() * executions(Point);
}

/// Whether each access is one that the cache of constant memory serves at once:
/// all threads of a warp read the same element.
bool TileCosts::isBroadcastConstant(const ArrayCoordinates &Array,
                                    const Footprint &F) const {
  return Space.Kernel.array(F.Array).Constant &&
         llvm::all_of(F.Accesses, [&](AccessId Id) {
           std::optional<Coalescing> Request = coalescingOf(Space, Array, Id);
           return !Request || Request->Broadcast;
         });
}

llvm::Expected<std::optional<TileCosts::Pair>>
TileCosts::of(const ArrayCoordinates &Array, const StagingPoint &Point,
              const Footprint &F) const {
  llvm::Expected<ReuseKind> Reuse =
      classifyReuse(Space, Array, Point, F.Accesses);
  if (!Reuse)
    return Reuse.takeError();
  if (!Reuse->InterThread)
    return std::nullopt;
  double Cells = typical(F.Enclosing.cells());
  // A thread keeps in registers what it has read before.
  double Accesses = 0;
  llvm::Expected<Count> Pairs = countAfterRegisters(Space, Point, F);
  if (Pairs) {
    Accesses = typical(Pairs->Value) * executions(Point);
  } else {
    llvm::consumeError(Pairs.takeError());
    for (AccessId Id : F.Accesses)
      Accesses += threads() * repetitions(Id);
  }
  double Words = std::max(1.0, Space.Kernel.array(F.Array).ElementBytes / 4.0);
  double Read = isBroadcastConstant(Array, F) ? Device.SharedRead
                                              : Device.RepeatedGlobalRead;
  return Pair{Accesses * Read * Words,
              Accesses * Device.SharedRead * Words +
                  Cells * executions(Point) * Device.CopyIn * Words};
}

/// How often a thread makes an access, less what it keeps in a register.
double TileCosts::repetitions(AccessId Id) const {
  const AccessInfo &A = Space.Kernel.access(Id);
  double Times = 1;
  bool Kept = true; // from the innermost loop outwards
  for (LoopId L : llvm::reverse(A.Loops)) {
    for (const Polynomial &S : A.Subscripts)
      Kept &= !S.mentions(Space.Kernel.loop(L).Symbol);
    if (!Kept)
      Times *= tripCount(L);
  }
  return Times;
}

int64_t TileCosts::bytes(const KernelPlan &Plan) const {
  int64_t Sum = 0;
  for (const StagePoint &Point : Plan.Points)
    for (const TileStage &T : Point.Tiles)
      Sum +=
          int64_t(typical(T.bytes(Space.Kernel.array(T.Array).ElementBytes)));
  return Sum;
}

} // namespace tessera
