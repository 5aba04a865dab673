//===- Lanes.h - Reads of vectors that can be those of elements -----------===//
#ifndef TESSERA_FRONTEND_NORMAL_THREADS_LANES_H
#define TESSERA_FRONTEND_NORMAL_THREADS_LANES_H

#include "tessera/Kernel/Stmt.h"
#include <map>

namespace tessera {

/// How much further the next thread of a warp is.
struct PerThread {
  bool Known = true;
  std::optional<int64_t> Elements; ///< absent: the same for all of a launch
};

bool pointsToVectors(ir::TypePtr T);
/// `*p`, `p[i]` and `__ldg(p)` of vectors: p and, if there is one, i.
ir::ExprPtr pointerOf(const ir::Expr &Read, ir::ExprPtr &Index);
/// Whether \p E compares pointers to vectors.
bool comparesPointers(const ir::Expr &E);

/// Finds what can be split: reads of vectors, and the local variables that
/// these begin with or end in.
class LaneFinder {
public:
  explicit LaneFinder(ir::Kernel &K) : K(K) {}

  /// Whether there is a read to split in a loop, or an object of numbers that
  /// count.
  bool find();

protected:
  ir::Kernel &K;
  std::set<ir::VarId> Pointers, Objects;
  std::map<ir::VarId, ir::ExprPtr> References; ///< what they are, of Objects
  /// Counters of 32 bits that have room for so many elements in each round.
  std::map<ir::VarId, int64_t> Room;
  std::set<const ir::Expr *> Reads; ///< those that are split

private:
  void findVariables();
  void findCounters();
  void visit(const ir::StmtPtr &S, bool InLoop, bool InBlock);
  void visit(const ir::ExprPtr &E);
  bool visitPointer(const ir::ExprPtr &P);
  bool visitRead(const ir::ExprPtr &E);
  bool visitObject(const ir::ExprPtr &E);
  bool visitValue(ir::VarId Object, const ir::ExprPtr &E);
  bool isWanted(const ir::ExprPtr &Pointer, const ir::ExprPtr &Index,
                unsigned Lanes) const;
  PerThread perThread(const ir::ExprPtr &E) const;
  mutable std::set<ir::VarId> Asked; ///< whose values are being looked at

  std::map<ir::VarId, ir::ExprPtr> Values; ///< of scalars that have but one
  /// Of others, that all threads move alike.
  std::map<ir::VarId, ir::ExprPtr> Firsts;
  bool InLoop = false, ReadsInLoop = false, Failed = false;
};

} // namespace tessera

#endif
