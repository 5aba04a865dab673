//===- cooperative_groups/scan.h - Running sums over a group --------------===//
#pragma once
#include "reduce.h"

namespace cooperative_groups {

template <class G, class T, class F>
__forceinline__ __device__ std::decay_t<T>
inclusive_scan(const G &Group, T &&Operand, F &&Operation) {
  return details::scanned<G, std::decay_t<T>>(Group, Operand, Operation);
}
template <class G, class T>
__forceinline__ __device__ std::decay_t<T> inclusive_scan(const G &Group,
                                                          T &&Operand) {
  return inclusive_scan(Group, Operand, plus<std::decay_t<T>>());
}

/// Of those with lower ranks; the first thread gets a zero.
template <class G, class T, class F>
__forceinline__ __device__ std::decay_t<T>
exclusive_scan(const G &Group, T &&Operand, F &&Operation) {
  std::decay_t<T> Before =
      Group.shfl_up(inclusive_scan(Group, Operand, Operation), 1);
  return Group.thread_rank() ? Before : std::decay_t<T>();
}
template <class G, class T>
__forceinline__ __device__ std::decay_t<T> exclusive_scan(const G &Group,
                                                          T &&Operand) {
  return exclusive_scan(Group, Operand, plus<std::decay_t<T>>());
}

} // namespace cooperative_groups
