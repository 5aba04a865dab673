//===- TileCells.h - What a thread copies of a tile -----------------------===//
#ifndef TESSERA_TRANSFORM_TILES_TILECELLS_H
#define TESSERA_TRANSFORM_TILES_TILECELLS_H

#include "tessera/Plan/TilePlan.h"
#include "tessera/Transform/Build.h"
#include "tessera/Transform/Names.h"

namespace tessera {

/// How a thread goes through its cells, where their number is known.
enum class CellLoops {
  Strided,        ///< `for (int y = threadIdx.y; y < 18; y += 16)`
  Counted,        ///< `for (int y = 0; y < 2; ++y)`, unrolled
  CountedIfShort, ///< the latter if there are few
};

/// The cells of a tile that a thread copies, and the loops over them.
class TileCells {
public:
  /// \param Symbols gets the names of what the cells mention.
  TileCells(const TileStage &Tile, SymbolNames &Symbols, NameScope &Names,
            CellLoops Loops);

  /// The current cell, by dimension.
  std::vector<Polynomial> Current;
  std::vector<NodePtr> Names;    ///< declarations of what Current mentions
  std::vector<Text> Headers;     ///< of the loops, by dimension; empty for none
  std::vector<std::string> Axes; ///< names for cells, by dimension
  /// The current word of its element, where that has several.
  std::string Word;
  /// The condition that the current cell exists.
  std::string Inside;
  /// The number of the current one of those that a thread copies in counted
  /// loops, `2 * y + x`, and how many these are.
  Polynomial Number;
  int64_t Count = 1;

  /// Whether the cell of dimension \p D has the name of a loop's counter.
  bool isLoopCounter(unsigned D) const;

private:
  bool isShort() const;
  void splitIntoWords();
  void strideCells(unsigned D);
  void countCells(unsigned D);

  const TileStage &Tile;
  SymbolNames &Symbols;
  NameScope &Scope;
  std::vector<std::string> Counters; ///< names for those of loops
  std::string Prefix;                ///< of all these names
};

} // namespace tessera

#endif
