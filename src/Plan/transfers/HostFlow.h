//===- HostFlow.h - Transfers of one variable in one function -------------===//
#ifndef TESSERA_PLAN_TRANSFERS_HOSTFLOW_H
#define TESSERA_PLAN_TRANSFERS_HOSTFLOW_H

#include "tessera/Plan/TransferPlan.h"
#include "transfers/CopyState.h"
#include "transfers/VariableUse.h"
#include <functional>
#include <map>

namespace tessera {

/// The pointers of one exchange, by index, if both are ours.
std::optional<std::pair<unsigned, unsigned>>
exchanged(const MemoryEvent &E, const std::vector<SharedVarId> &Variables);

inline CodePosition before(const HostStatement &S) {
  return {CodePosition::Side::Before, S.Source, S.Unbraced};
}
inline CodePosition after(const HostStatement &S) {
  return {CodePosition::Side::After, S.Source, S.Unbraced};
}
/// The end of a body, inside its braces.
inline CodePosition atEnd(const HostStatement &S) {
  return S.Unbraced ? after(S)
                    : CodePosition{CodePosition::Side::AtEnd, S.Source, false};
}

struct PlacedTransfers {
  std::vector<TransferAction> Actions; ///< in no particular order
  double Cost = 0;                     ///< copies, weighted by depth
};

/// Places the transfers of one variable in one function; of several, if they
/// are pointers that exchange their memory.
///
/// A forward data flow over the structured statements. A statement that needs a
/// copy that is not valid gets a transfer before it. Paths that meet with
/// different valid copies are reconciled at the end of one of them. For a loop
/// every useful combination of transfers before it and at the end of its body
/// is tried, and the one with the fewest (weighted by depth) is kept.
/// Where a loop also writes the variable on the device, a statement in it that
/// reads single elements gets just these.
/// Statements whose control flow is not followed keep the host's copy valid:
/// each launch in them uploads before and reads back after. With flags, what is
/// behind a label finds the copies in any state.
///
/// Of a flagged variable, paths may meet with any valid copies: a statement
/// that needs one which is perhaps not valid gets a transfer that tests the
/// flag. Where what is known of a copy changes, its flag is set. So exceptions
/// may leave any statement; without flags the host's copy stays valid for them.
class HostFlow {
public:
  /// \p Use tells what a statement does itself with the variable of that
  /// index, children excluded.
  using UseOf = std::function<VariableUse(const HostStatement &, unsigned)>;

  HostFlow(std::vector<SharedVarId> Variables, UseOf Use, bool HostValidAtExit,
           bool MayThrow)
      : Variables(std::move(Variables)), Use(std::move(Use)),
        HostValidAtExit(HostValidAtExit), MayThrow(MayThrow) {}

  /// \returns nothing if jumps out of what is not followed leave no place for
  ///          transfers, if memory may not be allocated where there is one, or
  ///          if a flag cannot be set in time.
  std::optional<PlacedTransfers> place(const HostStatement &Body,
                                       const CopyStates &Entry);

private:
  /// A `break` or `continue` out of the statement.
  struct Exit {
    CopyStates State;
    const HostStatement *Jump = nullptr; ///< null: not known where
    bool Continues = false;
  };
  struct Solution {
    CopyStates Out;
    std::vector<Exit> Exits;
    std::vector<TransferAction> Actions;
    double Cost = 0;
    bool Possible = true;

    void append(const Solution &Part, double Weight = 1);
  };
  /// What a loop does besides what its statements ask for: for the variables
  /// that need it, or, as the last resort, for all.
  struct LoopChoice {
    bool HostBefore = false, DeviceBefore = false;
    bool HostEachTime = false, DeviceEachTime = false;
    bool ForAll = false;
    /// Branches end with that copy valid if it is so without them.
    bool HostInArms = false, DeviceInArms = false;
  };
  using Uses = std::vector<VariableUse>;

  const Solution &solve(const HostStatement &S, const CopyStates &In);
  Solution compute(const HostStatement &S, const CopyStates &In);
  Solution branch(const HostStatement &S, const CopyStates &In);
  Solution choice(const HostStatement &S, const CopyStates &In);
  Solution tried(const HostStatement &S, const CopyStates &In);
  Solution sequence(const HostStatement &S, const CopyStates &In);
  Solution labelled(const HostStatement &S, const CopyStates &In);
  CopyStates anything(const CopyStates &In) const;
  struct End;
  void join(std::vector<End> Ends, Solution &Result);
  Solution loop(const HostStatement &S, CopyStates In);
  Solution tryLoop(const HostStatement &S, const CopyStates &In,
                   LoopChoice Choice);
  CopyStates closeRound(const HostStatement &S, LoopChoice Choice,
                        Solution &Round);
  void leaveLoop(const CopyStates &AtHeader, const Solution &Round,
                 Solution &Result);
  Solution opaque(const HostStatement &S, const CopyStates &In);
  void eager(const HostStatement &S, unsigned V, Solution &Into,
             double Weight = 1);

  void perform(const HostStatement &S, CodePosition Before, Solution &Into);
  void performAndLeave(const HostStatement &S, CodePosition Before,
                       Solution &Into);
  bool readElements(unsigned V, const VariableUse &U, CodePosition Where,
                    Solution &Into) const;
  void transfer(unsigned V, bool ToDevice, CodePosition Where,
                CopyStates &States, Solution &Into);
  void set(unsigned V, bool OnDevice, bool Valid, CodePosition Where,
           CopyState &State, Solution &Into);
  void restoreInArm(const HostStatement &Arm, CopyStates &States,
                    const CopyStates &Other, Solution &Into);
  void allToHost(CodePosition Where, Solution &Into);
  VariableUse everything(const HostStatement &S, unsigned V) const;
  Uses inLoop(const HostStatement &S) const;
  CopyStates unreachable() const {
    return CopyStates(Variables.size(), CopyState::unreachable());
  }

  std::vector<SharedVarId> Variables;
  UseOf Use;
  bool HostValidAtExit;
  bool MayThrow;
  bool HasFlags = false; ///< see CopyState::Flagged
  // Of the loop around:
  bool HostInArms = false, DeviceInArms = false;
  Uses InLoopAround; ///< empty: there is none
  std::map<std::tuple<const HostStatement *, CopyStates, bool, bool>, Solution>
      Known;
};

} // namespace tessera

#endif
