//===- cuda_runtime.h - What nvcc knows without any #include --------------===//
//
// Declarations, enough to parse CUDA C++ with Clang where no toolkit is
// installed. Nothing here can be run.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_CUDA_RUNTIME_H
#define TESSERA_CUDA_RUNTIME_H

/// Tells tessera_prelude.h that these are not the toolkit's headers.
#define TESSERA_CUDA_STUBS 1

#include "cuda_runtime_api.h"
#include "device_atomic_functions.h"
#include "device_functions.h"
#include "device_launch_parameters.h"
#include "math_functions.h"
#include "texture_functions.h"

// Typed forms of the C functions above.
template <class T> cudaError_t cudaMalloc(T **Pointer, size_t Size) {
  return cudaMalloc((void **)Pointer, Size);
}
template <class T>
cudaError_t cudaMallocHost(T **Pointer, size_t Size, unsigned int Flags = 0) {
  return cudaHostAlloc((void **)Pointer, Size, Flags);
}
template <class T>
cudaError_t cudaHostAlloc(T **Pointer, size_t Size, unsigned int Flags) {
  return cudaHostAlloc((void **)Pointer, Size, Flags);
}
template <class T>
cudaError_t cudaMallocManaged(T **Pointer, size_t Size,
                              unsigned int Flags = cudaMemAttachGlobal) {
  return cudaMallocManaged((void **)Pointer, Size, Flags);
}
template <class T>
cudaError_t cudaMallocPitch(T **Pointer, size_t *Pitch, size_t Width,
                            size_t Height) {
  return cudaMallocPitch((void **)Pointer, Pitch, Width, Height);
}
template <class T>
cudaError_t cudaMallocAsync(T **Pointer, size_t Size, cudaStream_t Stream) {
  return cudaMallocAsync((void **)Pointer, Size, Stream);
}
template <class T>
cudaError_t cudaHostGetDevicePointer(T **Device, void *Host,
                                     unsigned int Flags) {
  return cudaHostGetDevicePointer((void **)Device, Host, Flags);
}
template <class T>
cudaError_t cudaMemcpyToSymbol(const T &Symbol, const void *From, size_t Size,
                               size_t Offset = 0,
                               cudaMemcpyKind Kind = cudaMemcpyHostToDevice) {
  return cudaMemcpyToSymbol((const void *)&Symbol, From, Size, Offset, Kind);
}
template <class T>
cudaError_t cudaMemcpyToSymbolAsync(
    const T &Symbol, const void *From, size_t Size, size_t Offset = 0,
    cudaMemcpyKind Kind = cudaMemcpyHostToDevice, cudaStream_t Stream = 0) {
  return cudaMemcpyToSymbolAsync((const void *)&Symbol, From, Size, Offset,
                                 Kind, Stream);
}
template <class T>
cudaError_t cudaMemcpyFromSymbol(void *To, const T &Symbol, size_t Size,
                                 size_t Offset = 0,
                                 cudaMemcpyKind Kind = cudaMemcpyDeviceToHost) {
  return cudaMemcpyFromSymbol(To, (const void *)&Symbol, Size, Offset, Kind);
}
template <class T>
cudaError_t cudaMemcpyFromSymbolAsync(
    void *To, const T &Symbol, size_t Size, size_t Offset = 0,
    cudaMemcpyKind Kind = cudaMemcpyDeviceToHost, cudaStream_t Stream = 0) {
  return cudaMemcpyFromSymbolAsync(To, (const void *)&Symbol, Size, Offset,
                                   Kind, Stream);
}
template <class T>
cudaError_t cudaGetSymbolAddress(void **Pointer, const T &Symbol) {
  return cudaGetSymbolAddress(Pointer, (const void *)&Symbol);
}
template <class T>
cudaError_t cudaGetSymbolSize(size_t *Size, const T &Symbol) {
  return cudaGetSymbolSize(Size, (const void *)&Symbol);
}
template <class T>
cudaError_t cudaFuncSetCacheConfig(T *Function, cudaFuncCache Config) {
  return cudaFuncSetCacheConfig((const void *)Function, Config);
}
template <class T>
cudaError_t cudaFuncSetAttribute(T *Function, cudaFuncAttribute Attribute,
                                 int Value) {
  return cudaFuncSetAttribute((const void *)Function, Attribute, Value);
}
template <class T>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *Attributes, T *Function) {
  return cudaFuncGetAttributes(Attributes, (const void *)Function);
}
template <class T>
cudaError_t cudaLaunchKernel(T *Function, dim3 Grid, dim3 Block,
                             void **Arguments, size_t SharedMemory = 0,
                             cudaStream_t Stream = 0) {
  return cudaLaunchKernel((const void *)Function, Grid, Block, Arguments,
                          SharedMemory, Stream);
}
template <class T>
cudaError_t cudaLaunchCooperativeKernel(T *Function, dim3 Grid, dim3 Block,
                                        void **Arguments,
                                        size_t SharedMemory = 0,
                                        cudaStream_t Stream = 0) {
  return cudaLaunchCooperativeKernel((const void *)Function, Grid, Block,
                                     Arguments, SharedMemory, Stream);
}
template <class... P, class... A>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *Config,
                               void (*Kernel)(P...), A &&...Arguments);
template <class T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *Blocks,
                                                          T Function,
                                                          int BlockSize,
                                                          size_t SharedMemory) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      Blocks, (const void *)Function, BlockSize, SharedMemory);
}
template <class T>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int *MinGridSize, int *BlockSize,
                                               T Function,
                                               size_t SharedMemory = 0,
                                               int BlockSizeLimit = 0);
template <class T, class F>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(
    int *MinGridSize, int *BlockSize, T Function, F BlockSizeToSharedMemory,
    int BlockSizeLimit = 0);
inline cudaError_t cudaEventCreate(cudaEvent_t *Event, unsigned int Flags) {
  return cudaEventCreateWithFlags(Event, Flags);
}
template <class T> cudaChannelFormatDesc cudaCreateChannelDesc();

inline cudaPitchedPtr make_cudaPitchedPtr(void *Pointer, size_t Pitch,
                                          size_t Width, size_t Height) {
  return {Pointer, Pitch, Width, Height};
}
inline cudaExtent make_cudaExtent(size_t Width, size_t Height, size_t Depth) {
  return {Width, Height, Depth};
}
inline cudaPos make_cudaPos(size_t X, size_t Y, size_t Z) { return {X, Y, Z}; }

// Signatures of CUDA 12 that CUDA 13 changed: a program written for either
// parses.
cudaError_t cudaMemPrefetchAsync(const void *Pointer, size_t Size, int Device,
                                 cudaStream_t Stream = 0);
cudaError_t cudaMemAdvise(const void *Pointer, size_t Size,
                          cudaMemoryAdvise Advice, int Device);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *Executable, cudaGraph_t Graph,
                                 cudaGraphNode_t *ErrorNode, char *Log,
                                 size_t LogSize);
cudaError_t cudaGraphAddDependencies(cudaGraph_t Graph,
                                     const cudaGraphNode_t *From,
                                     const cudaGraphNode_t *To, size_t Count);

#endif
