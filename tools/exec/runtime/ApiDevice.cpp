//===- ApiDevice.cpp - Errors, devices, streams, events -------------------===//
#include "Api.h"

#include <chrono>
#include <cstdio>
#include <cstring>
#include <set>
#include <utility>

using namespace tessera_rt;

static cudaError_t LastError = cudaSuccess;

cudaError_t tessera_rt::setError(cudaError_t Error) {
  if (Error != cudaSuccess)
    LastError = Error;
  return Error;
}

struct CUstream_st {};
struct CUevent_st {
  bool Recorded = false;
  std::chrono::steady_clock::time_point At;
};

static std::set<cudaStream_t> Streams;
static std::set<cudaEvent_t> Events;

static bool isStream(cudaStream_t S) {
  return !S || S == cudaStreamLegacy || S == cudaStreamPerThread ||
         Streams.count(S);
}
static cudaError_t checkStream(cudaStream_t S) {
  return setError(isStream(S) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}
static cudaError_t checkEvent(cudaEvent_t E) {
  return setError(Events.count(E) ? cudaSuccess
                                  : cudaErrorInvalidResourceHandle);
}

extern "C" {

cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
cudaError_t cudaThreadSynchronize() { return cudaSuccess; }
cudaError_t cudaDeviceReset() { return cudaSuccess; }
cudaError_t cudaPeekAtLastError() { return LastError; }
cudaError_t cudaGetLastError() { return std::exchange(LastError, cudaSuccess); }

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

cudaError_t cudaGetDeviceCount(int *Count) {
  *Count = 1;
  return cudaSuccess;
}
cudaError_t cudaGetDevice(int *Device) {
  *Device = 0;
  return cudaSuccess;
}
cudaError_t cudaSetDevice(int Device) {
  return setError(Device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}
cudaError_t cudaSetDeviceFlags(unsigned) { return cudaSuccess; }

// A device of compute capability 9.0.
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *P, int Device) {
  if (Device != 0)
    return setError(cudaErrorInvalidDevice);
  std::memset(P, 0, sizeof(*P));
  std::snprintf(P->name, sizeof(P->name), "tessera-run");
  P->totalGlobalMem = size_t(16) << 30;
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

cudaError_t cudaStreamCreate(cudaStream_t *Stream) {
  Streams.insert(*Stream = new CUstream_st);
  return cudaSuccess;
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *Stream, unsigned) {
  return cudaStreamCreate(Stream);
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *Stream, unsigned, int) {
  return cudaStreamCreate(Stream);
}
cudaError_t cudaStreamDestroy(cudaStream_t Stream) {
  if (!Streams.erase(Stream))
    return setError(cudaErrorInvalidResourceHandle);
  delete Stream;
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t Stream) {
  return checkStream(Stream);
}
cudaError_t cudaStreamQuery(cudaStream_t Stream) { return checkStream(Stream); }
cudaError_t cudaStreamWaitEvent(cudaStream_t Stream, cudaEvent_t Event,
                                unsigned) {
  if (cudaError_t Error = checkStream(Stream))
    return Error;
  return checkEvent(Event);
}
cudaError_t cudaStreamAttachMemAsync(cudaStream_t Stream, void *, size_t,
                                     unsigned) {
  return checkStream(Stream);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *Event, unsigned) {
  Events.insert(*Event = new CUevent_st);
  return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t Event) {
  if (!Events.erase(Event))
    return setError(cudaErrorInvalidResourceHandle);
  delete Event;
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t Event, cudaStream_t Stream) {
  if (cudaError_t Error = checkStream(Stream))
    return Error;
  if (cudaError_t Error = checkEvent(Event))
    return Error;
  Event->Recorded = true;
  Event->At = std::chrono::steady_clock::now();
  return cudaSuccess;
}
cudaError_t cudaEventSynchronize(cudaEvent_t Event) {
  return checkEvent(Event);
}
cudaError_t cudaEventQuery(cudaEvent_t Event) { return checkEvent(Event); }
cudaError_t cudaEventElapsedTime(float *Milliseconds, cudaEvent_t From,
                                 cudaEvent_t To) {
  if (!Events.count(From) || !Events.count(To) || !From->Recorded ||
      !To->Recorded)
    return setError(cudaErrorInvalidResourceHandle);
  *Milliseconds =
      std::chrono::duration<float, std::milli>(To->At - From->At).count();
  return cudaSuccess;
}

} // extern "C"
