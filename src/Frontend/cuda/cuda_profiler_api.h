//===- cuda_profiler_api.h - cudaProfilerStart and cudaProfilerStop -------===//
#include "cuda_runtime_api.h"
