//===- CopyTree.h - Host functions as copies depend on them ---------------===//
#ifndef TESSERA_PLAN_COPIES_COPYTREE_H
#define TESSERA_PLAN_COPIES_COPYTREE_H

#include "copies/CopyFlow.h"
#include "transfers/HostUses.h"

namespace tessera {

/// Whether the text of \p S is the same on one line.
bool mayJoinLines(const Program &P, const HostStatement &S);

/// The copy that \p S is, with what a failure leads to; null if it is more.
const HostCopy *onlyCopy(const HostStatement &S);

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
  /// Why \p F does not know whose memory the variable is; or nothing.
  std::string obstacleIn(const HostFunction &F, SharedVarId Id) const;
  bool isUsedIn(const HostFunction &F, SharedVarId Id) const {
    return Uses[Id.Index].inFunction(&F - P.Host.Functions.data()).any();
  }
  /// The memory that it may be: of a parameter, that of callers.
  const std::set<unsigned> &bases(unsigned Variable) const {
    return Bases[Variable];
  }
  /// Adds those that may be the same memory.
  void addAliases(std::set<unsigned> &Variables) const;
  /// Whether some statement of the program is an observer.
  bool everObserved() const { return EverObserved; }

private:
  CopyNode build(const HostFunction &F, const HostStatement &S, bool Header,
                 std::vector<CopyOfBytes> &Copies,
                 std::vector<const HostCopy *> &Sources) const;
  const HostCopy *movable(const HostFunction &F, const HostStatement &S,
                          const CopyNode &N) const;
  void addEffects(const HostStatement &S, CopyNode &N) const;
  std::string findObstacle(SharedVarId Id) const;
  std::string parameterObstacle(SharedVarId Id) const;
  void findBases();
  void findAliases();
  bool mayAlias(unsigned A, unsigned B) const {
    return A == B || Aliases[A].count(B);
  }
  bool meetInCall(unsigned A, unsigned B) const;

  const Program &P;
  std::vector<HostUses> Uses;
  std::vector<std::string> Obstacles;
  std::vector<std::set<unsigned>> Bases, Aliases;
  bool EverObserved = false, AlwaysObserved = false;
};

} // namespace tessera

#endif
