//===- cuda_pipeline.h - Copies into shared memory that end at a wait -----===//
#pragma once
#include "cuda_runtime.h"

#ifdef __CUDA__
#pragma clang force_cuda_host_device begin
#endif
extern "C" {
void __pipeline_memcpy_async(void *To, const void *From, size_t Bytes,
                             size_t ZeroFilled = 0);
void __pipeline_commit();
void __pipeline_wait_prior(size_t Keep);
}
namespace tessera_rt {
/// How many bytes an asynchronous copy between these can move at once, at most;
/// 0: it cannot.
size_t pipelineWidth(const void *To, const void *From);
} // namespace tessera_rt
#ifdef __CUDA__
#pragma clang force_cuda_host_device end
#endif
