//===- cuda_pipeline_primitives.h - Asynchronous copies to shared memory --===//
#ifndef TESSERA_CUDA_PIPELINE_PRIMITIVES_H
#define TESSERA_CUDA_PIPELINE_PRIMITIVES_H

#include "host_defines.h"
#include <stddef.h>
#include <stdint.h>

__device__ void __pipeline_memcpy_async(void *__restrict__ __Shared,
                                        const void *__restrict__ __Global,
                                        size_t __Size, size_t __ZeroFilled = 0);
__device__ void __pipeline_commit();
__device__ void __pipeline_wait_prior(size_t __Batches);
__device__ void __pipeline_arrive_on(uint64_t *__Barrier);

#endif
