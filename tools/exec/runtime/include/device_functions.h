//===- device_functions.h - Barriers, atomics, warps ----------------------===//
#pragma once
#include "device_launch_parameters.h"

// Not to be copied by the optimiser: one barrier of the source is one address.
#define TESSERA_BARRIER                                                        \
  __attribute__((noduplicate, nomerge, convergent, noinline))

extern "C" {
#ifndef __CUDA__ // Clang knows this one.
TESSERA_BARRIER void __syncthreads();
#endif
TESSERA_BARRIER int __syncthreads_count(int Predicate);
TESSERA_BARRIER int __syncthreads_and(int Predicate);
TESSERA_BARRIER int __syncthreads_or(int Predicate);
TESSERA_BARRIER void __syncwarp(unsigned Mask = 0xffffffffu);
void __threadfence();
void __threadfence_block();
void __threadfence_system();
long long clock64();
void __nanosleep(unsigned Nanoseconds);
void __trap();
TESSERA_BARRIER unsigned __activemask();
TESSERA_BARRIER int __all_sync(unsigned Mask, int Predicate);
TESSERA_BARRIER int __any_sync(unsigned Mask, int Predicate);
TESSERA_BARRIER unsigned __ballot_sync(unsigned Mask, int Predicate);
}

namespace tessera_rt {
enum class Shuffle { Index, Up, Down, Xor };
TESSERA_BARRIER unsigned long long shuffle(unsigned Mask,
                                           unsigned long long Bits, Shuffle How,
                                           unsigned Operand, int Width);

template <class T>
__forceinline__ T shuffled(unsigned Mask, T Value, Shuffle How,
                           unsigned Operand, int Width) {
  static_assert(sizeof(T) <= 8, "a shuffle moves at most 8 bytes");
  unsigned long long Bits = 0;
  __builtin_memcpy(&Bits, &Value, sizeof(T));
  Bits = shuffle(Mask, Bits, How, Operand, Width);
  __builtin_memcpy(&Value, &Bits, sizeof(T));
  return Value;
}
} // namespace tessera_rt

template <class T>
__forceinline__ T __shfl_sync(unsigned Mask, T Value, int Lane,
                              int Width = warpSize) {
  return tessera_rt::shuffled(Mask, Value, tessera_rt::Shuffle::Index, Lane,
                              Width);
}
template <class T>
__forceinline__ T __shfl_up_sync(unsigned Mask, T Value, unsigned Delta,
                                 int Width = warpSize) {
  return tessera_rt::shuffled(Mask, Value, tessera_rt::Shuffle::Up, Delta,
                              Width);
}
template <class T>
__forceinline__ T __shfl_down_sync(unsigned Mask, T Value, unsigned Delta,
                                   int Width = warpSize) {
  return tessera_rt::shuffled(Mask, Value, tessera_rt::Shuffle::Down, Delta,
                              Width);
}
template <class T>
__forceinline__ T __shfl_xor_sync(unsigned Mask, T Value, int LaneMask,
                                  int Width = warpSize) {
  return tessera_rt::shuffled(Mask, Value, tessera_rt::Shuffle::Xor, LaneMask,
                              Width);
}

/// The lanes of the mask that have the same value.
template <class T>
__forceinline__ unsigned __match_any_sync(unsigned Mask, T Value) {
  unsigned Same = 0;
  for (int Lane = 0; Lane < 32; ++Lane)
    if (Mask >> Lane & 1 && __shfl_sync(Mask, Value, Lane) == Value)
      Same |= 1u << Lane;
  return Same;
}
template <class T>
__forceinline__ unsigned __match_all_sync(unsigned Mask, T Value,
                                          int *Predicate) {
  *Predicate = __match_any_sync(Mask, Value) == Mask;
  return __all_sync(Mask, *Predicate) ? Mask : 0;
}

#define TESSERA_REDUCE(NAME, T, RESULT)                                        \
  __forceinline__ T __reduce_##NAME##_sync(unsigned Mask, T Value) {           \
    T All = Value;                                                             \
    bool First = true;                                                         \
    for (int Lane = 0; Lane < 32; ++Lane)                                      \
      if (Mask >> Lane & 1) {                                                  \
        T One = __shfl_sync(Mask, Value, Lane);                                \
        All = First ? One : (RESULT);                                          \
        First = false;                                                         \
      }                                                                        \
    return All;                                                                \
  }
#define TESSERA_REDUCE_BOTH(NAME, RESULT)                                      \
  TESSERA_REDUCE(NAME, unsigned, RESULT)                                       \
  TESSERA_REDUCE(NAME, int, RESULT)
TESSERA_REDUCE_BOTH(add, All + One)
TESSERA_REDUCE_BOTH(min, One < All ? One : All)
TESSERA_REDUCE_BOTH(max, One > All ? One : All)
TESSERA_REDUCE(and, unsigned, All &One)
TESSERA_REDUCE(or, unsigned, All | One)
TESSERA_REDUCE(xor, unsigned, All ^ One)
#undef TESSERA_REDUCE_BOTH
#undef TESSERA_REDUCE

#define TESSERA_ATOMIC(NAME, T)                                                \
  T NAME(T *Address, T Value);                                                 \
  __forceinline__ T NAME##_block(T *A, T V) { return NAME(A, V); }             \
  __forceinline__ T NAME##_system(T *A, T V) { return NAME(A, V); }
#define TESSERA_ATOMIC_INTEGERS(NAME)                                          \
  TESSERA_ATOMIC(NAME, int)                                                    \
  TESSERA_ATOMIC(NAME, unsigned)                                               \
  TESSERA_ATOMIC(NAME, unsigned long long)
TESSERA_ATOMIC_INTEGERS(atomicAdd)
TESSERA_ATOMIC(atomicAdd, float)
TESSERA_ATOMIC(atomicAdd, double)
TESSERA_ATOMIC(atomicSub, int)
TESSERA_ATOMIC(atomicSub, unsigned)
TESSERA_ATOMIC_INTEGERS(atomicExch)
TESSERA_ATOMIC(atomicExch, float)
TESSERA_ATOMIC_INTEGERS(atomicMin)
TESSERA_ATOMIC(atomicMin, long long)
TESSERA_ATOMIC_INTEGERS(atomicMax)
TESSERA_ATOMIC(atomicMax, long long)
TESSERA_ATOMIC(atomicInc, unsigned)
TESSERA_ATOMIC(atomicDec, unsigned)
TESSERA_ATOMIC_INTEGERS(atomicAnd)
TESSERA_ATOMIC_INTEGERS(atomicOr)
TESSERA_ATOMIC_INTEGERS(atomicXor)
#undef TESSERA_ATOMIC_INTEGERS
#undef TESSERA_ATOMIC

#define TESSERA_ATOMIC_CAS(T)                                                  \
  T atomicCAS(T *Address, T Compare, T Value);                                 \
  __forceinline__ T atomicCAS_block(T *A, T C, T V) {                          \
    return atomicCAS(A, C, V);                                                 \
  }                                                                            \
  __forceinline__ T atomicCAS_system(T *A, T C, T V) {                         \
    return atomicCAS(A, C, V);                                                 \
  }
TESSERA_ATOMIC_CAS(int)
TESSERA_ATOMIC_CAS(unsigned)
TESSERA_ATOMIC_CAS(unsigned long long)
TESSERA_ATOMIC_CAS(unsigned short)
#undef TESSERA_ATOMIC_CAS
