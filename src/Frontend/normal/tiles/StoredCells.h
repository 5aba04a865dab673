//===- StoredCells.h - What threads store to the cells of tiles -----------===//
#ifndef TESSERA_FRONTEND_NORMAL_TILES_STOREDCELLS_H
#define TESSERA_FRONTEND_NORMAL_TILES_STOREDCELLS_H

#include "normal/tiles/CellOwners.h"

namespace tessera {

/// What a thread stores to its cell.
struct Store {
  Cell To;
  ir::ExprPtr Value;
};

/// The stores of a kernel that all threads of a block go through together, each
/// between two barriers.
class StoredCells {
public:
  /// \param Changing the arrays that the kernel writes.
  StoredCells(const ir::Kernel &K, const Offsets &Known,
              const CellOwners &Cells, const std::set<std::string> &Changing);

  /// False if something is not understood: \ref Stays says what.
  bool find();

  /// By the tile.
  std::map<ir::VarId, Store> Stores;
  std::set<ir::StmtPtr> Gone; ///< stores and barriers
  ir::Obstacle Stays;

private:
  using Stored = std::map<ir::VarId, Store>;
  /// What a thread has at a place of its text.
  struct State {
    /// Of variables that get values, over what is the same in the whole round.
    std::map<ir::VarId, ir::ExprPtr> Values;
    Stored Cells; ///< stored in this block so far
  };

  bool inBlock(const ir::StmtPtr &Block, std::set<ir::VarId> Counters,
               State At);
  bool follow(const ir::StmtPtr &S, const std::set<ir::VarId> &Counters,
              State &At, bool Nested);
  bool store(const ir::ExprPtr &Assign, const std::set<ir::VarId> &Counters,
             State &At);
  bool merge(const ir::StmtPtr &If, const std::set<ir::VarId> &Counters,
             const State &Then, const State &Else, State &Into);
  bool inOrder(const ir::StmtPtr &Block, const Stored &Own, bool InLoop);
  bool isUniform(const ir::StmtPtr &Loop) const;
  bool varies(const ir::ExprPtr &E) const;
  ir::ExprPtr valued(const ir::ExprPtr &E, const State &At) const;
  bool isKnown(const ir::ExprPtr &E, const std::set<ir::VarId> &Counters,
               ir::Obstacle &Why) const;
  bool isNamedAlone(const ir::Expr &E) const;
  bool fail(llvm::StringRef Why, const ir::StmtPtr &At);
  bool fail(llvm::StringRef Why, const ir::ExprPtr &At);

  const ir::Kernel &K;
  const Offsets &Known;
  const CellOwners &Cells;
  const std::set<std::string> &Changing;
  /// Variables of functions, whose names the kernel's may have, too.
  std::set<ir::VarId> OfFunctions, ObjectsOfFunctions;
  std::set<ir::VarId> Hidden; ///< only known in a part of their block
};

/// The call of `__syncthreads` that \p S is.
bool isBarrier(const ir::StmtPtr &S);

} // namespace tessera

#endif
