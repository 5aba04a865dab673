//===- CopyTree.h - Host functions as copies depend on them ---------------===//
#ifndef TESSERA_PLAN_COPYTREE_H
#define TESSERA_PLAN_COPYTREE_H

#include "CopyFlow.h"
#include "HostUses.h"

namespace tessera {

/// Makes trees of the functions of a program with copies of its own.
class CopyTrees {
public:
  explicit CopyTrees(const Program &P);

  /// \p Copies gets the copies of \p Function that can be moved or removed,
  /// \p Sources what they were made of.
  CopyNode build(const HostFunction &Function, std::vector<CopyOfBytes> &Copies,
                 std::vector<const HostCopy *> &Sources) const;

  /// Why not all that happens to the variable is known; or nothing.
  const std::string &obstacle(SharedVarId Id) const {
    return Obstacles[Id.Index];
  }
  /// Whether some statement of the program is an observer.
  bool everObserved() const { return EverObserved; }

private:
  CopyNode build(const HostStatement &S, bool Header,
                 std::vector<CopyOfBytes> &Copies,
                 std::vector<const HostCopy *> &Sources) const;
  const HostCopy *movable(const HostStatement &S, const CopyNode &N) const;
  void addEffects(const HostStatement &S, CopyNode &N) const;
  std::string findObstacle(SharedVarId Id) const;

  const Program &P;
  std::vector<HostUses> Uses;
  std::vector<std::string> Obstacles;
  bool EverObserved = false, AlwaysObserved = false;
};

} // namespace tessera

#endif
