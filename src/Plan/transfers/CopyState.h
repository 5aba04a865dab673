//===- CopyState.h - Which copies of a variable are valid -----------------===//
#ifndef TESSERA_PLAN_TRANSFERS_COPYSTATE_H
#define TESSERA_PLAN_TRANSFERS_COPYSTATE_H

#include <compare>
#include <vector>

namespace tessera {

/// Which copies hold the variable's value on every path to a point.
struct CopyState {
  bool Reachable = true;
  bool Host = true;
  bool Device = false;
  bool Zero = false; ///< and the host's copy was never written
  bool Allocated = true;
  /// Flags tell at run time which copies are valid. Of those that are not valid
  /// on every path, these may be.
  bool Flagged = false;
  bool MayHost = false, MayDevice = false;
  /// But only where a loop had no round so far: a test saves next to nothing.
  bool RarelyHost = false, RarelyDevice = false;

  static CopyState unreachable() { return {false, true, true, true, true}; }
  /// No memory: both copies of nothing are equal.
  static CopyState unallocated() { return {true, true, true, false, false}; }
  static CopyState allocated() { return {true, true, false, true, true}; }
  /// Which copies are valid is known at run time only.
  static CopyState unknown() {
    return {true, false, false, false, true, true, true, true};
  }
  bool valid() const { return !Reachable || Host || Device || Flagged; }
  bool isLikely(bool OnDevice) const {
    return mayBeValid(OnDevice) && !(OnDevice ? RarelyDevice : RarelyHost);
  }
  bool mayBeValid(bool OnDevice) const {
    return OnDevice ? Device || MayDevice : Host || MayHost;
  }
  auto operator<=>(const CopyState &) const = default;
};

/// What holds on both paths; without flags neither copy may be valid on both.
CopyState meet(CopyState L, CopyState R);

/// Of several variables, in the order in which the flow was given them.
using CopyStates = std::vector<CopyState>;

CopyStates meet(const CopyStates &L, const CopyStates &R);

} // namespace tessera

#endif
