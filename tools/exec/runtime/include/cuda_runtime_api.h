//===- cuda_runtime_api.h - The host calls that tessera-run can make ------===//
//
// What is not declared here is not supported: the compiler's error names it.
//
//===----------------------------------------------------------------------===//
#pragma once
#include "driver_types.h"

#define CUDART_VERSION 13000

extern "C" {
#ifdef __CUDA__ // What Clang makes of `<<<...>>>`.
unsigned __cudaPushCallConfiguration(dim3 Grid, dim3 Block, size_t Bytes = 0,
                                     cudaStream_t Stream = nullptr);
#endif

cudaError_t cudaMalloc(void **Pointer, size_t Bytes);
cudaError_t cudaMallocPitch(void **Pointer, size_t *Pitch, size_t Width,
                            size_t Height);
cudaError_t cudaMallocManaged(void **Pointer, size_t Bytes,
                              unsigned Flags = cudaMemAttachGlobal);
cudaError_t cudaMallocHost(void **Pointer, size_t Bytes);
cudaError_t cudaHostAlloc(void **Pointer, size_t Bytes, unsigned Flags);
cudaError_t cudaHostRegister(void *Pointer, size_t Bytes, unsigned Flags);
cudaError_t cudaHostUnregister(void *Pointer);
cudaError_t cudaHostGetDevicePointer(void **Device, void *Host, unsigned Flags);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *Out,
                                     const void *Pointer);
cudaError_t cudaFree(void *Pointer);
cudaError_t cudaFreeHost(void *Pointer);
cudaError_t cudaMallocAsync(void **Pointer, size_t Bytes, cudaStream_t Stream);
cudaError_t cudaFreeAsync(void *Pointer, cudaStream_t Stream);

cudaError_t cudaMemcpy(void *To, const void *From, size_t Bytes,
                       cudaMemcpyKind Kind);
cudaError_t cudaMemcpyAsync(void *To, const void *From, size_t Bytes,
                            cudaMemcpyKind Kind, cudaStream_t Stream = nullptr);
cudaError_t cudaMemcpy2D(void *To, size_t ToPitch, const void *From,
                         size_t FromPitch, size_t Width, size_t Height,
                         cudaMemcpyKind Kind);
cudaError_t cudaMemcpy2DAsync(void *To, size_t ToPitch, const void *From,
                              size_t FromPitch, size_t Width, size_t Height,
                              cudaMemcpyKind Kind,
                              cudaStream_t Stream = nullptr);
cudaError_t cudaMemcpyPeer(void *To, int ToDevice, const void *From,
                           int FromDevice, size_t Bytes);
cudaError_t cudaMemcpyPeerAsync(void *To, int ToDevice, const void *From,
                                int FromDevice, size_t Bytes,
                                cudaStream_t Stream = nullptr);
cudaError_t cudaMemset(void *To, int Value, size_t Bytes);
cudaError_t cudaMemsetAsync(void *To, int Value, size_t Bytes,
                            cudaStream_t Stream = nullptr);
cudaError_t cudaMemset2D(void *To, size_t Pitch, int Value, size_t Width,
                         size_t Height);
cudaError_t cudaMemset2DAsync(void *To, size_t Pitch, int Value, size_t Width,
                              size_t Height, cudaStream_t Stream = nullptr);
cudaError_t cudaMemGetInfo(size_t *Free, size_t *Total);

cudaError_t cudaDeviceSynchronize();
cudaError_t cudaThreadSynchronize();
cudaError_t cudaDeviceReset();
cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
const char *cudaGetErrorString(cudaError_t Error);
const char *cudaGetErrorName(cudaError_t Error);
cudaError_t cudaGetDeviceCount(int *Count);
cudaError_t cudaGetDevice(int *Device);
cudaError_t cudaSetDevice(int Device);
cudaError_t cudaDeviceCanAccessPeer(int *Can, int Device, int Peer);
cudaError_t cudaDeviceEnablePeerAccess(int Peer, unsigned Flags);
cudaError_t cudaDeviceDisablePeerAccess(int Peer);
cudaError_t cudaSetDeviceFlags(unsigned Flags);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *Properties, int Device);
cudaError_t cudaDeviceGetAttribute(int *Value, cudaDeviceAttr Attribute,
                                   int Device);
cudaError_t cudaDeviceSetLimit(cudaLimit Limit, size_t Value);
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache Config);
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig Config);
cudaError_t cudaDriverGetVersion(int *Version);
cudaError_t cudaRuntimeGetVersion(int *Version);
cudaError_t cudaDeviceGetStreamPriorityRange(int *Least, int *Greatest);
cudaError_t
cudaGetDriverEntryPoint(const char *Name, void **Function,
                        unsigned long long Flags,
                        cudaDriverEntryPointQueryResult *Status = nullptr);
cudaError_t cudaGetDriverEntryPointByVersion(
    const char *Name, void **Function, unsigned Version,
    unsigned long long Flags,
    cudaDriverEntryPointQueryResult *Status = nullptr);

cudaError_t cudaStreamCreate(cudaStream_t *Stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *Stream, unsigned Flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *Stream, unsigned Flags,
                                         int Priority);
cudaError_t cudaStreamDestroy(cudaStream_t Stream);
cudaError_t cudaStreamSynchronize(cudaStream_t Stream);
cudaError_t cudaStreamQuery(cudaStream_t Stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t Stream, cudaEvent_t Event,
                                unsigned Flags = 0);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t Stream, void *Pointer,
                                     size_t Bytes = 0,
                                     unsigned Flags = cudaMemAttachSingle);
cudaError_t cudaLaunchHostFunc(cudaStream_t Stream, void (*Function)(void *),
                               void *Data);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *Event, unsigned Flags);
cudaError_t cudaEventDestroy(cudaEvent_t Event);
cudaError_t cudaEventRecord(cudaEvent_t Event, cudaStream_t Stream = nullptr);
cudaError_t cudaEventSynchronize(cudaEvent_t Event);
cudaError_t cudaEventQuery(cudaEvent_t Event);
cudaError_t cudaEventElapsedTime(float *Milliseconds, cudaEvent_t From,
                                 cudaEvent_t To);

cudaError_t cudaStreamBeginCapture(cudaStream_t Stream,
                                   cudaStreamCaptureMode Mode);
cudaError_t cudaStreamEndCapture(cudaStream_t Stream, cudaGraph_t *Graph);
cudaError_t cudaStreamIsCapturing(cudaStream_t Stream,
                                  cudaStreamCaptureStatus *Status);
cudaError_t cudaGraphDestroy(cudaGraph_t Graph);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *Executable, cudaGraph_t Graph,
                                 unsigned long long Flags = 0);
cudaError_t cudaGraphUpload(cudaGraphExec_t Executable, cudaStream_t Stream);
cudaError_t cudaGraphLaunch(cudaGraphExec_t Executable, cudaStream_t Stream);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t Executable);
}

inline cudaError_t cudaEventCreate(cudaEvent_t *Event, unsigned Flags = 0) {
  return cudaEventCreateWithFlags(Event, Flags);
}

// CUDA 12 names the device by number, CUDA 13 by location.
cudaError_t cudaMemPrefetchAsync(const void *Pointer, size_t Bytes, int Device,
                                 cudaStream_t Stream = nullptr);
cudaError_t cudaMemPrefetchAsync(const void *Pointer, size_t Bytes,
                                 cudaMemLocation Location, unsigned Flags,
                                 cudaStream_t Stream = nullptr);
cudaError_t cudaMemAdvise(const void *Pointer, size_t Bytes,
                          cudaMemoryAdvise Advice, int Device);
cudaError_t cudaMemAdvise(const void *Pointer, size_t Bytes,
                          cudaMemoryAdvise Advice, cudaMemLocation Location);

namespace tessera_rt {
cudaError_t copyToSymbol(void *Symbol, size_t Size, const void *From,
                         size_t Bytes, size_t Offset, cudaMemcpyKind Kind,
                         bool IsAsync, cudaStream_t Stream);
cudaError_t copyFromSymbol(void *To, const void *Symbol, size_t Size,
                           size_t Bytes, size_t Offset, cudaMemcpyKind Kind,
                           bool IsAsync, cudaStream_t Stream);
cudaError_t setMaxDynamicShared(const void *Kernel, cudaFuncAttribute Attribute,
                                int Value);
/// How many blocks of a kernel fit into a multiprocessor.
cudaError_t occupancy(int *Blocks, int Threads, size_t Shared);

/// Remembers what the memory at \p Pointer holds: 'f', 'i' or 'u', and bytes.
void noteElements(const void *Pointer, char Kind, size_t Bytes);

/// Passes \p Result on, and notes the type behind what it allocated.
template <class T>
__forceinline__ cudaError_t allocated(T **Pointer, cudaError_t Result) {
  using Element = __remove_all_extents(__remove_cv(T));
  if constexpr (__is_arithmetic(Element))
    if (Result == cudaSuccess)
      noteElements(*Pointer,
                   __is_floating_point(Element) ? 'f'
                   : __is_signed(Element)       ? 'i'
                                                : 'u',
                   sizeof(Element));
  return Result;
}
} // namespace tessera_rt

// The typed forms that C++ programs use.
template <class T>
__forceinline__ cudaError_t cudaMalloc(T **Pointer, size_t Bytes) {
  return tessera_rt::allocated(Pointer,
                               cudaMalloc((void **)(void *)Pointer, Bytes));
}
template <class T>
__forceinline__ cudaError_t cudaMallocPitch(T **Pointer, size_t *Pitch,
                                            size_t Width, size_t Height) {
  return tessera_rt::allocated(
      Pointer, cudaMallocPitch((void **)(void *)Pointer, Pitch, Width, Height));
}
template <class T>
__forceinline__ cudaError_t cudaMallocManaged(
    T **Pointer, size_t Bytes, unsigned Flags = cudaMemAttachGlobal) {
  return tessera_rt::allocated(
      Pointer, cudaMallocManaged((void **)(void *)Pointer, Bytes, Flags));
}
template <class T>
__forceinline__ cudaError_t cudaMallocHost(T **Pointer, size_t Bytes,
                                           unsigned Flags = 0) {
  return tessera_rt::allocated(
      Pointer, cudaHostAlloc((void **)(void *)Pointer, Bytes, Flags));
}
template <class T>
__forceinline__ cudaError_t cudaHostAlloc(T **Pointer, size_t Bytes,
                                          unsigned Flags) {
  return tessera_rt::allocated(
      Pointer, cudaHostAlloc((void **)(void *)Pointer, Bytes, Flags));
}
template <class T>
__forceinline__ cudaError_t cudaMallocAsync(T **Pointer, size_t Bytes,
                                            cudaStream_t Stream) {
  return tessera_rt::allocated(
      Pointer, cudaMallocAsync((void **)(void *)Pointer, Bytes, Stream));
}
template <class T>
__forceinline__ cudaError_t cudaHostGetDevicePointer(T **Device, void *Host,
                                                     unsigned Flags) {
  return cudaHostGetDevicePointer((void **)(void *)Device, Host, Flags);
}
template <class T>
__forceinline__ cudaError_t cudaMemcpyToSymbol(
    const T &Symbol, const void *From, size_t Bytes, size_t Offset = 0,
    cudaMemcpyKind Kind = cudaMemcpyHostToDevice) {
  return tessera_rt::copyToSymbol((void *)&Symbol, sizeof(T), From, Bytes,
                                  Offset, Kind, false, nullptr);
}
template <class T>
__forceinline__ cudaError_t cudaMemcpyToSymbolAsync(
    const T &Symbol, const void *From, size_t Bytes, size_t Offset = 0,
    cudaMemcpyKind Kind = cudaMemcpyHostToDevice,
    cudaStream_t Stream = nullptr) {
  return tessera_rt::copyToSymbol((void *)&Symbol, sizeof(T), From, Bytes,
                                  Offset, Kind, true, Stream);
}
template <class T>
__forceinline__ cudaError_t
cudaMemcpyFromSymbol(void *To, const T &Symbol, size_t Bytes, size_t Offset = 0,
                     cudaMemcpyKind Kind = cudaMemcpyDeviceToHost) {
  return tessera_rt::copyFromSymbol(To, &Symbol, sizeof(T), Bytes, Offset, Kind,
                                    false, nullptr);
}
template <class T>
__forceinline__ cudaError_t cudaMemcpyFromSymbolAsync(
    void *To, const T &Symbol, size_t Bytes, size_t Offset = 0,
    cudaMemcpyKind Kind = cudaMemcpyDeviceToHost,
    cudaStream_t Stream = nullptr) {
  return tessera_rt::copyFromSymbol(To, &Symbol, sizeof(T), Bytes, Offset, Kind,
                                    true, Stream);
}
template <class T>
__forceinline__ cudaError_t cudaGetSymbolAddress(void **Pointer,
                                                 const T &Symbol) {
  *Pointer = (void *)&Symbol;
  return cudaSuccess;
}
template <class T>
__forceinline__ cudaError_t cudaGetSymbolSize(size_t *Bytes, const T &Symbol) {
  *Bytes = sizeof(T);
  return cudaSuccess;
}
template <class T>
__forceinline__ cudaError_t cudaFuncSetAttribute(T *Kernel,
                                                 cudaFuncAttribute Attribute,
                                                 int Value) {
  return tessera_rt::setMaxDynamicShared((const void *)Kernel, Attribute,
                                         Value);
}
template <class T>
__forceinline__ cudaError_t cudaFuncSetCacheConfig(T *Kernel,
                                                   cudaFuncCache Config) {
  return cudaSuccess;
}
template <class T>
__forceinline__ cudaError_t
cudaFuncSetSharedMemConfig(T *Kernel, cudaSharedMemConfig Config) {
  return cudaSuccess;
}

// What the registers and the static arrays of a kernel take is not known here:
// more may seem to fit than does.
template <class T>
__forceinline__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(
    int *Blocks, T *Kernel, int Threads, size_t Shared) {
  return tessera_rt::occupancy(Blocks, Threads, Shared);
}
template <class T>
__forceinline__ cudaError_t cudaOccupancyMaxPotentialBlockSize(
    int *MinGrid, int *Block, T *Kernel, size_t Shared = 0, int Limit = 0) {
  *Block = Limit > 0 && Limit < 1024 ? Limit : 1024;
  cudaDeviceProp Device;
  cudaError_t Error = cudaGetDeviceProperties(&Device, 0);
  if (Error == cudaSuccess)
    Error = tessera_rt::occupancy(MinGrid, *Block, Shared);
  *MinGrid *= Device.multiProcessorCount;
  return Error;
}
