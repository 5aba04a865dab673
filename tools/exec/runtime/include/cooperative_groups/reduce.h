//===- cooperative_groups/reduce.h - Sums and the like over a group -------===//
#pragma once
#include "../cooperative_groups.h"

namespace cooperative_groups {

#define TESSERA_OPERATOR(NAME, RESULT)                                         \
  template <class T> struct NAME {                                             \
    __forceinline__ __device__ T operator()(T X, T Y) const { return RESULT; } \
  };
TESSERA_OPERATOR(plus, X + Y)
TESSERA_OPERATOR(less, Y < X ? Y : X)
TESSERA_OPERATOR(greater, X < Y ? Y : X)
TESSERA_OPERATOR(bit_and, X &Y)
TESSERA_OPERATOR(bit_or, X | Y)
TESSERA_OPERATOR(bit_xor, X ^ Y)
#undef TESSERA_OPERATOR

namespace details {
/// Of each thread and those with lower ranks.
template <class G, class T, class F>
__forceinline__ __device__ T scanned(const G &Group, T Value, F &Operation) {
  const unsigned Rank = Group.thread_rank();
  for (unsigned Step = 1; Step < Group.num_threads(); Step *= 2) {
    T Other = Group.shfl_up(Value, Step);
    if (Step <= Rank)
      Value = Operation(Value, Other);
  }
  return Value;
}
} // namespace details

/// Of all threads, in each of them. The order of operations is that of CUDA.
template <class G, class T, class F>
__forceinline__ __device__ std::decay_t<T> reduce(const G &Group, T &&Operand,
                                                  F &&Operation) {
  std::decay_t<T> Value = Operand;
  const unsigned Count = Group.num_threads(), Rank = Group.thread_rank();
  if (Count & (Count - 1) || (std::is_same_v<G, coalesced_group> && Count < 32))
    return Group.shfl(details::scanned(Group, Value, Operation), Count - 1);
  for (unsigned Step = Count / 2; Step; Step /= 2)
    Value = Operation(Value, Group.shfl(Value, Rank ^ Step));
  return Value;
}

/// The same, which one thread stores.
template <class G, class U, class T, class F>
__forceinline__ __device__ void reduce_store_async(const G &Group, U *To,
                                                   T &&Operand, F &&Operation) {
  auto Value = reduce(Group, Operand, Operation);
  if (Group.thread_rank() == 0)
    *To = Value;
}

} // namespace cooperative_groups
