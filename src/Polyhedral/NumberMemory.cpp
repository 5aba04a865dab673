//===- NumberMemory.cpp - Where the digits of isl's numbers are -----------===//
//
// Each number of isl is one of GMP, whose digits, mostly 8 bytes, are memory of
// their own. That is asked for and given back so often that an analysis spends
// much of its time there: bench/stress shows it. Blocks of a thread that are
// free wait here for the next number instead.
//
//===----------------------------------------------------------------------===//
#include "NumberMemory.h"
#include "llvm/Support/MemAlloc.h"
#include <algorithm>
#include <cstring>
#include <gmp.h>

namespace tessera {
namespace {

/// AddressSanitizer is to see where each block ends.
#if __has_feature(address_sanitizer)
constexpr bool Keeps = false;
#else
constexpr bool Keeps = true;
#endif

/// Sizes of kept blocks are multiples of this, up to Classes times it.
constexpr size_t Unit = 16, Classes = 8;

struct Free {
  Free *Next;
};
thread_local Free *FreeBlocks[Classes + 1];

/// The class of \p Size bytes; those beyond the last one are not kept.
size_t classOf(size_t Size) {
  return std::max<size_t>(1, (Size + Unit - 1) / Unit);
}

void *allocate(size_t Size) {
  size_t Class = classOf(Size);
  if (Class > Classes)
    return llvm::safe_malloc(Size);
  Free *&First = FreeBlocks[Class];
  if (!First)
    return llvm::safe_malloc(Class * Unit);
  Free *Block = First;
  First = Block->Next;
  return Block;
}

void release(void *Block, size_t Size) {
  size_t Class = classOf(Size);
  if (Class > Classes)
    return std::free(Block);
  FreeBlocks[Class] = new (Block) Free{FreeBlocks[Class]};
}

void *reallocate(void *Block, size_t Old, size_t New) {
  if (classOf(Old) == classOf(New) && classOf(Old) <= Classes)
    return Block;
  void *Other = allocate(New);
  std::memcpy(Other, Block, std::min(Old, New));
  release(Block, Old);
  return Other;
}

} // namespace

void keepNumberMemory() {
  if (Keeps)
    mp_set_memory_functions(allocate, reallocate, release);
}

} // namespace tessera
