//===- HostUses.h - Which functions use a variable, and where -------------===//
#ifndef TESSERA_PLAN_TRANSFERS_HOSTUSES_H
#define TESSERA_PLAN_TRANSFERS_HOSTUSES_H

#include "transfers/HostFlow.h"

namespace tessera {

/// What \p F is, if nothing can be put into it: "a template or a macro".
std::string whyFixed(const HostFunction &F);

/// Where one variable is used, function by function.
///
/// A function that uses the variable only on the device counts for its callers
/// like a launch, one that uses it only on the host like a statement. One that
/// does both keeps a *contract*: the host's copy is valid when it begins and
/// when it ends, and its callers see host accesses. So does every function that
/// launches, if something that is tried uses the variable, those that other
/// files may call, and for a member those whose callers do not know the object.
class HostUses {
public:
  /// \param ByValue launches read the host's variable.
  /// \param Overwriting launches that write all of it and need nothing of it.
  /// \param Filling statements of the host that certainly write all of it.
  HostUses(const Program &P, SharedVarId Variable, bool ByValue,
           std::set<LaunchId> Overwriting = {},
           std::set<const HostStatement *> Filling = {});

  /// What \p S does itself, children excluded, callees included.
  ///
  /// \param Lazy functions that keep a contract find the copies as they are,
  ///        and leave them so.
  VariableUse of(const HostStatement &S, bool Lazy = false) const;
  /// Whether \p Function is one that transfers of the variable may stand in.
  bool isScope(unsigned Function) const {
    const SharedVariable &V = P.Host.variable(Variable);
    return !V.isLocal() || V.Pointer->Owner == Function;
  }
  /// What happens in \p Function and below it.
  const VariableUse &inFunction(unsigned Function) const {
    return Functions[Function];
  }
  bool keepsContract(unsigned Function) const;
  /// Whether an exception may leave the middle of what uses the variable, and
  /// be caught: something that is tried uses it.
  bool mayBeCaught() const { return Caught; }
  /// Whether transfers in \p Function have a name for the memory.
  bool knowsObject(unsigned Function) const {
    return !P.Host.variable(Variable).isMember() ||
           P.Host.Functions[Function].Objects.count(Variable);
  }
  /// The sum over all functions.
  VariableUse anywhere() const;

  /// Why the transfers cannot be placed between statements, or nothing.
  std::string obstacle() const;

private:
  VariableUse launches(const HostStatement &S) const;
  VariableUse events(const HostStatement &S) const;
  VariableUse within(const HostStatement &S) const;
  bool isTriedIn(const HostStatement &S) const;
  VariableUse own(const HostStatement &S) const;
  bool usesOtherObject(const HostStatement &S, unsigned Callee,
                       VariableUse &Into) const;
  bool usesMemory(const HostStatement &S) const;
  bool onlyWrites(const HostStatement &S) const;
  bool hasEvent(const HostStatement &S, std::set<unsigned> &Seen) const;
  bool hasLostEvent(const HostFunction &F, const HostStatement &S) const;
  std::string obstacleIn(const HostFunction &F, const HostStatement &S,
                         bool Eager, bool Header) const;

  const Program &P;
  SharedVarId Variable;
  bool ByValue;
  std::set<LaunchId> Overwriting;
  std::set<const HostStatement *> Filling;
  bool HasMain = false;
  bool Caught = false;
  std::vector<VariableUse> Functions;
};

/// Whether kernels only read \p Id, and by its own name.
bool onlyReadByName(const Program &P, SharedVarId Id);

/// Why some launch cannot be given the device copy of \p Id, or nothing.
std::string launchObstacle(const Program &P, SharedVarId Id);

/// Why a kernel that names \p Id needs it to be there as it is, or nothing:
/// nobody can give the kernel a copy.
std::string nameObstacle(const Program &P, SharedVarId Id, bool Launched);

/// Whether \p P has variables of the simple memory model, where a launch has
/// ended when the next statement runs.
bool usesSimpleModel(const Program &P);

} // namespace tessera

#endif
