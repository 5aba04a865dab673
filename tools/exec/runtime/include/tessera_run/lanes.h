//===- lanes.h - Groups of threads of one warp ----------------------------===//
#pragma once
#include "groups.h"

namespace cooperative_groups::details {

/// \p Count bits from \p First on.
__forceinline__ __device__ unsigned ofRanks(unsigned First, unsigned Count) {
  return Count >= 32 ? ~0u << First : ((1u << Count) - 1) << First;
}
/// Bit i of the result is the bit of \p Bits in the lane of \p Mask that has
/// rank i.
__forceinline__ __device__ unsigned packed(unsigned Bits, unsigned Mask) {
  unsigned Result = 0, Rank = 0;
  for (; Mask; Mask &= Mask - 1, ++Rank)
    if (Bits & Mask & -Mask)
      Result |= 1u << Rank;
  return Result;
}
/// The other way round.
__forceinline__ __device__ unsigned unpacked(unsigned Bits, unsigned Mask) {
  unsigned Result = 0;
  for (; Mask; Mask &= Mask - 1, Bits >>= 1)
    if (Bits & 1)
      Result |= Mask & -Mask;
  return Result;
}

/// The lane of \p Mask that has this rank.
__forceinline__ __device__ int laneOf(unsigned Rank, unsigned Mask) {
  for (; Rank; --Rank)
    Mask &= Mask - 1;
  return __builtin_ctz(Mask);
}

/// Threads of a warp, which can exchange values.
class lanes : public thread_group {
public:
  __forceinline__ __device__ lanes(unsigned Mask, unsigned MetaRank,
                                   unsigned MetaSize)
      : thread_group(Kind::Lanes, Mask), MetaRank(MetaRank),
        MetaSize(MetaSize) {}

  __forceinline__ __device__ void sync() const { __syncwarp(Mask); }
  __forceinline__ __device__ unsigned mask() const { return Mask; }
  __forceinline__ __device__ unsigned int num_threads() const {
    return __builtin_popcount(Mask);
  }
  __forceinline__ __device__ unsigned int size() const { return num_threads(); }
  __forceinline__ __device__ unsigned int thread_rank() const {
    return lanesBefore(Mask);
  }
  /// Which of the parts of the same parent it is, and how many these are.
  __forceinline__ __device__ unsigned int meta_group_rank() const {
    return MetaRank;
  }
  __forceinline__ __device__ unsigned int meta_group_size() const {
    return MetaSize;
  }

  template <class T>
  __forceinline__ __device__ T shfl(T Value, int Rank) const {
    return taken(Value, unsigned(Rank) % num_threads());
  }
  template <class T>
  __forceinline__ __device__ T shfl_up(T Value, unsigned int Delta) const {
    const unsigned Mine = thread_rank();
    return taken(Value, Delta <= Mine ? Mine - Delta : Mine);
  }
  template <class T>
  __forceinline__ __device__ T shfl_down(T Value, unsigned int Delta) const {
    const unsigned Mine = thread_rank();
    return taken(Value, Delta < num_threads() - Mine ? Mine + Delta : Mine);
  }
  __forceinline__ __device__ int any(int Predicate) const {
    return __any_sync(Mask, Predicate);
  }
  __forceinline__ __device__ int all(int Predicate) const {
    return __all_sync(Mask, Predicate);
  }
  __forceinline__ __device__ unsigned int ballot(int Predicate) const {
    return packed(__ballot_sync(Mask, Predicate), Mask);
  }
  template <class T>
  __forceinline__ __device__ unsigned int match_any(T Value) const {
    return packed(__match_any_sync(Mask, Value), Mask);
  }
  template <class T>
  __forceinline__ __device__ unsigned int match_all(T Value,
                                                    int &Predicate) const {
    return packed(__match_all_sync(Mask, Value, &Predicate), Mask);
  }

protected:
  /// What the thread with this rank has.
  template <class T>
  __forceinline__ __device__ T taken(T Value, unsigned Rank) const {
    const int Lane = laneOf(Rank, Mask);
    unsigned long long Words[(sizeof(T) + 7) / 8] = {};
    __builtin_memcpy(Words, &Value, sizeof(T));
    for (unsigned long long &Word : Words)
      Word = __shfl_sync(Mask, Word, Lane);
    __builtin_memcpy(&Value, Words, sizeof(T));
    return Value;
  }

private:
  unsigned MetaRank, MetaSize;
};

/// The tile of \p Size neighbours, of a group of \p Count, that has the thread
/// whose rank in it is \p Rank.
__forceinline__ __device__ lanes tileOf(unsigned Rank, unsigned Count,
                                        unsigned Size) {
  const unsigned Lane = thread_block::thread_rank() % 32;
  return lanes(ofRanks(Lane & ~(Size - 1), Size), Rank / Size,
               (Count + Size - 1) / Size);
}

} // namespace cooperative_groups::details
