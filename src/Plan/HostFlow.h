//===- HostFlow.h - Transfers of one variable in one function -------------===//
#ifndef TESSERA_PLAN_HOSTFLOW_H
#define TESSERA_PLAN_HOSTFLOW_H

#include "tessera/Plan/TransferPlan.h"
#include <functional>
#include <map>

namespace tessera {

/// Who touches a variable, and how.
struct VariableUse {
  bool HostReads = false, HostWrites = false;
  bool DeviceReads = false, DeviceWrites = false;

  bool host() const { return HostReads || HostWrites; }
  bool device() const { return DeviceReads || DeviceWrites; }
  bool any() const { return host() || device(); }
  void add(const VariableUse &Other) {
    HostReads |= Other.HostReads;
    HostWrites |= Other.HostWrites;
    DeviceReads |= Other.DeviceReads;
    DeviceWrites |= Other.DeviceWrites;
  }
  bool operator==(const VariableUse &) const = default;
};

/// Which copies hold the variable's value on every path to a point.
struct CopyState {
  bool Reachable = true;
  bool Host = true;
  bool Device = false;
  bool Zero = false; ///< and the host's copy was never written

  static CopyState unreachable() { return {false, true, true, true}; }
  bool valid() const { return !Reachable || Host || Device; }
  auto operator<=>(const CopyState &) const = default;
};

/// What holds on both paths; neither copy may be valid on both.
CopyState meet(CopyState L, CopyState R);

/// Places the transfers of one variable in one function.
///
/// A forward data flow over the structured statements. A statement that needs a
/// copy that is not valid gets a transfer before it. Paths that meet with
/// different valid copies are reconciled at the end of one of them. For a loop
/// every useful combination of transfers before it and at the end of its body
/// is tried, and the one with the fewest (weighted by depth) is kept.
/// Statements whose control flow is not followed keep the host's copy valid:
/// each launch in them uploads before and reads back after.
class HostFlow {
public:
  /// \p Use tells what a statement does itself, children excluded.
  using UseOf = std::function<VariableUse(const HostStatement &)>;

  HostFlow(SharedVarId Variable, UseOf Use, bool HostValidAtExit,
           bool EagerEverywhere)
      : Variable(Variable), Use(std::move(Use)),
        HostValidAtExit(HostValidAtExit), EagerEverywhere(EagerEverywhere) {}

  /// \returns the transfers, in no particular order, or nothing if jumps out of
  ///          what is not followed leave no place for them.
  std::optional<std::vector<TransferAction>> place(const HostStatement &Body,
                                                   CopyState Entry);

private:
  /// A `break` or `continue` out of the statement.
  struct Exit {
    CopyState State;
    const HostStatement *Jump = nullptr; ///< null: not known where
    bool Continues = false;
  };
  struct Solution {
    CopyState Out;
    std::vector<Exit> Exits;
    std::vector<TransferAction> Actions;
    double Cost = 0;
    bool Possible = true;

    void append(const Solution &Part, double Weight = 1);
  };
  /// What a loop does besides what its statements ask for.
  struct LoopChoice {
    bool HostBefore = false, DeviceBefore = false;
    bool HostEachTime = false, DeviceEachTime = false;
  };

  const Solution &solve(const HostStatement &S, CopyState In);
  Solution compute(const HostStatement &S, CopyState In);
  Solution branch(const HostStatement &S, CopyState In);
  Solution loop(const HostStatement &S, CopyState In);
  Solution tryLoop(const HostStatement &S, CopyState In, LoopChoice Choice);
  /// Joins the ends of the body and its jumps; \returns what holds after one
  /// more round.
  CopyState closeRound(const HostStatement &Body, LoopChoice Choice,
                       VariableUse Header, Solution &Round);
  void leaveLoop(CopyState AtHeader, const Solution &Round, Solution &Result);
  Solution opaque(const HostStatement &S, CopyState In);
  void eager(const HostStatement &S, Solution &Into);

  void perform(const VariableUse &U, CodePosition Before, Solution &Into);
  void transfer(bool ToDevice, CodePosition Where, CopyState &State,
                Solution &Into);
  VariableUse everything(const HostStatement &S) const;

  SharedVarId Variable;
  UseOf Use;
  bool HostValidAtExit;
  bool EagerEverywhere;
  std::map<std::pair<const HostStatement *, CopyState>, Solution> Known;
};

} // namespace tessera

#endif
