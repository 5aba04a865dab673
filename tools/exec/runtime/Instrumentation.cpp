//===- Instrumentation.cpp - What -fsanitize=thread calls -----------------===//
//
// The compiler calls these before each access of memory that it cannot prove
// local. Host code does so too, and gets away after one comparison.
//
//===----------------------------------------------------------------------===//
#include "Checks.h"
#include "Crash.h"
#include "Dump.h"
#include "MemoryMap.h"
#include "Settings.h"
#include "Streams.h"

#include <cstring>

using namespace tessera_rt;

#define CALLER reinterpret_cast<uintptr_t>(__builtin_return_address(0))
#define INSTANTLY static inline __attribute__((always_inline))

INSTANTLY void observe(Access What, const void *Pointer, size_t Bytes,
                       uintptr_t Code) {
  uintptr_t Address = reinterpret_cast<uintptr_t>(Pointer);
  if (CurrentMode == Mode::Host) {
    if (HostIsAhead || mayBeDevice(Address)) [[unlikely]]
      checkHostAccess(What, Address, Bytes, Code);
    return;
  }
  // The thread's own stack: each is aligned to its size.
  uintptr_t Here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  if ((Address ^ Here) >> StackBits == 0)
    return;
  checkAccess(What, Address, Bytes, Code);
}

extern "C" {

/// Called once before the program's own constructors, in all programs.
void __tsan_init() {
  reportCrashes();
  // This comes after all effects of the program's destructors.
  finishAtExit();
}
void __tsan_func_entry(void *) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void **, void *) {}
void __tsan_vptr_read(void **) {}
void __tsan_ignore_thread_begin() {}
void __tsan_ignore_thread_end() {}

#define PLAIN(NAME, BYTES, READ, WRITE)                                        \
  void __tsan_##NAME##read##BYTES(void *P) {                                   \
    observe(Access::READ, P, BYTES, CALLER);                                   \
  }                                                                            \
  void __tsan_##NAME##write##BYTES(void *P) {                                  \
    observe(Access::WRITE, P, BYTES, CALLER);                                  \
  }
#define SIZES(NAME, READ, WRITE)                                               \
  PLAIN(NAME, 1, READ, WRITE)                                                  \
  PLAIN(NAME, 2, READ, WRITE)                                                  \
  PLAIN(NAME, 4, READ, WRITE)                                                  \
  PLAIN(NAME, 8, READ, WRITE)                                                  \
  PLAIN(NAME, 16, READ, WRITE)
SIZES(, Read, Write)
SIZES(unaligned_, Read, Write)
SIZES(volatile_, AtomicRead, AtomicWrite)
SIZES(unaligned_volatile_, AtomicRead, AtomicWrite)

void __tsan_read_range(void *P, size_t Bytes) {
  observe(Access::Read, P, Bytes, CALLER);
}
void __tsan_write_range(void *P, size_t Bytes) {
  observe(Access::Write, P, Bytes, CALLER);
}

void *__tsan_memcpy(void *To, const void *From, size_t Bytes) {
  if (Bytes) {
    observe(Access::Read, From, Bytes, CALLER);
    observe(Access::Write, To, Bytes, CALLER);
  }
  return std::memcpy(To, From, Bytes);
}
void *__tsan_memmove(void *To, const void *From, size_t Bytes) {
  if (Bytes) {
    observe(Access::Read, From, Bytes, CALLER);
    observe(Access::Write, To, Bytes, CALLER);
  }
  return std::memmove(To, From, Bytes);
}
void *__tsan_memset(void *To, int Value, size_t Bytes) {
  if (Bytes)
    observe(Access::Write, To, Bytes, CALLER);
  return std::memset(To, Value, Bytes);
}

// Atomics of C++, for host code mostly.
#define UPDATE(BITS, T, NAME)                                                  \
  T __tsan_atomic##BITS##_##NAME(volatile T *P, T V, int) {                    \
    observe(Access::Atomic, const_cast<T *>(P), sizeof(T), CALLER);            \
    return __atomic_##NAME(P, V, __ATOMIC_SEQ_CST);                            \
  }
#define COMPARE(BITS, T, STRENGTH)                                             \
  int __tsan_atomic##BITS##_compare_exchange_##STRENGTH(                       \
      volatile T *P, T *Expected, T V, int, int) {                             \
    observe(Access::Atomic, const_cast<T *>(P), sizeof(T), CALLER);            \
    return __atomic_compare_exchange_n(P, Expected, V, false,                  \
                                       __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);    \
  }
#define ATOMICS(BITS, T)                                                       \
  T __tsan_atomic##BITS##_load(const volatile T *P, int) {                     \
    observe(Access::AtomicRead, const_cast<T *>(P), sizeof(T), CALLER);        \
    return __atomic_load_n(P, __ATOMIC_SEQ_CST);                               \
  }                                                                            \
  void __tsan_atomic##BITS##_store(volatile T *P, T V, int) {                  \
    observe(Access::AtomicWrite, const_cast<T *>(P), sizeof(T), CALLER);       \
    __atomic_store_n(P, V, __ATOMIC_SEQ_CST);                                  \
  }                                                                            \
  T __tsan_atomic##BITS##_exchange(volatile T *P, T V, int) {                  \
    observe(Access::Atomic, const_cast<T *>(P), sizeof(T), CALLER);            \
    return __atomic_exchange_n(P, V, __ATOMIC_SEQ_CST);                        \
  }                                                                            \
  T __tsan_atomic##BITS##_compare_exchange_val(volatile T *P, T Expected, T V, \
                                               int, int) {                     \
    observe(Access::Atomic, const_cast<T *>(P), sizeof(T), CALLER);            \
    __atomic_compare_exchange_n(P, &Expected, V, false, __ATOMIC_SEQ_CST,      \
                                __ATOMIC_SEQ_CST);                             \
    return Expected;                                                           \
  }                                                                            \
  COMPARE(BITS, T, strong)                                                     \
  COMPARE(BITS, T, weak)                                                       \
  UPDATE(BITS, T, fetch_add)                                                   \
  UPDATE(BITS, T, fetch_sub)                                                   \
  UPDATE(BITS, T, fetch_and)                                                   \
  UPDATE(BITS, T, fetch_or)                                                    \
  UPDATE(BITS, T, fetch_xor)                                                   \
  UPDATE(BITS, T, fetch_nand)
ATOMICS(8, unsigned char)
ATOMICS(16, unsigned short)
ATOMICS(32, unsigned)
ATOMICS(64, unsigned long)

/// -fsanitize=array-bounds: a subscript does not fit the type of its array.
void __ubsan_handle_out_of_bounds(void *, uintptr_t Index) {
  subscriptOutOfBounds(Index, CALLER);
}

/// -fsanitize=alignment, as far as we read it: see UBSan's ubsan_handlers.h.
struct TypeMismatch {
  const char *File;
  unsigned Line, Column;
  const void *Type;
  unsigned char LogAlignment, Kind;
};
void __ubsan_handle_type_mismatch_v1(TypeMismatch *Data, uintptr_t Address) {
  size_t Alignment = size_t(1) << Data->LogAlignment;
  if (CurrentMode != Mode::Host && Address & (Alignment - 1) &&
      settings().Bounds)
    failMisaligned(Address, Alignment, CALLER);
}

/// The same of `__builtin_assume_aligned`, where the assumption is false.
void __ubsan_handle_alignment_assumption(void *, uintptr_t Address,
                                         uintptr_t Alignment,
                                         uintptr_t Offset) {
  if (CurrentMode != Mode::Host && settings().Bounds)
    failMisaligned(Address - Offset, Alignment, CALLER);
}

void __tsan_atomic_thread_fence(int) { Block.Fenced = true; }
void __tsan_atomic_signal_fence(int) {}

} // extern "C"
