//===- cooperative_groups/reduce.h - Reductions over a group --------------===//
#ifndef TESSERA_CUDA_COOPERATIVE_GROUPS_REDUCE_H
#define TESSERA_CUDA_COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

namespace cooperative_groups {

#define TESSERA_REDUCTION(NAME)                                                \
  template <class __T> struct NAME {                                           \
    __device__ __T operator()(__T __X, __T __Y) const;                         \
  };
TESSERA_REDUCTION(plus)
TESSERA_REDUCTION(less)
TESSERA_REDUCTION(greater)
TESSERA_REDUCTION(bit_and)
TESSERA_REDUCTION(bit_or)
TESSERA_REDUCTION(bit_xor)
#undef TESSERA_REDUCTION

template <class __G, class __T, class __Op>
__device__ __T reduce(const __G &__Group, __T __Value, __Op __Operation) {
  return details::unknown<__T>();
}
template <class __G, class __U, class __T, class __Op>
__device__ void reduce_store_async(const __G &__Group, __U *__To, __T __Value,
                                   __Op __Operation) {
  *__To = details::unknown<__T>();
}

} // namespace cooperative_groups

#endif
