//===- Warps.cpp - What the lanes of a warp give each other ---------------===//
#include "Checks.h"
#include "Threads.h"

#include <algorithm>

namespace tessera_rt {

/// The lanes of \p Warp that have not ended.
static unsigned liveLanes(unsigned Warp) {
  unsigned First = Warp * 32, Lanes = 0;
  for (unsigned I = 0; I < 32 && First + I < Threads.size(); ++I)
    if (Threads[First + I].Now != State::Ended)
      Lanes |= 1u << I;
  return Lanes;
}

/// After a __syncwarp, all of \p Group have passed the mbarriers of each.
static void sharePassed(unsigned First, unsigned Group) {
  uint64_t Latest = 0;
  for (unsigned L = 0; L < 32; ++L)
    if (Group >> L & 1)
      Latest = std::max(Latest, Threads[First + L].Passed);
  for (unsigned L = 0; L < 32; ++L)
    if (Group >> L & 1)
      Threads[First + L].Passed = Latest;
}

/// Computes what the threads of \p Group get from their offers.
static void exchange(unsigned First, unsigned Group) {
  uint64_t Ballot = 0;
  for (unsigned L = 0; L < 32; ++L)
    if (Group >> L & 1 && Threads[First + L].Offer.Value)
      Ballot |= 1u << L;
  for (unsigned L = 0; L < 32; ++L) {
    if (!(Group >> L & 1))
      continue;
    WarpOffer &Mine = Threads[First + L].Offer;
    if (Mine.What == WarpOffer::Ballot)
      Mine.Result = Ballot;
    else if (Mine.What == WarpOffer::Shuffle)
      Mine.Result = Group >> Mine.SourceLane & 1
                        ? Threads[First + Mine.SourceLane].Offer.Value
                        : Mine.Value;
  }
}

/// After a __syncwarp of \p Mask, of which \p Group are left: each of these is
/// after all that was before any of them. Those that ended did so before.
static void order(unsigned Warp, unsigned Group, unsigned Mask) {
  const unsigned First = Warp * 32;
  if (Group == liveLanes(Warp)) {
    Block.WarpSync[Warp] = Block.Clock;
    return;
  }
  std::vector<uint64_t> Latest(32, Block.WarpSync[Warp]);
  for (unsigned L = 0; L < 32; ++L)
    if (Group >> L & 1 && !Threads[First + L].LaneSync.empty())
      for (unsigned M = 0; M < 32; ++M)
        Latest[M] = std::max(Latest[M], Threads[First + L].LaneSync[M]);
  for (unsigned L = 0; L < 32; ++L)
    if (Mask >> L & 1)
      Latest[L] = Block.Clock;
  for (unsigned L = 0; L < 32; ++L)
    if (Group >> L & 1)
      Threads[First + L].LaneSync = Latest;
}

static bool asksWhoRuns(const Thread &T) {
  return T.Now == State::AtWarp && T.Offer.What == WarpOffer::Converged;
}

void releaseWarpIfComplete(unsigned Warp) {
  unsigned First = Warp * 32;
  for (unsigned L = 0; L < 32 && First + L < Threads.size(); ++L) {
    const Thread &T = Threads[First + L];
    if (T.Now != State::AtWarp || T.Offer.What == WarpOffer::Converged)
      continue;
    unsigned Group = 0;
    bool Complete = true;
    for (unsigned M = 0; M < 32 && First + M < Threads.size(); ++M) {
      if (!(T.Offer.Mask >> M & 1) || Threads[First + M].Now == State::Ended)
        continue;
      Group |= 1u << M;
      const Thread &Other = Threads[First + M];
      Complete &= Other.Now == State::AtWarp &&
                  Other.Offer.Mask == T.Offer.Mask &&
                  Other.Offer.What == T.Offer.What;
    }
    if (!Complete)
      continue;
    exchange(First, Group);
    if (T.Offer.What == WarpOffer::Sync) {
      advanceClock();
      order(Warp, Group, T.Offer.Mask);
      sharePassed(First, Group);
    }
    for (unsigned M = 0; M < 32; ++M)
      if (Group >> M & 1) {
        Threads[First + M].Now = State::Running;
        Queue.push_back(First + M);
      }
  }
}

/// Of the lanes of a warp that ask, those go on that are least far in the code:
/// they may catch up with others before these are asked.
static bool releaseConverged(unsigned First) {
  uintptr_t Place = ~uintptr_t(0);
  unsigned Group = 0;
  for (unsigned L = 0; L < 32 && First + L < Threads.size(); ++L)
    if (const Thread &T = Threads[First + L]; asksWhoRuns(T)) {
      if (T.WaitsAt < Place)
        Group = 0;
      Place = std::min(Place, T.WaitsAt);
      Group |= unsigned(T.WaitsAt == Place) << L;
    }
  for (unsigned L = 0; L < 32; ++L)
    if (Group >> L & 1) {
      Threads[First + L].Offer.Result = Group;
      Threads[First + L].Now = State::Running;
      Queue.push_back(First + L);
    }
  return Group != 0;
}

bool releaseConverged() {
  bool Any = false;
  for (unsigned First = 0; First < Threads.size(); First += 32)
    Any |= releaseConverged(First);
  return Any;
}

uint64_t waitForWarp(const WarpOffer &Offer, uintptr_t Address) {
  settlePendingWrite();
  unsigned Me = Running;
  Threads[Me].Now = State::AtWarp;
  Threads[Me].WaitsAt = Address;
  Threads[Me].Offer = Offer;
  releaseWarpIfComplete(Me / 32);
  pause();
  return Threads[Me].Offer.Result;
}

} // namespace tessera_rt
