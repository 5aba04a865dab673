//===- PlanPieces.h - Launches that run piece by piece --------------------===//
//
// Where the arrays of a launch are uploaded right before it and read back
// behind it, pieces of the grid can run while others are copied:
//
//   upload    1 2 3 4
//   kernel      1 2 3 4
//   readback      1 2 3 4
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_PLAN_PLANPIECES_H
#define TESSERA_PLAN_PLANPIECES_H

#include "tessera/Plan/Planner.h"
#include "tessera/Plan/TransferPlan.h"

namespace tessera {

/// The way between host and device, one direction of it. Measured on an H200
/// host with page-locked memory.
struct HostLink {
  double BytesPerSecond = 50e9;
  double SecondsPerPiece = 10e-6; ///< to start its copies and its kernel
  double SecondsToSetUp = 100e-6; ///< streams and an event, made and destroyed

  /// How many pieces to make of copies of \p Up and \p Down bytes: 1 if more do
  /// not pay. With n pieces it takes max(up, down) + min(up, down) / n, and the
  /// overhead of n.
  int64_t pieces(int64_t Up, int64_t Down) const;
};

/// Cuts the launches of \p P where \p Into shows that it pays, or into
/// \p Number pieces if that is given, and takes the copies that become part of
/// a piece out of \p Into.
void planPieces(const Program &P, const std::vector<PlanDecision> &Decisions,
                TransferPlan &Into, std::optional<unsigned> Number = {},
                const HostLink &Link = {});

/// Whether \p Loop saves more time than the plan of its kernel in \p Decisions,
/// which the kernel cannot have beside it: both for each output, as sizes are
/// often unknown.
bool piecesSaveMore(const Program &P, const PieceLoop &Loop,
                    const std::vector<PlanDecision> &Decisions,
                    const DeviceModel &Device);

} // namespace tessera

#endif
