//===- Thrust.cpp - Memory of a thrust that runs on the host --------------===//
#include "include/tessera_run/thrust.h"
#include "Checks.h"
#include "Execution.h"
#include "Streams.h"
#include "include/cuda_runtime_api.h"

#include <cstdlib>

namespace tessera_rt {

bool HostStandsForDevice = false;

bool hostStandsForDevice() { return HostStandsForDevice = true; }

void *allocateForThrust(size_t Bytes) {
  if (CurrentMode != Mode::Host) // in a kernel, by thrust::seq
    return std::malloc(Bytes);
  void *Memory = nullptr;
  cudaMalloc(&Memory, Bytes);
  return Memory;
}

void freeForThrust(void *Memory) {
  if (CurrentMode != Mode::Host)
    std::free(Memory);
  else
    cudaFree(Memory);
}

} // namespace tessera_rt
