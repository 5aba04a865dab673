//===- PiecesOrOutputs.cpp - What saves more of a launch's time -----------===//
#include "tessera/Plan/PlanPieces.h"

namespace tessera {

/// Cycles of a multiprocessor for each output that the plan of \p D saves.
static double savedByPlan(const PlanDecision &D) {
  double Saved = 0;
  for (const ShapeDecision &S : D.Shapes)
    for (const Candidate &C : S.Considered)
      if (C.Verdict.empty() && C.Cycles)
        Saved = std::max(Saved, C.Cycles->first - C.Cycles->second);
  return Saved;
}

/// The same of \p Loop, which hides the shorter way behind the longer one. Of
/// each array that is copied in pieces, an output has about one element.
static double savedByPieces(const Program &P, const PieceLoop &Loop,
                            const DeviceModel &Device) {
  double Up = 0, Down = 0;
  for (const PieceLoop::Copy &C : Loop.Copies)
    (C.Up ? Up : Down) += P.Host.variable(C.Variable).ElementBytes;
  const double Hertz = Device.Clock * 1e9;
  return std::min(Up, Down) / HostLink().BytesPerSecond * Hertz *
         double(Device.Multiprocessors);
}

bool piecesSaveMore(const Program &P, const PieceLoop &Loop,
                    const std::vector<PlanDecision> &Decisions,
                    const DeviceModel &Device) {
  const KernelId Kernel = P.launch(Loop.Launch).Kernel;
  double Plan = 0;
  for (const PlanDecision &D : Decisions)
    if (D.Kernel == Kernel)
      Plan = savedByPlan(D);
  return savedByPieces(P, Loop, Device) >= Plan;
}

} // namespace tessera
