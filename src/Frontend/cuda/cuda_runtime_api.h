//===- cuda_runtime_api.h - The run-time interface of CUDA 13 -------------===//
#ifndef TESSERA_CUDA_RUNTIME_API_H
#define TESSERA_CUDA_RUNTIME_API_H

/// The toolkit's own guard: programs ask for it.
#define __CUDA_RUNTIME_API_H__

#include "driver_types.h"

extern "C" {

// Errors and versions.
__host__ __device__ cudaError_t cudaGetLastError();
__host__ __device__ cudaError_t cudaPeekAtLastError();
__host__ __device__ const char *cudaGetErrorName(cudaError_t __Error);
__host__ __device__ const char *cudaGetErrorString(cudaError_t __Error);
cudaError_t cudaDriverGetVersion(int *__Version);
cudaError_t
cudaGetDriverEntryPoint(const char *__Name, void **__Function,
                        unsigned long long __Flags,
                        enum cudaDriverEntryPointQueryResult *__Status = NULL);
cudaError_t cudaGetDriverEntryPointByVersion(
    const char *__Name, void **__Function, unsigned int __Version,
    unsigned long long __Flags,
    enum cudaDriverEntryPointQueryResult *__Status = NULL);
__host__ __device__ cudaError_t cudaRuntimeGetVersion(int *__Version);

// Devices.
__host__ __device__ cudaError_t cudaGetDeviceCount(int *__Count);
__host__ __device__ cudaError_t cudaGetDevice(int *__Device);
cudaError_t cudaSetDevice(int __Device);
cudaError_t cudaInitDevice(int __Device, unsigned int __DeviceFlags,
                           unsigned int __Flags);
cudaError_t cudaSetValidDevices(int *__Devices, int __Count);
cudaError_t cudaChooseDevice(int *__Device, const cudaDeviceProp *__Wanted);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *__Properties, int __Device);
cudaError_t cudaGetDeviceFlags(unsigned int *__Flags);
cudaError_t cudaSetDeviceFlags(unsigned int __Flags);
__host__ __device__ cudaError_t
cudaDeviceGetAttribute(int *__Value, cudaDeviceAttr __Attribute, int __Device);
__host__ __device__ cudaError_t cudaDeviceSynchronize();
cudaError_t cudaDeviceReset();
cudaError_t cudaDeviceSetLimit(cudaLimit __Limit, size_t __Value);
__host__ __device__ cudaError_t cudaDeviceGetLimit(size_t *__Value,
                                                   cudaLimit __Limit);
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache __Config);
__host__ __device__ cudaError_t
cudaDeviceGetCacheConfig(cudaFuncCache *__Config);
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig __Config);
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *__Config);
cudaError_t cudaDeviceGetStreamPriorityRange(int *__Least, int *__Greatest);
cudaError_t cudaDeviceGetByPCIBusId(int *__Device, const char *__Id);
cudaError_t cudaDeviceGetPCIBusId(char *__Id, int __Length, int __Device);
cudaError_t cudaDeviceGetP2PAttribute(int *__Value,
                                      cudaDeviceP2PAttr __Attribute, int __From,
                                      int __To);
cudaError_t cudaDeviceCanAccessPeer(int *__Can, int __Device, int __Peer);
cudaError_t cudaDeviceEnablePeerAccess(int __Peer, unsigned int __Flags);
cudaError_t cudaDeviceDisablePeerAccess(int __Peer);
cudaError_t cudaCtxResetPersistingL2Cache();
cudaError_t cudaProfilerStart();
cudaError_t cudaProfilerStop();

// Allocation.
__host__ __device__ cudaError_t cudaMalloc(void **__Pointer, size_t __Size);
__host__ __device__ cudaError_t cudaFree(void *__Pointer);
cudaError_t cudaMallocHost(void **__Pointer, size_t __Size);
cudaError_t cudaFreeHost(void *__Pointer);
cudaError_t cudaHostAlloc(void **__Pointer, size_t __Size,
                          unsigned int __Flags);
cudaError_t cudaHostRegister(void *__Pointer, size_t __Size,
                             unsigned int __Flags);
cudaError_t cudaHostUnregister(void *__Pointer);
cudaError_t cudaHostGetDevicePointer(void **__Device, void *__Host,
                                     unsigned int __Flags);
cudaError_t cudaHostGetFlags(unsigned int *__Flags, void *__Host);
cudaError_t cudaMallocManaged(void **__Pointer, size_t __Size,
                              unsigned int __Flags = cudaMemAttachGlobal);
cudaError_t cudaMallocPitch(void **__Pointer, size_t *__Pitch, size_t __Width,
                            size_t __Height);
cudaError_t cudaMalloc3D(cudaPitchedPtr *__Pointer, cudaExtent __Extent);
cudaError_t cudaMallocAsync(void **__Pointer, size_t __Size,
                            cudaStream_t __Stream);
cudaError_t cudaMallocFromPoolAsync(void **__Pointer, size_t __Size,
                                    cudaMemPool_t __Pool,
                                    cudaStream_t __Stream);
cudaError_t cudaFreeAsync(void *__Pointer, cudaStream_t __Stream);
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *__Pool, int __Device);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *__Pool, int __Device);
cudaError_t cudaDeviceSetMemPool(int __Device, cudaMemPool_t __Pool);
cudaError_t cudaMemPoolCreate(cudaMemPool_t *__Pool,
                              const cudaMemPoolProps *__Properties);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t __Pool);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t __Pool,
                                    cudaMemPoolAttr __Attribute, void *__Value);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t __Pool,
                                    cudaMemPoolAttr __Attribute, void *__Value);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t __Pool, size_t __Keep);
cudaError_t cudaMemGetInfo(size_t *__Free, size_t *__Total);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *__Attributes,
                                     const void *__Pointer);

// Copies. A copy without Async waits for the default stream.
cudaError_t cudaMemcpy(void *__To, const void *__From, size_t __Size,
                       cudaMemcpyKind __Kind);
__host__ __device__ cudaError_t cudaMemcpyAsync(void *__To, const void *__From,
                                                size_t __Size,
                                                cudaMemcpyKind __Kind,
                                                cudaStream_t __Stream = 0);
cudaError_t cudaMemcpyPeer(void *__To, int __ToDevice, const void *__From,
                           int __FromDevice, size_t __Size);
cudaError_t cudaMemcpyPeerAsync(void *__To, int __ToDevice, const void *__From,
                                int __FromDevice, size_t __Size,
                                cudaStream_t __Stream = 0);
cudaError_t cudaMemcpy2D(void *__To, size_t __ToPitch, const void *__From,
                         size_t __FromPitch, size_t __Width, size_t __Height,
                         cudaMemcpyKind __Kind);
cudaError_t cudaMemcpy2DAsync(void *__To, size_t __ToPitch, const void *__From,
                              size_t __FromPitch, size_t __Width,
                              size_t __Height, cudaMemcpyKind __Kind,
                              cudaStream_t __Stream = 0);
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *__Parameters);
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *__Parameters,
                              cudaStream_t __Stream = 0);
cudaError_t cudaMemcpyToSymbol(const void *__Symbol, const void *__From,
                               size_t __Size, size_t __Offset = 0,
                               cudaMemcpyKind __Kind = cudaMemcpyHostToDevice);
cudaError_t cudaMemcpyToSymbolAsync(const void *__Symbol, const void *__From,
                                    size_t __Size, size_t __Offset,
                                    cudaMemcpyKind __Kind,
                                    cudaStream_t __Stream = 0);
cudaError_t
cudaMemcpyFromSymbol(void *__To, const void *__Symbol, size_t __Size,
                     size_t __Offset = 0,
                     cudaMemcpyKind __Kind = cudaMemcpyDeviceToHost);
cudaError_t cudaMemcpyFromSymbolAsync(void *__To, const void *__Symbol,
                                      size_t __Size, size_t __Offset,
                                      cudaMemcpyKind __Kind,
                                      cudaStream_t __Stream = 0);
cudaError_t cudaGetSymbolAddress(void **__Pointer, const void *__Symbol);
cudaError_t cudaGetSymbolSize(size_t *__Size, const void *__Symbol);
cudaError_t cudaMemset(void *__Pointer, int __Value, size_t __Size);
__host__ __device__ cudaError_t cudaMemsetAsync(void *__Pointer, int __Value,
                                                size_t __Size,
                                                cudaStream_t __Stream = 0);
cudaError_t cudaMemset2D(void *__Pointer, size_t __Pitch, int __Value,
                         size_t __Width, size_t __Height);
cudaError_t cudaMemset2DAsync(void *__Pointer, size_t __Pitch, int __Value,
                              size_t __Width, size_t __Height,
                              cudaStream_t __Stream = 0);
cudaError_t cudaMemset3D(cudaPitchedPtr __Pointer, int __Value,
                         cudaExtent __Extent);

// Managed memory.
cudaError_t cudaMemPrefetchAsync(const void *__Pointer, size_t __Size,
                                 cudaMemLocation __Location,
                                 unsigned int __Flags,
                                 cudaStream_t __Stream = 0);
cudaError_t cudaMemAdvise(const void *__Pointer, size_t __Size,
                          cudaMemoryAdvise __Advice,
                          cudaMemLocation __Location);
cudaError_t cudaMemRangeGetAttribute(void *__Data, size_t __DataSize,
                                     cudaMemRangeAttribute __Attribute,
                                     const void *__Pointer, size_t __Size);
cudaError_t
cudaStreamAttachMemAsync(cudaStream_t __Stream, void *__Pointer,
                         size_t __Size = 0,
                         unsigned int __Flags = cudaMemAttachSingle);

// Streams.
cudaError_t cudaStreamCreate(cudaStream_t *__Stream);
__host__ __device__ cudaError_t
cudaStreamCreateWithFlags(cudaStream_t *__Stream, unsigned int __Flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *__Stream,
                                         unsigned int __Flags, int __Priority);
__host__ __device__ cudaError_t cudaStreamDestroy(cudaStream_t __Stream);
cudaError_t cudaStreamSynchronize(cudaStream_t __Stream);
cudaError_t cudaStreamQuery(cudaStream_t __Stream);
__host__ __device__ cudaError_t cudaStreamWaitEvent(cudaStream_t __Stream,
                                                    cudaEvent_t __Event,
                                                    unsigned int __Flags = 0);
cudaError_t cudaStreamGetFlags(cudaStream_t __Stream, unsigned int *__Flags);
cudaError_t cudaStreamGetPriority(cudaStream_t __Stream, int *__Priority);
cudaError_t cudaStreamGetDevice(cudaStream_t __Stream, int *__Device);
cudaError_t cudaStreamGetId(cudaStream_t __Stream, unsigned long long *__Id);
cudaError_t cudaStreamAddCallback(cudaStream_t __Stream,
                                  cudaStreamCallback_t __Callback,
                                  void *__UserData, unsigned int __Flags);
cudaError_t cudaLaunchHostFunc(cudaStream_t __Stream, cudaHostFn_t __Function,
                               void *__UserData);
cudaError_t cudaStreamSetAttribute(cudaStream_t __Stream,
                                   cudaLaunchAttributeID __Attribute,
                                   const cudaLaunchAttributeValue *__Value);
cudaError_t cudaStreamGetAttribute(cudaStream_t __Stream,
                                   cudaLaunchAttributeID __Attribute,
                                   cudaLaunchAttributeValue *__Value);

// Events.
cudaError_t cudaEventCreate(cudaEvent_t *__Event);
__host__ __device__ cudaError_t cudaEventCreateWithFlags(cudaEvent_t *__Event,
                                                         unsigned int __Flags);
__host__ __device__ cudaError_t cudaEventDestroy(cudaEvent_t __Event);
__host__ __device__ cudaError_t cudaEventRecord(cudaEvent_t __Event,
                                                cudaStream_t __Stream = 0);
cudaError_t cudaEventRecordWithFlags(cudaEvent_t __Event,
                                     cudaStream_t __Stream = 0,
                                     unsigned int __Flags = 0);
cudaError_t cudaEventSynchronize(cudaEvent_t __Event);
cudaError_t cudaEventQuery(cudaEvent_t __Event);
cudaError_t cudaEventElapsedTime(float *__Milliseconds, cudaEvent_t __Start,
                                 cudaEvent_t __Stop);

// Kernels. Clang looks up one of the first two to compile k<<<g, b>>>().
cudaError_t cudaConfigureCall(dim3 __Grid, dim3 __Block,
                              size_t __SharedMemory = 0,
                              cudaStream_t __Stream = 0);
unsigned __cudaPushCallConfiguration(dim3 __Grid, dim3 __Block,
                                     size_t __SharedMemory = 0,
                                     void *__Stream = 0);
// The same for launches that kernels make.
__device__ void *cudaGetParameterBuffer(size_t __Alignment, size_t __Size);
__device__ cudaError_t cudaLaunchDevice(void *__Function, void *__Parameters,
                                        dim3 __Grid, dim3 __Block,
                                        unsigned __SharedMemory,
                                        cudaStream_t __Stream);
cudaError_t cudaLaunchKernel(const void *__Function, dim3 __Grid, dim3 __Block,
                             void **__Arguments, size_t __SharedMemory,
                             cudaStream_t __Stream);
cudaError_t cudaLaunchCooperativeKernel(const void *__Function, dim3 __Grid,
                                        dim3 __Block, void **__Arguments,
                                        size_t __SharedMemory,
                                        cudaStream_t __Stream);
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *__Config,
                                const void *__Function, void **__Arguments);
cudaError_t cudaFuncSetCacheConfig(const void *__Function,
                                   cudaFuncCache __Config);
cudaError_t cudaFuncSetSharedMemConfig(const void *__Function,
                                       cudaSharedMemConfig __Config);
cudaError_t cudaFuncSetAttribute(const void *__Function,
                                 cudaFuncAttribute __Attribute, int __Value);
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *__Attributes,
                                  const void *__Function);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(
    int *__Blocks, const void *__Function, int __BlockSize,
    size_t __SharedMemory);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *__Blocks, const void *__Function, int __BlockSize,
    size_t __SharedMemory, unsigned int __Flags);
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *__Size,
                                                      const void *__Function,
                                                      int __Blocks,
                                                      int __BlockSize);

// Graphs.
cudaError_t cudaGraphCreate(cudaGraph_t *__Graph, unsigned int __Flags);
cudaError_t cudaGraphDestroy(cudaGraph_t __Graph);
cudaError_t cudaGraphClone(cudaGraph_t *__Clone, cudaGraph_t __Graph);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *__Executable,
                                 cudaGraph_t __Graph,
                                 unsigned long long __Flags = 0);
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t __Executable,
                                cudaGraph_t __Graph,
                                cudaGraphExecUpdateResultInfo *__Result);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t __Executable);
cudaError_t cudaGraphUpload(cudaGraphExec_t __Executable,
                            cudaStream_t __Stream);
cudaError_t cudaGraphLaunch(cudaGraphExec_t __Executable,
                            cudaStream_t __Stream);
cudaError_t cudaGraphGetNodes(cudaGraph_t __Graph, cudaGraphNode_t *__Nodes,
                              size_t *__Count);
cudaError_t cudaGraphGetRootNodes(cudaGraph_t __Graph, cudaGraphNode_t *__Nodes,
                                  size_t *__Count);
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t __Node,
                                 cudaGraphNodeType *__Type);
cudaError_t cudaGraphAddDependencies(cudaGraph_t __Graph,
                                     const cudaGraphNode_t *__From,
                                     const cudaGraphNode_t *__To,
                                     const cudaGraphEdgeData *__Data,
                                     size_t __Count);
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *__Node, cudaGraph_t __Graph,
                                   const cudaGraphNode_t *__Dependencies,
                                   size_t __Count,
                                   const cudaKernelNodeParams *__Parameters);
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *__Node, cudaGraph_t __Graph,
                                   const cudaGraphNode_t *__Dependencies,
                                   size_t __Count,
                                   const cudaMemcpy3DParms *__Parameters);
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *__Node,
                                     cudaGraph_t __Graph,
                                     const cudaGraphNode_t *__Dependencies,
                                     size_t __Count, void *__To,
                                     const void *__From, size_t __Size,
                                     cudaMemcpyKind __Kind);
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *__Node, cudaGraph_t __Graph,
                                   const cudaGraphNode_t *__Dependencies,
                                   size_t __Count,
                                   const cudaMemsetParams *__Parameters);
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *__Node, cudaGraph_t __Graph,
                                 const cudaGraphNode_t *__Dependencies,
                                 size_t __Count,
                                 const cudaHostNodeParams *__Parameters);
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *__Node, cudaGraph_t __Graph,
                                  const cudaGraphNode_t *__Dependencies,
                                  size_t __Count);
cudaError_t cudaStreamBeginCapture(cudaStream_t __Stream,
                                   cudaStreamCaptureMode __Mode);
cudaError_t cudaStreamEndCapture(cudaStream_t __Stream, cudaGraph_t *__Graph);
cudaError_t cudaStreamIsCapturing(cudaStream_t __Stream,
                                  cudaStreamCaptureStatus *__Status);

// Arrays and textures.
cudaChannelFormatDesc cudaCreateChannelDesc(int __X, int __Y, int __Z, int __W,
                                            cudaChannelFormatKind __Kind);
cudaError_t cudaMallocArray(cudaArray_t *__Array,
                            const cudaChannelFormatDesc *__Description,
                            size_t __Width, size_t __Height = 0,
                            unsigned int __Flags = 0);
cudaError_t cudaMalloc3DArray(cudaArray_t *__Array,
                              const cudaChannelFormatDesc *__Description,
                              cudaExtent __Extent, unsigned int __Flags = 0);
cudaError_t cudaFreeArray(cudaArray_t __Array);
cudaError_t cudaMemcpyToArray(cudaArray_t __To, size_t __X, size_t __Y,
                              const void *__From, size_t __Size,
                              cudaMemcpyKind __Kind);
cudaError_t cudaMemcpyFromArray(void *__To, cudaArray_const_t __From,
                                size_t __X, size_t __Y, size_t __Size,
                                cudaMemcpyKind __Kind);
cudaError_t cudaMemcpy2DToArray(cudaArray_t __To, size_t __X, size_t __Y,
                                const void *__From, size_t __Pitch,
                                size_t __Width, size_t __Height,
                                cudaMemcpyKind __Kind);
cudaError_t cudaMemcpy2DFromArray(void *__To, size_t __Pitch,
                                  cudaArray_const_t __From, size_t __X,
                                  size_t __Y, size_t __Width, size_t __Height,
                                  cudaMemcpyKind __Kind);
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *__Texture,
                                    const cudaResourceDesc *__Resource,
                                    const cudaTextureDesc *__Description,
                                    const cudaResourceViewDesc *__View);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t __Texture);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *__Surface,
                                    const cudaResourceDesc *__Resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t __Surface);

// Other processes.
cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *__Handle, void *__Pointer);
cudaError_t cudaIpcOpenMemHandle(void **__Pointer, cudaIpcMemHandle_t __Handle,
                                 unsigned int __Flags);
cudaError_t cudaIpcCloseMemHandle(void *__Pointer);
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *__Handle,
                                  cudaEvent_t __Event);
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *__Event,
                                   cudaIpcEventHandle_t __Handle);

} // extern "C"

#endif
