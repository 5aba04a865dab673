//===- Api.h - What the calls of the run-time API share -------------------===//
#ifndef TESSERA_RUN_API_H
#define TESSERA_RUN_API_H

#include "MemoryMap.h"
#include "include/cuda_runtime_api.h"
#include <string>
#include <vector>

namespace tessera_rt {

/// Remembers a failure for cudaGetLastError. \returns \p Error.
cudaError_t setError(cudaError_t Error);
/// The same, of a launch, which returns nothing.
void setLaunchError(cudaError_t Error, const char *Kernel, uintptr_t Code);
/// Warns of a failed launch that the program never asked about.
void warnOfErrors();

/// Clears all stamps, of shared arrays too.
void forgetAllStamps();

/// A copy from device to host, for tessera-verify: \p Operation orders them.
void recordReadback(const void *To, const void *From, size_t Bytes,
                    uint64_t Operation);
/// Reports what all copies together moved, for --trace-copies.
void traceTotal();
/// Remembers that device memory holds the copy of a whole host variable.
void recordUpload(const void *To, const void *From, size_t Bytes);

} // namespace tessera_rt

#endif
