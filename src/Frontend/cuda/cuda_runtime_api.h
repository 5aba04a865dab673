//===- cuda_runtime_api.h - The run-time interface of CUDA 13 -------------===//
#ifndef TESSERA_CUDA_RUNTIME_API_H
#define TESSERA_CUDA_RUNTIME_API_H

#include "driver_types.h"

extern "C" {

// Errors and versions.
__host__ __device__ cudaError_t cudaGetLastError();
__host__ __device__ cudaError_t cudaPeekAtLastError();
__host__ __device__ const char *cudaGetErrorName(cudaError_t Error);
__host__ __device__ const char *cudaGetErrorString(cudaError_t Error);
cudaError_t cudaDriverGetVersion(int *Version);
__host__ __device__ cudaError_t cudaRuntimeGetVersion(int *Version);

// Devices.
__host__ __device__ cudaError_t cudaGetDeviceCount(int *Count);
__host__ __device__ cudaError_t cudaGetDevice(int *Device);
cudaError_t cudaSetDevice(int Device);
cudaError_t cudaInitDevice(int Device, unsigned int DeviceFlags,
                           unsigned int Flags);
cudaError_t cudaSetValidDevices(int *Devices, int Count);
cudaError_t cudaChooseDevice(int *Device, const cudaDeviceProp *Wanted);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *Properties, int Device);
cudaError_t cudaGetDeviceFlags(unsigned int *Flags);
cudaError_t cudaSetDeviceFlags(unsigned int Flags);
__host__ __device__ cudaError_t cudaDeviceGetAttribute(int *Value,
                                                       cudaDeviceAttr Attribute,
                                                       int Device);
__host__ __device__ cudaError_t cudaDeviceSynchronize();
cudaError_t cudaDeviceReset();
cudaError_t cudaDeviceSetLimit(cudaLimit Limit, size_t Value);
__host__ __device__ cudaError_t cudaDeviceGetLimit(size_t *Value,
                                                   cudaLimit Limit);
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache Config);
__host__ __device__ cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *Config);
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig Config);
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *Config);
cudaError_t cudaDeviceGetStreamPriorityRange(int *Least, int *Greatest);
cudaError_t cudaDeviceGetByPCIBusId(int *Device, const char *Id);
cudaError_t cudaDeviceGetPCIBusId(char *Id, int Length, int Device);
cudaError_t cudaDeviceGetP2PAttribute(int *Value, cudaDeviceP2PAttr Attribute,
                                      int From, int To);
cudaError_t cudaDeviceCanAccessPeer(int *Can, int Device, int Peer);
cudaError_t cudaDeviceEnablePeerAccess(int Peer, unsigned int Flags);
cudaError_t cudaDeviceDisablePeerAccess(int Peer);
cudaError_t cudaCtxResetPersistingL2Cache();
cudaError_t cudaProfilerStart();
cudaError_t cudaProfilerStop();

// Allocation.
__host__ __device__ cudaError_t cudaMalloc(void **Pointer, size_t Size);
__host__ __device__ cudaError_t cudaFree(void *Pointer);
cudaError_t cudaMallocHost(void **Pointer, size_t Size);
cudaError_t cudaFreeHost(void *Pointer);
cudaError_t cudaHostAlloc(void **Pointer, size_t Size, unsigned int Flags);
cudaError_t cudaHostRegister(void *Pointer, size_t Size, unsigned int Flags);
cudaError_t cudaHostUnregister(void *Pointer);
cudaError_t cudaHostGetDevicePointer(void **Device, void *Host,
                                     unsigned int Flags);
cudaError_t cudaHostGetFlags(unsigned int *Flags, void *Host);
cudaError_t cudaMallocManaged(void **Pointer, size_t Size,
                              unsigned int Flags = cudaMemAttachGlobal);
cudaError_t cudaMallocPitch(void **Pointer, size_t *Pitch, size_t Width,
                            size_t Height);
cudaError_t cudaMalloc3D(cudaPitchedPtr *Pointer, cudaExtent Extent);
cudaError_t cudaMallocAsync(void **Pointer, size_t Size, cudaStream_t Stream);
cudaError_t cudaMallocFromPoolAsync(void **Pointer, size_t Size,
                                    cudaMemPool_t Pool, cudaStream_t Stream);
cudaError_t cudaFreeAsync(void *Pointer, cudaStream_t Stream);
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *Pool, int Device);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *Pool, int Device);
cudaError_t cudaDeviceSetMemPool(int Device, cudaMemPool_t Pool);
cudaError_t cudaMemPoolCreate(cudaMemPool_t *Pool,
                              const cudaMemPoolProps *Properties);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t Pool);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t Pool,
                                    cudaMemPoolAttr Attribute, void *Value);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t Pool,
                                    cudaMemPoolAttr Attribute, void *Value);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t Pool, size_t Keep);
cudaError_t cudaMemGetInfo(size_t *Free, size_t *Total);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *Attributes,
                                     const void *Pointer);

// Copies. A copy without Async waits for the default stream.
cudaError_t cudaMemcpy(void *To, const void *From, size_t Size,
                       cudaMemcpyKind Kind);
__host__ __device__ cudaError_t cudaMemcpyAsync(void *To, const void *From,
                                                size_t Size,
                                                cudaMemcpyKind Kind,
                                                cudaStream_t Stream = 0);
cudaError_t cudaMemcpyPeer(void *To, int ToDevice, const void *From,
                           int FromDevice, size_t Size);
cudaError_t cudaMemcpyPeerAsync(void *To, int ToDevice, const void *From,
                                int FromDevice, size_t Size,
                                cudaStream_t Stream = 0);
cudaError_t cudaMemcpy2D(void *To, size_t ToPitch, const void *From,
                         size_t FromPitch, size_t Width, size_t Height,
                         cudaMemcpyKind Kind);
cudaError_t cudaMemcpy2DAsync(void *To, size_t ToPitch, const void *From,
                              size_t FromPitch, size_t Width, size_t Height,
                              cudaMemcpyKind Kind, cudaStream_t Stream = 0);
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *Parameters);
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *Parameters,
                              cudaStream_t Stream = 0);
cudaError_t cudaMemcpyToSymbol(const void *Symbol, const void *From,
                               size_t Size, size_t Offset = 0,
                               cudaMemcpyKind Kind = cudaMemcpyHostToDevice);
cudaError_t cudaMemcpyToSymbolAsync(const void *Symbol, const void *From,
                                    size_t Size, size_t Offset,
                                    cudaMemcpyKind Kind,
                                    cudaStream_t Stream = 0);
cudaError_t cudaMemcpyFromSymbol(void *To, const void *Symbol, size_t Size,
                                 size_t Offset = 0,
                                 cudaMemcpyKind Kind = cudaMemcpyDeviceToHost);
cudaError_t cudaMemcpyFromSymbolAsync(void *To, const void *Symbol, size_t Size,
                                      size_t Offset, cudaMemcpyKind Kind,
                                      cudaStream_t Stream = 0);
cudaError_t cudaGetSymbolAddress(void **Pointer, const void *Symbol);
cudaError_t cudaGetSymbolSize(size_t *Size, const void *Symbol);
cudaError_t cudaMemset(void *Pointer, int Value, size_t Size);
__host__ __device__ cudaError_t cudaMemsetAsync(void *Pointer, int Value,
                                                size_t Size,
                                                cudaStream_t Stream = 0);
cudaError_t cudaMemset2D(void *Pointer, size_t Pitch, int Value, size_t Width,
                         size_t Height);
cudaError_t cudaMemset2DAsync(void *Pointer, size_t Pitch, int Value,
                              size_t Width, size_t Height,
                              cudaStream_t Stream = 0);
cudaError_t cudaMemset3D(cudaPitchedPtr Pointer, int Value, cudaExtent Extent);

// Managed memory.
cudaError_t cudaMemPrefetchAsync(const void *Pointer, size_t Size,
                                 cudaMemLocation Location, unsigned int Flags,
                                 cudaStream_t Stream = 0);
cudaError_t cudaMemAdvise(const void *Pointer, size_t Size,
                          cudaMemoryAdvise Advice, cudaMemLocation Location);
cudaError_t cudaMemRangeGetAttribute(void *Data, size_t DataSize,
                                     cudaMemRangeAttribute Attribute,
                                     const void *Pointer, size_t Size);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t Stream, void *Pointer,
                                     size_t Size = 0,
                                     unsigned int Flags = cudaMemAttachSingle);

// Streams.
cudaError_t cudaStreamCreate(cudaStream_t *Stream);
__host__ __device__ cudaError_t cudaStreamCreateWithFlags(cudaStream_t *Stream,
                                                          unsigned int Flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *Stream,
                                         unsigned int Flags, int Priority);
__host__ __device__ cudaError_t cudaStreamDestroy(cudaStream_t Stream);
cudaError_t cudaStreamSynchronize(cudaStream_t Stream);
cudaError_t cudaStreamQuery(cudaStream_t Stream);
__host__ __device__ cudaError_t cudaStreamWaitEvent(cudaStream_t Stream,
                                                    cudaEvent_t Event,
                                                    unsigned int Flags = 0);
cudaError_t cudaStreamGetFlags(cudaStream_t Stream, unsigned int *Flags);
cudaError_t cudaStreamGetPriority(cudaStream_t Stream, int *Priority);
cudaError_t cudaStreamGetDevice(cudaStream_t Stream, int *Device);
cudaError_t cudaStreamGetId(cudaStream_t Stream, unsigned long long *Id);
cudaError_t cudaStreamAddCallback(cudaStream_t Stream,
                                  cudaStreamCallback_t Callback, void *UserData,
                                  unsigned int Flags);
cudaError_t cudaLaunchHostFunc(cudaStream_t Stream, cudaHostFn_t Function,
                               void *UserData);
cudaError_t cudaStreamSetAttribute(cudaStream_t Stream,
                                   cudaLaunchAttributeID Attribute,
                                   const cudaLaunchAttributeValue *Value);
cudaError_t cudaStreamGetAttribute(cudaStream_t Stream,
                                   cudaLaunchAttributeID Attribute,
                                   cudaLaunchAttributeValue *Value);

// Events.
cudaError_t cudaEventCreate(cudaEvent_t *Event);
__host__ __device__ cudaError_t cudaEventCreateWithFlags(cudaEvent_t *Event,
                                                         unsigned int Flags);
__host__ __device__ cudaError_t cudaEventDestroy(cudaEvent_t Event);
__host__ __device__ cudaError_t cudaEventRecord(cudaEvent_t Event,
                                                cudaStream_t Stream = 0);
cudaError_t cudaEventRecordWithFlags(cudaEvent_t Event, cudaStream_t Stream = 0,
                                     unsigned int Flags = 0);
cudaError_t cudaEventSynchronize(cudaEvent_t Event);
cudaError_t cudaEventQuery(cudaEvent_t Event);
cudaError_t cudaEventElapsedTime(float *Milliseconds, cudaEvent_t Start,
                                 cudaEvent_t Stop);

// Kernels. Clang looks up one of the first two to compile k<<<g, b>>>().
cudaError_t cudaConfigureCall(dim3 Grid, dim3 Block, size_t SharedMemory = 0,
                              cudaStream_t Stream = 0);
unsigned __cudaPushCallConfiguration(dim3 Grid, dim3 Block,
                                     size_t SharedMemory = 0, void *Stream = 0);
cudaError_t cudaLaunchKernel(const void *Function, dim3 Grid, dim3 Block,
                             void **Arguments, size_t SharedMemory,
                             cudaStream_t Stream);
cudaError_t cudaLaunchCooperativeKernel(const void *Function, dim3 Grid,
                                        dim3 Block, void **Arguments,
                                        size_t SharedMemory,
                                        cudaStream_t Stream);
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *Config,
                                const void *Function, void **Arguments);
cudaError_t cudaFuncSetCacheConfig(const void *Function, cudaFuncCache Config);
cudaError_t cudaFuncSetSharedMemConfig(const void *Function,
                                       cudaSharedMemConfig Config);
cudaError_t cudaFuncSetAttribute(const void *Function,
                                 cudaFuncAttribute Attribute, int Value);
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *Attributes,
                                  const void *Function);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *Blocks,
                                                          const void *Function,
                                                          int BlockSize,
                                                          size_t SharedMemory);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *Blocks, const void *Function, int BlockSize, size_t SharedMemory,
    unsigned int Flags);
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *Size,
                                                      const void *Function,
                                                      int Blocks,
                                                      int BlockSize);

// Graphs.
cudaError_t cudaGraphCreate(cudaGraph_t *Graph, unsigned int Flags);
cudaError_t cudaGraphDestroy(cudaGraph_t Graph);
cudaError_t cudaGraphClone(cudaGraph_t *Clone, cudaGraph_t Graph);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *Executable, cudaGraph_t Graph,
                                 unsigned long long Flags = 0);
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t Executable, cudaGraph_t Graph,
                                cudaGraphExecUpdateResultInfo *Result);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t Executable);
cudaError_t cudaGraphUpload(cudaGraphExec_t Executable, cudaStream_t Stream);
cudaError_t cudaGraphLaunch(cudaGraphExec_t Executable, cudaStream_t Stream);
cudaError_t cudaGraphGetNodes(cudaGraph_t Graph, cudaGraphNode_t *Nodes,
                              size_t *Count);
cudaError_t cudaGraphGetRootNodes(cudaGraph_t Graph, cudaGraphNode_t *Nodes,
                                  size_t *Count);
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t Node, cudaGraphNodeType *Type);
cudaError_t cudaGraphAddDependencies(cudaGraph_t Graph,
                                     const cudaGraphNode_t *From,
                                     const cudaGraphNode_t *To,
                                     const cudaGraphEdgeData *Data,
                                     size_t Count);
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *Node, cudaGraph_t Graph,
                                   const cudaGraphNode_t *Dependencies,
                                   size_t Count,
                                   const cudaKernelNodeParams *Parameters);
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *Node, cudaGraph_t Graph,
                                   const cudaGraphNode_t *Dependencies,
                                   size_t Count,
                                   const cudaMemcpy3DParms *Parameters);
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *Node, cudaGraph_t Graph,
                                     const cudaGraphNode_t *Dependencies,
                                     size_t Count, void *To, const void *From,
                                     size_t Size, cudaMemcpyKind Kind);
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *Node, cudaGraph_t Graph,
                                   const cudaGraphNode_t *Dependencies,
                                   size_t Count,
                                   const cudaMemsetParams *Parameters);
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *Node, cudaGraph_t Graph,
                                 const cudaGraphNode_t *Dependencies,
                                 size_t Count,
                                 const cudaHostNodeParams *Parameters);
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *Node, cudaGraph_t Graph,
                                  const cudaGraphNode_t *Dependencies,
                                  size_t Count);
cudaError_t cudaStreamBeginCapture(cudaStream_t Stream,
                                   cudaStreamCaptureMode Mode);
cudaError_t cudaStreamEndCapture(cudaStream_t Stream, cudaGraph_t *Graph);
cudaError_t cudaStreamIsCapturing(cudaStream_t Stream,
                                  cudaStreamCaptureStatus *Status);

// Arrays and textures.
cudaChannelFormatDesc cudaCreateChannelDesc(int X, int Y, int Z, int W,
                                            cudaChannelFormatKind Kind);
cudaError_t cudaMallocArray(cudaArray_t *Array,
                            const cudaChannelFormatDesc *Description,
                            size_t Width, size_t Height = 0,
                            unsigned int Flags = 0);
cudaError_t cudaMalloc3DArray(cudaArray_t *Array,
                              const cudaChannelFormatDesc *Description,
                              cudaExtent Extent, unsigned int Flags = 0);
cudaError_t cudaFreeArray(cudaArray_t Array);
cudaError_t cudaMemcpyToArray(cudaArray_t To, size_t X, size_t Y,
                              const void *From, size_t Size,
                              cudaMemcpyKind Kind);
cudaError_t cudaMemcpyFromArray(void *To, cudaArray_const_t From, size_t X,
                                size_t Y, size_t Size, cudaMemcpyKind Kind);
cudaError_t cudaMemcpy2DToArray(cudaArray_t To, size_t X, size_t Y,
                                const void *From, size_t Pitch, size_t Width,
                                size_t Height, cudaMemcpyKind Kind);
cudaError_t cudaMemcpy2DFromArray(void *To, size_t Pitch,
                                  cudaArray_const_t From, size_t X, size_t Y,
                                  size_t Width, size_t Height,
                                  cudaMemcpyKind Kind);
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *Texture,
                                    const cudaResourceDesc *Resource,
                                    const cudaTextureDesc *Description,
                                    const cudaResourceViewDesc *View);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t Texture);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *Surface,
                                    const cudaResourceDesc *Resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t Surface);

// Other processes.
cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *Handle, void *Pointer);
cudaError_t cudaIpcOpenMemHandle(void **Pointer, cudaIpcMemHandle_t Handle,
                                 unsigned int Flags);
cudaError_t cudaIpcCloseMemHandle(void *Pointer);
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *Handle,
                                  cudaEvent_t Event);
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *Event,
                                   cudaIpcEventHandle_t Handle);

} // extern "C"

#endif
