//===- Stacks.cpp ---------------------------------------------------------===//
#include "Stacks.h"
#include "Execution.h"

#include <cstdlib>
#include <sys/mman.h>
#include <vector>

namespace tessera_rt {

namespace {
/// Stacks are mapped many at a time, and take memory when touched.
constexpr size_t StacksPerSlab = 64;
constexpr size_t GuardBytes = 4096;
std::vector<uintptr_t> Slabs;
size_t UsedInSlab = StacksPerSlab;
} // namespace

static void newSlab() {
  void *Memory =
      mmap(nullptr, (StacksPerSlab + 1) * StackBytes, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Memory == MAP_FAILED)
    std::abort();
  uintptr_t Begin = reinterpret_cast<uintptr_t>(Memory);
  Slabs.push_back((Begin + StackBytes - 1) & ~(StackBytes - 1));
  UsedInSlab = 0;
}

boost::context::stack_context newStack() {
  if (UsedInSlab == StacksPerSlab)
    newSlab();
  uintptr_t Begin = Slabs.back() + UsedInSlab++ * StackBytes;
  mprotect(reinterpret_cast<void *>(Begin), GuardBytes, PROT_NONE);
  boost::context::stack_context Context;
  Context.size = StackBytes;
  Context.sp = reinterpret_cast<void *>(Begin + StackBytes);
  return Context;
}

bool isFiberStack(uintptr_t Address) {
  for (uintptr_t Slab : Slabs)
    if (Address - Slab < StacksPerSlab * StackBytes)
      return true;
  return false;
}

bool isStackGuard(uintptr_t Address) {
  return isFiberStack(Address) && (Address & (StackBytes - 1)) < GuardBytes;
}

} // namespace tessera_rt
