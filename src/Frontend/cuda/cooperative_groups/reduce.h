//===- cooperative_groups/reduce.h - Reductions over a group --------------===//
#ifndef TESSERA_CUDA_COOPERATIVE_GROUPS_REDUCE_H
#define TESSERA_CUDA_COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

namespace cooperative_groups {

#define TESSERA_REDUCTION(NAME)                                                \
  template <class T> struct NAME {                                             \
    __device__ T operator()(T X, T Y) const;                                   \
  };
TESSERA_REDUCTION(plus)
TESSERA_REDUCTION(less)
TESSERA_REDUCTION(greater)
TESSERA_REDUCTION(bit_and)
TESSERA_REDUCTION(bit_or)
TESSERA_REDUCTION(bit_xor)
#undef TESSERA_REDUCTION

template <class G, class T, class Op>
__device__ T reduce(const G &Group, T Value, Op Operation);

} // namespace cooperative_groups

#endif
