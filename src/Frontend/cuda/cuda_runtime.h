//===- cuda_runtime.h - What nvcc knows without any #include --------------===//
//
// Declarations, enough to parse CUDA C++ with Clang where no toolkit is
// installed. Nothing here can be run. Names that are not CUDA's begin with two
// underscores, because a build may define N, X or Size.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_CUDA_RUNTIME_H
#define TESSERA_CUDA_RUNTIME_H

/// Tells tessera_prelude.h that these are not the toolkit's headers.
#define TESSERA_CUDA_STUBS 1

/// The toolkit's own guard: programs ask for it.
#define __CUDA_RUNTIME_H__

#include "cuda_runtime_api.h"
#include "device_atomic_functions.h"
#include "device_functions.h"
#include "device_launch_parameters.h"
#include "math_functions.h"
#include "texture_functions.h"
#ifdef __TESSERA_OLDER_CUDA__
#include "texture_references.h"
#endif

// Typed forms of the C functions above.
template <class __T> cudaError_t cudaMalloc(__T **__Pointer, size_t __Size) {
  return cudaMalloc((void **)__Pointer, __Size);
}
template <class __T>
cudaError_t cudaMallocHost(__T **__Pointer, size_t __Size,
                           unsigned int __Flags = 0) {
  return cudaHostAlloc((void **)__Pointer, __Size, __Flags);
}
template <class __T>
cudaError_t cudaHostAlloc(__T **__Pointer, size_t __Size,
                          unsigned int __Flags) {
  return cudaHostAlloc((void **)__Pointer, __Size, __Flags);
}
template <class __T>
cudaError_t cudaMallocManaged(__T **__Pointer, size_t __Size,
                              unsigned int __Flags = cudaMemAttachGlobal) {
  return cudaMallocManaged((void **)__Pointer, __Size, __Flags);
}
template <class __T>
cudaError_t cudaMallocPitch(__T **__Pointer, size_t *__Pitch, size_t __Width,
                            size_t __Height) {
  return cudaMallocPitch((void **)__Pointer, __Pitch, __Width, __Height);
}
template <class __T>
cudaError_t cudaMallocAsync(__T **__Pointer, size_t __Size,
                            cudaStream_t __Stream) {
  return cudaMallocAsync((void **)__Pointer, __Size, __Stream);
}
template <class __T>
cudaError_t cudaHostGetDevicePointer(__T **__Device, void *__Host,
                                     unsigned int __Flags) {
  return cudaHostGetDevicePointer((void **)__Device, __Host, __Flags);
}
template <class __T>
cudaError_t cudaMemcpyToSymbol(const __T &__Symbol, const void *__From,
                               size_t __Size, size_t __Offset = 0,
                               cudaMemcpyKind __Kind = cudaMemcpyHostToDevice) {
  return cudaMemcpyToSymbol((const void *)&__Symbol, __From, __Size, __Offset,
                            __Kind);
}
template <class __T>
cudaError_t cudaMemcpyToSymbolAsync(
    const __T &__Symbol, const void *__From, size_t __Size, size_t __Offset = 0,
    cudaMemcpyKind __Kind = cudaMemcpyHostToDevice, cudaStream_t __Stream = 0) {
  return cudaMemcpyToSymbolAsync((const void *)&__Symbol, __From, __Size,
                                 __Offset, __Kind, __Stream);
}
template <class __T>
cudaError_t
cudaMemcpyFromSymbol(void *__To, const __T &__Symbol, size_t __Size,
                     size_t __Offset = 0,
                     cudaMemcpyKind __Kind = cudaMemcpyDeviceToHost) {
  return cudaMemcpyFromSymbol(__To, (const void *)&__Symbol, __Size, __Offset,
                              __Kind);
}
template <class __T>
cudaError_t cudaMemcpyFromSymbolAsync(
    void *__To, const __T &__Symbol, size_t __Size, size_t __Offset = 0,
    cudaMemcpyKind __Kind = cudaMemcpyDeviceToHost, cudaStream_t __Stream = 0) {
  return cudaMemcpyFromSymbolAsync(__To, (const void *)&__Symbol, __Size,
                                   __Offset, __Kind, __Stream);
}
template <class __T>
cudaError_t cudaGetSymbolAddress(void **__Pointer, const __T &__Symbol) {
  return cudaGetSymbolAddress(__Pointer, (const void *)&__Symbol);
}
template <class __T>
cudaError_t cudaGetSymbolSize(size_t *__Size, const __T &__Symbol) {
  return cudaGetSymbolSize(__Size, (const void *)&__Symbol);
}
template <class __T>
cudaError_t cudaFuncSetCacheConfig(__T *__Function, cudaFuncCache __Config) {
  return cudaFuncSetCacheConfig((const void *)__Function, __Config);
}
template <class __T>
cudaError_t cudaFuncSetAttribute(__T *__Function, cudaFuncAttribute __Attribute,
                                 int __Value) {
  return cudaFuncSetAttribute((const void *)__Function, __Attribute, __Value);
}
template <class __T>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *__Attributes,
                                  __T *__Function) {
  return cudaFuncGetAttributes(__Attributes, (const void *)__Function);
}
template <class __T>
cudaError_t cudaLaunchKernel(__T *__Function, dim3 __Grid, dim3 __Block,
                             void **__Arguments, size_t __SharedMemory = 0,
                             cudaStream_t __Stream = 0) {
  return cudaLaunchKernel((const void *)__Function, __Grid, __Block,
                          __Arguments, __SharedMemory, __Stream);
}
template <class __T>
cudaError_t cudaLaunchCooperativeKernel(__T *__Function, dim3 __Grid,
                                        dim3 __Block, void **__Arguments,
                                        size_t __SharedMemory = 0,
                                        cudaStream_t __Stream = 0) {
  return cudaLaunchCooperativeKernel((const void *)__Function, __Grid, __Block,
                                     __Arguments, __SharedMemory, __Stream);
}
template <class... __P, class... __A>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *__Config,
                               void (*__Kernel)(__P...), __A &&...__Arguments);
template <class __T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(
    int *__Blocks, __T __Function, int __BlockSize, size_t __SharedMemory) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      __Blocks, (const void *)__Function, __BlockSize, __SharedMemory);
}
template <class __T>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int *__MinGridSize,
                                               int *__BlockSize, __T __Function,
                                               size_t __SharedMemory = 0,
                                               int __BlockSizeLimit = 0);
template <class __T, class __F>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(
    int *__MinGridSize, int *__BlockSize, __T __Function,
    __F __BlockSizeToSharedMemory, int __BlockSizeLimit = 0);
inline cudaError_t cudaEventCreate(cudaEvent_t *__Event, unsigned int __Flags) {
  return cudaEventCreateWithFlags(__Event, __Flags);
}
template <class __T> cudaChannelFormatDesc cudaCreateChannelDesc();

inline cudaPitchedPtr make_cudaPitchedPtr(void *__Pointer, size_t __Pitch,
                                          size_t __Width, size_t __Height) {
  return {__Pointer, __Pitch, __Width, __Height};
}
inline cudaExtent make_cudaExtent(size_t __Width, size_t __Height,
                                  size_t __Depth) {
  return {__Width, __Height, __Depth};
}
inline cudaPos make_cudaPos(size_t __X, size_t __Y, size_t __Z) {
  return {__X, __Y, __Z};
}

// Signatures of CUDA 12 that CUDA 13 changed: a program written for either
// parses.
cudaError_t cudaMemPrefetchAsync(const void *__Pointer, size_t __Size,
                                 int __Device, cudaStream_t __Stream = 0);
cudaError_t cudaMemAdvise(const void *__Pointer, size_t __Size,
                          cudaMemoryAdvise __Advice, int __Device);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *__Executable,
                                 cudaGraph_t __Graph,
                                 cudaGraphNode_t *__ErrorNode, char *__Log,
                                 size_t __LogSize);
cudaError_t cudaGraphAddDependencies(cudaGraph_t __Graph,
                                     const cudaGraphNode_t *__From,
                                     const cudaGraphNode_t *__To,
                                     size_t __Count);

#endif
