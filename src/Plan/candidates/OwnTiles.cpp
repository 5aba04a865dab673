//===- OwnTiles.cpp -------------------------------------------------------===//
#include "candidates/OwnTiles.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

bool hasOwnTiles(const Program &P, const KernelModel &K) {
  return llvm::any_of(P.NormalForms, [&](const NormalForm &Form) {
    return Form.isOf(K) && Form.WithoutTiles;
  });
}

/// Whether a loop reads \p Array.
static bool isReadInLoop(const KernelModel &K, ArrayId Array) {
  return llvm::any_of(K.Accesses, [&](const AccessInfo &A) {
    return A.Array == Array && A.reads() && !A.Loops.empty();
  });
}

/// Whether threads of \p Plan have several outputs, and tiles of all that loops
/// read.
static bool isBeyond(const KernelModel &K, const KernelPlan &Plan) {
  bool Any = false;
  for (unsigned I = 0; I < K.Arrays.size(); ++I) {
    const bool Staged = llvm::any_of(Plan.Points, [&](const StagePoint &Point) {
      return llvm::any_of(Point.Tiles, [&](const TileStage &Tile) {
        return Tile.Array == ArrayId{I};
      });
    });
    if (!Staged && isReadInLoop(K, {I}))
      return false;
    Any |= Staged;
  }
  return Any && !Plan.Coarsen.empty();
}

void keepBeyondOwnTiles(const Program &P, PlanDecision &D) {
  const KernelModel &K = P.kernel(D.Kernel);
  for (ShapeDecision &Shape : D.Shapes) {
    llvm::erase_if(Shape.Otherwise,
                   [&](const KernelPlan &Plan) { return !isBeyond(K, Plan); });
    if (Shape.Plan && !isBeyond(K, *Shape.Plan))
      Shape.Plan.reset();
    if (!Shape.Plan && !Shape.Otherwise.empty()) {
      Shape.Plan = std::move(Shape.Otherwise.front());
      Shape.Otherwise.erase(Shape.Otherwise.begin());
    }
  }
}

} // namespace tessera
