//===- CellOwners.h - Who stores a cell of a tile -------------------------===//
#ifndef TESSERA_FRONTEND_NORMAL_TILES_CELLOWNERS_H
#define TESSERA_FRONTEND_NORMAL_TILES_CELLOWNERS_H

#include "normal/LaunchFacts.h"
#include "normal/Offsets.h"

namespace tessera {

/// `tile[i][j]`.
struct Cell {
  ir::VarId Tile;
  std::vector<ir::ExprPtr> Subscripts;
};

/// The expressions for ids of the thread that has stored a cell, by axis.
using Thread = std::array<ir::ExprPtr, 3>;

/// In blocks of known sizes.
class CellOwners {
public:
  CellOwners(ir::Kernel &K, const LaunchFacts &Facts, const Offsets &Known);

  /// The thread that has stored the cell \p Read, if \p Stored is what each
  /// stores.
  std::optional<Thread> threadOf(const Cell &Read, const Cell &Stored) const;

  /// Whether all threads' cells are in the tile.
  bool isInside(const Cell &Stored) const;

  /// The same number in all threads and all the time; nothing for others.
  std::optional<int64_t> constant(const ir::ExprPtr &E) const;

private:
  void noteRange(const ir::Stmt &For);
  std::optional<int64_t> atMost(const ir::ExprPtr &E) const;
  std::optional<Polynomial> sum(const ir::ExprPtr &E) const;
  bool isBelow(const Polynomial &P, int64_t Size) const;
  bool assign(Thread &To, const Polynomial &Stored,
              const Polynomial &Read) const;

  ir::Kernel &K;
  const LaunchFacts &Facts;
  const Offsets &Known;
  /// Of counters, the least and the greatest value.
  std::map<ir::VarId, std::pair<int64_t, int64_t>> Ranges;
};

} // namespace tessera

#endif
