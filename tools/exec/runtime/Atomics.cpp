//===- Atomics.cpp - atomicAdd and its kin --------------------------------===//
//
// One thread runs at a time, so each is a plain update that is checked as an
// atomic one.
//
//===----------------------------------------------------------------------===//
#include "Checks.h"

#include <algorithm>

using namespace tessera_rt;

static void observe(const void *Pointer, size_t Bytes, uintptr_t Code) {
  if (CurrentMode != Mode::Host)
    checkAccess(Access::Atomic, reinterpret_cast<uintptr_t>(Pointer), Bytes,
                Code);
}

#define ATOMIC(NAME, T, RESULT)                                                \
  T NAME(T *Address, T Value) {                                                \
    observe(Address, sizeof(T),                                                \
            reinterpret_cast<uintptr_t>(__builtin_return_address(0)));         \
    T Old = *Address;                                                          \
    *Address = RESULT;                                                         \
    return Old;                                                                \
  }
#define ATOMIC_INTEGERS(NAME, RESULT)                                          \
  ATOMIC(NAME, int, RESULT)                                                    \
  ATOMIC(NAME, unsigned, RESULT)                                               \
  ATOMIC(NAME, unsigned long long, RESULT)

ATOMIC_INTEGERS(atomicAdd, Old + Value)
ATOMIC(atomicAdd, float, Old + Value)
ATOMIC(atomicAdd, double, Old + Value)
ATOMIC(atomicSub, int, Old - Value)
ATOMIC(atomicSub, unsigned, Old - Value)
ATOMIC_INTEGERS(atomicExch, Value)
ATOMIC(atomicExch, float, Value)
ATOMIC_INTEGERS(atomicMin, std::min(Old, Value))
ATOMIC(atomicMin, long long, std::min(Old, Value))
ATOMIC_INTEGERS(atomicMax, std::max(Old, Value))
ATOMIC(atomicMax, long long, std::max(Old, Value))
ATOMIC(atomicInc, unsigned, Old >= Value ? 0 : Old + 1)
ATOMIC(atomicDec, unsigned, Old == 0 || Old > Value ? Value : Old - 1)
ATOMIC_INTEGERS(atomicAnd, Old &Value)
ATOMIC_INTEGERS(atomicOr, Old | Value)
ATOMIC_INTEGERS(atomicXor, Old ^ Value)

#define ATOMIC_CAS(T)                                                          \
  T atomicCAS(T *Address, T Compare, T Value) {                                \
    observe(Address, sizeof(T),                                                \
            reinterpret_cast<uintptr_t>(__builtin_return_address(0)));         \
    T Old = *Address;                                                          \
    if (Old == Compare)                                                        \
      *Address = Value;                                                        \
    return Old;                                                                \
  }
ATOMIC_CAS(int)
ATOMIC_CAS(unsigned)
ATOMIC_CAS(unsigned long long)
ATOMIC_CAS(unsigned short)
