//===- PieceLoop.h - A launch in pieces -----------------------------------===//
#ifndef TESSERA_PLAN_PIECELOOP_H
#define TESSERA_PLAN_PIECELOOP_H

#include "tessera/Support/Ids.h"
#include "tessera/Support/SourceRange.h"
#include <cstdint>
#include <string>
#include <vector>

namespace tessera {

/// Where bytes are only known at run time, pieces copy about so many: near the
/// best for arrays of 16 MiB to 1 GiB, see HostLink::pieces.
inline constexpr int64_t PieceBytes = int64_t(8) << 20;

/// A launch that is done piece by piece, with its copies. Pieces are numbered
/// blocks along one axis of the grid.
struct PieceLoop {
  LaunchId Launch;
  SourceRange Statement; ///< that the pieces take the place of
  unsigned Axis = 0;
  /// Blocks of a piece; 0 if the number of blocks or bytes is not known.
  int64_t Blocks = 0;
  /// How many there are; if `Blocks` is 0 and this is, too, `Bytes` tells.
  int64_t Pieces = 0;
  std::string Bytes; ///< that are copied each way, as an expression
  /// A piece copies the rows from where the last one ended, up to
  /// `Stride * last + Ahead` or, with the last piece, the end.
  struct Copy {
    SharedVarId Variable;
    bool Up = false;
    int64_t Stride = 0, Ahead = 0;
    bool Clamps = false; ///< pieces may end behind the array
    std::string Row;     ///< its elements, an operand of `*`; empty for one
  };
  std::vector<Copy> Copies;
  bool PassesAll = false;  ///< see BlockOffset::All
  bool Checks = true;      ///< the launch, as the user does not
  bool MayBeEmpty = false; ///< along another axis: pieces have no blocks
};

} // namespace tessera

#endif
