//===- cooperative_groups/memcpy_async.h - Copies that a group waits for --===//
#ifndef TESSERA_CUDA_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define TESSERA_CUDA_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "../cooperative_groups.h"

namespace cooperative_groups {

template <class __G, class __T, class __U, class __S>
__device__ void memcpy_async(const __G &__Group, __T *__To, const __U *__From,
                             const __S &__Bytes);
template <class __G, class __T, class __S, class __Z>
__device__ void memcpy_async(const __G &__Group, __T *__To, const __S &__Room,
                             const __T *__From, const __Z &__Count);
template <unsigned int __Stage, class __G>
__device__ void wait_prior(const __G &__Group);
template <class __G> __device__ void wait(const __G &__Group);

} // namespace cooperative_groups

#endif
