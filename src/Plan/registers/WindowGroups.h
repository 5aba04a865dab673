//===- WindowGroups.h - Accesses that share a window ----------------------===//
#ifndef TESSERA_PLAN_REGISTERS_WINDOWGROUPS_H
#define TESSERA_PLAN_REGISTERS_WINDOWGROUPS_H

#include "registers/RegisterMoves.h"
#include "tessera/Plan/InteriorPath.h"
#include "tiles/AlignedVectors.h"

namespace tessera {

/// Accesses of one array whose places differ by whole rows and some columns.
struct WindowGroup {
  Place Origin, Step; ///< of row 0 and column 0; from a row to the next
  std::optional<LoopId> Loop;
  /// What every output accesses: its cells are loaded.
  std::vector<WindowInstance> Instances;
  /// Reads of the same cells that some outputs make.
  std::vector<WindowInstance> Covered;

  /// Both.
  std::vector<WindowInstance> all() const;
};

/// Those of \p Cells that are at others of them, so many rows and columns
/// ahead, in the round before.
WindowCells movedOn(const WindowCells &Cells,
                    std::pair<int64_t, int64_t> Ahead);

/// Puts the accesses of a kernel into groups. Loops of known length are
/// unrolled: each value of their counters is one more instance of an access.
class WindowGrouper {
public:
  WindowGrouper(const CoarsenedKernel &Coarse, const InteriorPath &Path);

  const Coarsening *rows() const { return Rows; }
  const Coarsening *columns() const { return Columns; }
  const std::string &rowSymbol() const;
  const std::string &columnSymbol() const;

  /// Outputs along the columns' axis.
  int64_t width() const { return Columns ? Columns->Factor : 1; }

  /// Along the rows' axis, the outputs that have rows of their own in \p G.
  int64_t outputs(const WindowGroup &G) const;

  /// The cells that are loaded for \p G.
  WindowCells cells(const WindowGroup &G) const;

  /// Whether the next output along the columns' axis, if there is one, accesses
  /// the next element.
  bool isBesideNext(AccessId Id) const;

  /// The user's loops around \p Id.
  std::vector<LoopId> loopsOf(AccessId Id) const;

  /// Where \p Id is in \p G with these \p Counters, if it is in it.
  std::optional<WindowInstance>
  instanceAt(const WindowGroup &G, AccessId Id,
             const std::map<LoopId, int64_t> &Counters) const;

  /// Whether the condition of \p G is about nothing but counters of loops of
  /// known length around \p Id.
  bool isOfCounters(const GuardUse &G, AccessId Id) const;

  /// Adds to \p Groups every instance of \p Id with the loops below the first
  /// \p Depth unrolled. \returns whether that is possible.
  bool addInstances(AccessId Id, size_t Depth,
                    std::vector<WindowGroup> &Groups) const;

  /// How many of the loops around \p Id stay, at least \p AtLeast, so that all
  /// instances of it are in one group; nothing if there is no such number.
  std::optional<size_t> depthOf(AccessId Id, size_t AtLeast) const;

  /// The last loop around \p Id that stays if \p Depth do.
  std::optional<LoopId> loopOf(AccessId Id, size_t Depth) const;

  /// Adds the instances of \p Id, with the loops below the first \p Depth
  /// unrolled, to the covered ones of the group that loads all that they read,
  /// if there is one.
  void cover(AccessId Id, size_t Depth, std::vector<WindowGroup> &Groups) const;

  /// RegisterWindow::Rolls of the window of \p G, if it has several rows.
  bool rolls(const WindowGroup &G) const;

  /// RegisterWindow::Slides of the window of \p G that has \p Cells.
  std::optional<std::pair<int64_t, int64_t>>
  slides(const WindowGroup &G, const WindowCells &Cells) const;

private:
  std::optional<std::vector<int64_t>> valuesOf(LoopId Id) const;
  std::optional<bool>
  isExecuted(AccessId Id, const std::map<LoopId, int64_t> &Counters) const;
  std::optional<std::vector<WindowGroup>> instancesOf(AccessId Id,
                                                      size_t Depth) const;
  std::optional<WindowInstance> nextRound(const WindowGroup &G) const;
  Place rowOf(AccessId Id, const std::map<LoopId, int64_t> &Counters) const;
  WindowGroup groupOf(AccessId Id, const std::map<LoopId, int64_t> &Counters,
                      std::optional<LoopId> Loop) const;

  const KernelModel &K;
  const std::vector<GuardUse> &Holds; ///< on the path
  const std::set<LoopId> Around;
  const Coarsening *Rows = nullptr, *Columns = nullptr;
};

} // namespace tessera

#endif
