//===- Synchronisation.cpp - Barriers, warps, fences ----------------------===//
#include "Checks.h"
#include "Report.h"
#include "include/cooperative_groups.h"

#include <chrono>

using namespace tessera_rt;

#define CALLER reinterpret_cast<uintptr_t>(__builtin_return_address(0))

extern "C" {

void __syncthreads() { waitForBlock(0, CALLER); }
int __syncthreads_count(int Predicate) {
  return waitForBlock(Predicate, CALLER).True;
}
int __syncthreads_and(int Predicate) {
  BarrierResult R = waitForBlock(Predicate, CALLER);
  return R.True == R.Arrived;
}
int __syncthreads_or(int Predicate) {
  return waitForBlock(Predicate, CALLER).True != 0;
}

void __syncwarp(unsigned Mask) {
  WarpOffer Offer;
  Offer.Mask = Mask;
  waitForWarp(Offer, CALLER);
}

static unsigned ballot(unsigned Mask, int Predicate, uintptr_t Code) {
  WarpOffer Offer;
  Offer.What = WarpOffer::Ballot;
  Offer.Mask = Mask;
  Offer.Value = Predicate != 0;
  return waitForWarp(Offer, Code);
}
/// The lanes of the warp that are at \p Code together.
static unsigned converged(uintptr_t Code) {
  WarpOffer Offer;
  Offer.What = WarpOffer::Converged;
  return waitForWarp(Offer, Code);
}
unsigned __ballot_sync(unsigned Mask, int Predicate) {
  return ballot(Mask, Predicate, CALLER);
}
int __any_sync(unsigned Mask, int Predicate) {
  return ballot(Mask, Predicate, CALLER) != 0;
}
int __all_sync(unsigned Mask, int Predicate) {
  return ballot(Mask, !Predicate, CALLER) == 0;
}
unsigned __activemask() { return converged(CALLER); }

void __threadfence() { Block.Fenced = true; }
void __threadfence_system() { Block.Fenced = true; }
void __threadfence_block() {}

long long clock64() {
  return std::chrono::steady_clock::now().time_since_epoch().count();
}
void __nanosleep(unsigned) {}
void __trap() { fail("kernel-trap", CALLER, "the kernel called __trap"); }
}

namespace cooperative_groups {

void thread_block::sync() { waitForBlock(0, CALLER); }
void grid_group::sync() { waitForGrid(CALLER); }
bool grid_group::is_valid() { return Launch.Cooperative; }
void sync(const thread_block &) { waitForBlock(0, CALLER); }
void sync(const grid_group &) { waitForGrid(CALLER); }
coalesced_group coalesced_threads() {
  return coalesced_group(converged(CALLER), 0, 1);
}

static void syncAs(const thread_group &Group, uintptr_t Code) {
  WarpOffer Offer;
  switch (Group.What) {
  case thread_group::Kind::Block:
    waitForBlock(0, Code);
    break;
  case thread_group::Kind::Grid:
    waitForGrid(Code);
    break;
  case thread_group::Kind::Lanes:
    Offer.Mask = Group.Mask;
    waitForWarp(Offer, Code);
    break;
  }
}
void thread_group::sync() const { syncAs(*this, CALLER); }
void sync(const thread_group &Group) { syncAs(Group, CALLER); }

} // namespace cooperative_groups

namespace tessera_rt {

unsigned long long shuffle(unsigned Mask, unsigned long long Bits, Shuffle How,
                           unsigned Operand, int Width) {
  unsigned Lane = currentThread() % 32;
  unsigned First = Lane & ~(Width - 1), Last = First + Width - 1;
  int64_t Source = Lane;
  switch (How) {
  case Shuffle::Index:
    Source = First + (Operand & (Width - 1));
    break;
  case Shuffle::Up:
    Source = int64_t(Lane) - int64_t(Operand);
    break;
  case Shuffle::Down:
    Source = int64_t(Lane) + Operand;
    break;
  case Shuffle::Xor:
    Source = Lane ^ Operand;
    break;
  }
  // Out of the segment, a thread gets its own value; an exclusive or may reach
  // into an earlier segment.
  if (Source > Last || (Source < First && How != Shuffle::Xor))
    Source = Lane;
  WarpOffer Offer;
  Offer.What = WarpOffer::Shuffle;
  Offer.Mask = Mask;
  Offer.Value = Bits;
  Offer.SourceLane = Source;
  return waitForWarp(Offer, CALLER);
}

} // namespace tessera_rt
