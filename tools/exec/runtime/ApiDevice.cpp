//===- ApiDevice.cpp - Errors, devices ------------------------------------===//
#include "Api.h"
#include "Devices.h"
#include "Report.h"
#include "Settings.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>

using namespace tessera_rt;

static cudaError_t LastError = cudaSuccess;

cudaError_t tessera_rt::setError(cudaError_t Error) {
  if (Error != cudaSuccess)
    LastError = Error;
  return Error;
}

static struct {
  const char *Kernel = nullptr; ///< null: nothing failed unseen
  uintptr_t Code = 0;
  cudaError_t Error = cudaSuccess;
} FailedLaunch;

void tessera_rt::setLaunchError(cudaError_t Error, const char *Kernel,
                                uintptr_t Code) {
  setError(Error);
  if (Error != cudaSuccess && !FailedLaunch.Kernel)
    FailedLaunch = {Kernel, Code, Error};
}

void tessera_rt::warnOfErrors() {
  if (FailedLaunch.Kernel)
    report("warning", "unchecked-launch", FailedLaunch.Code,
           std::string("the launch of kernel '") + FailedLaunch.Kernel +
               "' failed (" + cudaGetErrorString(FailedLaunch.Error) +
               "), and the program never asks");
}

cudaError_t tessera_rt::occupancy(int *Blocks, int Threads, size_t Shared) {
  cudaDeviceProp P;
  cudaGetDeviceProperties(&P, 0);
  if (Threads <= 0 || Threads > P.maxThreadsPerBlock)
    return setError(cudaErrorInvalidValue);
  constexpr int MaxBlocks = 32;        // of a multiprocessor
  constexpr size_t SystemBytes = 1024; // of shared memory, for each block
  int Warps = (Threads + P.warpSize - 1) / P.warpSize;
  int ByThreads = P.maxThreadsPerMultiProcessor / (Warps * P.warpSize);
  int ByShared = P.sharedMemPerMultiprocessor / (Shared + SystemBytes);
  *Blocks = std::min({MaxBlocks, ByThreads, ByShared});
  return cudaSuccess;
}

extern "C" {

cudaError_t cudaPeekAtLastError() {
  FailedLaunch.Kernel = nullptr;
  return LastError;
}
cudaError_t cudaGetLastError() {
  FailedLaunch.Kernel = nullptr;
  return std::exchange(LastError, cudaSuccess);
}

const char *cudaGetErrorString(cudaError_t Error) {
  switch (Error) {
#define TESSERA_CUDA_ERROR(NAME, VALUE, TEXT)                                  \
  case NAME:                                                                   \
    return TEXT;
    TESSERA_CUDA_ERRORS(TESSERA_CUDA_ERROR)
#undef TESSERA_CUDA_ERROR
  }
  return "unrecognized error code";
}

const char *cudaGetErrorName(cudaError_t Error) {
  switch (Error) {
#define TESSERA_CUDA_ERROR(NAME, VALUE, TEXT)                                  \
  case NAME:                                                                   \
    return #NAME;
    TESSERA_CUDA_ERRORS(TESSERA_CUDA_ERROR)
#undef TESSERA_CUDA_ERROR
  }
  return "unrecognized error code";
}

cudaError_t cudaSetDeviceFlags(unsigned) { return cudaSuccess; }

// A device of compute capability 9.0.
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *P, int Device) {
  if (!isDevice(Device))
    return setError(cudaErrorInvalidDevice);
  std::memset(P, 0, sizeof(*P));
  std::snprintf(P->name, sizeof(P->name), "tessera-run");
  P->totalGlobalMem = settings().DeviceMemory;
  P->sharedMemPerBlock = 49152;
  P->regsPerBlock = P->regsPerMultiprocessor = 65536;
  P->warpSize = 32;
  P->memPitch = 0x7fffffff;
  P->maxThreadsPerBlock = 1024;
  P->maxThreadsDim[0] = P->maxThreadsDim[1] = 1024;
  P->maxThreadsDim[2] = 64;
  P->maxGridSize[0] = 0x7fffffff;
  P->maxGridSize[1] = P->maxGridSize[2] = 65535;
  P->totalConstMem = 65536;
  P->major = 9;
  P->clockRate = P->memoryClockRate = 1000000;
  P->textureAlignment = 512;
  P->multiProcessorCount = 132;
  P->cooperativeLaunch = 1;
  P->canMapHostMemory = P->concurrentKernels = P->unifiedAddressing = 1;
  P->asyncEngineCount = 3;
  P->memoryBusWidth = 5120;
  P->l2CacheSize = 50 << 20;
  P->maxThreadsPerMultiProcessor = 2048;
  P->sharedMemPerMultiprocessor = 228 * 1024;
  P->sharedMemPerBlockOptin = 227 * 1024;
  P->managedMemory = P->concurrentManagedAccess = 1;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *Value, cudaDeviceAttr Attribute,
                                   int Device) {
  cudaDeviceProp P;
  if (cudaError_t Error = cudaGetDeviceProperties(&P, Device))
    return Error;
  switch (Attribute) {
#define ATTRIBUTE(NAME, VALUE)                                                 \
  case cudaDevAttr##NAME:                                                      \
    *Value = static_cast<int>(VALUE);                                          \
    return cudaSuccess;
    ATTRIBUTE(MaxThreadsPerBlock, P.maxThreadsPerBlock)
    ATTRIBUTE(MaxBlockDimX, P.maxThreadsDim[0])
    ATTRIBUTE(MaxBlockDimY, P.maxThreadsDim[1])
    ATTRIBUTE(MaxBlockDimZ, P.maxThreadsDim[2])
    ATTRIBUTE(MaxGridDimX, P.maxGridSize[0])
    ATTRIBUTE(MaxGridDimY, P.maxGridSize[1])
    ATTRIBUTE(MaxGridDimZ, P.maxGridSize[2])
    ATTRIBUTE(MaxSharedMemoryPerBlock, P.sharedMemPerBlock)
    ATTRIBUTE(WarpSize, P.warpSize)
    ATTRIBUTE(ClockRate, P.clockRate)
    ATTRIBUTE(MultiProcessorCount, P.multiProcessorCount)
    ATTRIBUTE(MemoryClockRate, P.memoryClockRate)
    ATTRIBUTE(GlobalMemoryBusWidth, P.memoryBusWidth)
    ATTRIBUTE(L2CacheSize, P.l2CacheSize)
    ATTRIBUTE(MaxThreadsPerMultiProcessor, P.maxThreadsPerMultiProcessor)
    ATTRIBUTE(UnifiedAddressing, P.unifiedAddressing)
    ATTRIBUTE(ComputeCapabilityMajor, P.major)
    ATTRIBUTE(ComputeCapabilityMinor, P.minor)
    ATTRIBUTE(MaxSharedMemoryPerMultiprocessor, P.sharedMemPerMultiprocessor)
    ATTRIBUTE(ManagedMemory, P.managedMemory)
    ATTRIBUTE(PageableMemoryAccess, P.pageableMemoryAccess)
    ATTRIBUTE(ConcurrentManagedAccess, P.concurrentManagedAccess)
    ATTRIBUTE(CooperativeLaunch, P.cooperativeLaunch)
    ATTRIBUTE(MaxSharedMemoryPerBlockOptin, P.sharedMemPerBlockOptin)
#undef ATTRIBUTE
  }
  return setError(cudaErrorInvalidValue);
}

cudaError_t cudaDeviceSetLimit(cudaLimit, size_t) { return cudaSuccess; }
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return cudaSuccess; }
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) {
  return cudaSuccess;
}
cudaError_t cudaDriverGetVersion(int *Version) {
  *Version = CUDART_VERSION;
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int *Version) {
  *Version = CUDART_VERSION;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetStreamPriorityRange(int *Least, int *Greatest) {
  *Least = *Greatest = 0;
  return cudaSuccess;
}

} // extern "C"
