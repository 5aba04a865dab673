//===- cuda_pipeline.h - Copies into shared memory, done at once ----------===//
#pragma once
#include "cuda_runtime.h"

__forceinline__ void __pipeline_memcpy_async(void *To, const void *From,
                                             size_t Bytes,
                                             size_t ZeroFilled = 0) {
  assert((Bytes == 4 || Bytes == 8 || Bytes == 16) && ZeroFilled <= Bytes);
  __builtin_memcpy(To, From, Bytes - ZeroFilled);
  __builtin_memset((char *)To + (Bytes - ZeroFilled), 0, ZeroFilled);
}
__forceinline__ void __pipeline_commit() {}
__forceinline__ void __pipeline_wait_prior(size_t) {}
