//===- PieceLoop.h - A launch in pieces -----------------------------------===//
#ifndef TESSERA_PLAN_PIECELOOP_H
#define TESSERA_PLAN_PIECELOOP_H

#include "tessera/Support/Ids.h"
#include "tessera/Support/SourceRange.h"
#include <cstdint>
#include <string>
#include <vector>

namespace tessera {

/// A launch that is done piece by piece, with its copies. Pieces are numbered
/// blocks along one axis of the grid.
struct PieceLoop {
  LaunchId Launch;
  SourceRange Statement; ///< that the pieces take the place of
  unsigned Axis = 0;
  int64_t Blocks = 0; ///< of a piece
  int64_t Pieces = 0;
  /// A piece copies the elements from `Stride * first + Ahead`, or 0, up to
  /// `Stride * last + Ahead`, or the end.
  struct Copy {
    SharedVarId Variable;
    bool Up = false;
    int64_t Stride = 0, Ahead = 0;
  };
  std::vector<Copy> Copies;
  bool PassesAll = false; ///< see BlockOffset::All
  bool Checks = true;     ///< the launch, as the user does not
};

} // namespace tessera

#endif
