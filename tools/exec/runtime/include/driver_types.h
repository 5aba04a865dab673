//===- driver_types.h - The types of the run-time API ---------------------===//
#pragma once
#include "vector_types.h"
#include <cstddef>

/// Every error that the runtime can return: name, value, text.
#define TESSERA_CUDA_ERRORS(E)                                                 \
  E(cudaSuccess, 0, "no error")                                                \
  E(cudaErrorInvalidValue, 1, "invalid argument")                              \
  E(cudaErrorMemoryAllocation, 2, "out of memory")                             \
  E(cudaErrorInitializationError, 3, "initialization error")                   \
  E(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")        \
  E(cudaErrorInvalidPitchValue, 12, "invalid pitch argument")                  \
  E(cudaErrorInvalidSymbol, 13, "invalid device symbol")                       \
  E(cudaErrorInvalidDevicePointer, 17, "invalid device pointer")               \
  E(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy")  \
  E(cudaErrorInvalidDeviceFunction, 98, "invalid device function")             \
  E(cudaErrorNoDevice, 100, "no CUDA-capable device is detected")              \
  E(cudaErrorInvalidDevice, 101, "invalid device ordinal")                     \
  E(cudaErrorInvalidResourceHandle, 400, "invalid resource handle")            \
  E(cudaErrorNotReady, 600, "device not ready")                                \
  E(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered")  \
  E(cudaErrorLaunchOutOfResources, 701,                                        \
    "too many resources requested for launch")                                 \
  E(cudaErrorPeerAccessAlreadyEnabled, 704, "peer access is already enabled")  \
  E(cudaErrorPeerAccessNotEnabled, 705, "peer access has not been enabled")    \
  E(cudaErrorHostMemoryAlreadyRegistered, 712,                                 \
    "part or all of the requested memory range is already mapped")             \
  E(cudaErrorHostMemoryNotRegistered, 713,                                     \
    "pointer does not correspond to a registered memory region")               \
  E(cudaErrorLaunchFailure, 719, "unspecified launch failure")                 \
  E(cudaErrorCooperativeLaunchTooLarge, 720,                                   \
    "too many blocks in cooperative launch")                                   \
  E(cudaErrorNotSupported, 801, "operation not supported")                     \
  E(cudaErrorStreamCaptureUnsupported, 900,                                    \
    "operation not permitted when stream is capturing")                        \
  E(cudaErrorStreamCaptureInvalidated, 901,                                    \
    "operation failed due to a previous error during capture")                 \
  E(cudaErrorStreamCaptureUnmatched, 903,                                      \
    "capture was not ended in the same stream as it began")                    \
  E(cudaErrorStreamCaptureUnjoined, 904, "capturing stream has unjoined work") \
  E(cudaErrorStreamCaptureIsolation, 905,                                      \
    "dependency created on uncaptured work in another stream")                 \
  E(cudaErrorStreamCaptureImplicit, 906,                                       \
    "operation would make the legacy stream depend on a capturing blocking "   \
    "stream")                                                                  \
  E(cudaErrorCapturedEvent, 907,                                               \
    "operation not permitted on an event last recorded in a capturing stream") \
  E(cudaErrorUnknown, 999, "unknown error")

enum cudaError {
#define TESSERA_CUDA_ERROR(NAME, VALUE, TEXT) NAME = VALUE,
  TESSERA_CUDA_ERRORS(TESSERA_CUDA_ERROR)
#undef TESSERA_CUDA_ERROR
};
typedef enum cudaError cudaError_t;

enum cudaMemcpyKind {
  cudaMemcpyHostToHost = 0,
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost = 2,
  cudaMemcpyDeviceToDevice = 3,
  cudaMemcpyDefault = 4
};

typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef struct CUgraph_st *cudaGraph_t;
typedef struct CUgraphExec_st *cudaGraphExec_t;

enum cudaStreamCaptureStatus {
  cudaStreamCaptureStatusNone = 0,
  cudaStreamCaptureStatusActive = 1,
  cudaStreamCaptureStatusInvalidated = 2,
};

enum cudaStreamCaptureMode {
  cudaStreamCaptureModeGlobal = 0,
  cudaStreamCaptureModeThreadLocal = 1,
  cudaStreamCaptureModeRelaxed = 2,
};

#define cudaStreamLegacy ((cudaStream_t)0x1)
#define cudaStreamPerThread ((cudaStream_t)0x2)
#define cudaStreamDefault 0x00
#define cudaStreamNonBlocking 0x01
#define cudaEventDefault 0x00
#define cudaEventBlockingSync 0x01
#define cudaEventDisableTiming 0x02
#define cudaEventInterprocess 0x04
#define cudaEventWaitDefault 0x00
#define cudaHostAllocDefault 0x00
#define cudaHostAllocPortable 0x01
#define cudaHostAllocMapped 0x02
#define cudaHostAllocWriteCombined 0x04
#define cudaHostRegisterDefault 0x00
#define cudaHostRegisterPortable 0x01
#define cudaHostRegisterMapped 0x02
#define cudaHostRegisterReadOnly 0x08
#define cudaMemAttachGlobal 0x01
#define cudaMemAttachHost 0x02
#define cudaMemAttachSingle 0x04
#define cudaEnableDefault 0x00
#define cudaEnableLegacyStream 0x01
#define cudaEnablePerThreadDefaultStream 0x02
#define cudaDeviceScheduleAuto 0x00
#define cudaDeviceScheduleSpin 0x01
#define cudaDeviceScheduleBlockingSync 0x04
#define cudaDeviceMapHost 0x08
#define cudaCpuDeviceId ((int)-1)
#define cudaInvalidDeviceId ((int)-2)

struct cudaDeviceProp {
  char name[256];
  size_t totalGlobalMem;
  size_t sharedMemPerBlock;
  int regsPerBlock;
  int warpSize;
  size_t memPitch;
  int maxThreadsPerBlock;
  int maxThreadsDim[3];
  int maxGridSize[3];
  size_t totalConstMem;
  int major;
  int minor;
  int clockRate;
  size_t textureAlignment;
  int multiProcessorCount;
  int integrated;
  int canMapHostMemory;
  int concurrentKernels;
  int ECCEnabled;
  int pciBusID;
  int asyncEngineCount;
  int unifiedAddressing;
  int memoryClockRate;
  int memoryBusWidth;
  int l2CacheSize;
  int maxThreadsPerMultiProcessor;
  size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor;
  int managedMemory;
  int pageableMemoryAccess;
  int concurrentManagedAccess;
  int cooperativeLaunch;
  size_t sharedMemPerBlockOptin;
};

enum cudaDeviceAttr {
  cudaDevAttrMaxThreadsPerBlock = 1,
  cudaDevAttrMaxBlockDimX = 2,
  cudaDevAttrMaxBlockDimY = 3,
  cudaDevAttrMaxBlockDimZ = 4,
  cudaDevAttrMaxGridDimX = 5,
  cudaDevAttrMaxGridDimY = 6,
  cudaDevAttrMaxGridDimZ = 7,
  cudaDevAttrMaxSharedMemoryPerBlock = 8,
  cudaDevAttrWarpSize = 10,
  cudaDevAttrClockRate = 13,
  cudaDevAttrMultiProcessorCount = 16,
  cudaDevAttrMemoryClockRate = 36,
  cudaDevAttrGlobalMemoryBusWidth = 37,
  cudaDevAttrL2CacheSize = 38,
  cudaDevAttrMaxThreadsPerMultiProcessor = 39,
  cudaDevAttrUnifiedAddressing = 41,
  cudaDevAttrComputeCapabilityMajor = 75,
  cudaDevAttrComputeCapabilityMinor = 76,
  cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
  cudaDevAttrManagedMemory = 83,
  cudaDevAttrPageableMemoryAccess = 88,
  cudaDevAttrConcurrentManagedAccess = 89,
  cudaDevAttrCooperativeLaunch = 95,
  cudaDevAttrMaxSharedMemoryPerBlockOptin = 97
};

enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
  cudaFuncAttributePreferredSharedMemoryCarveout = 9
};
enum cudaFuncCache {
  cudaFuncCachePreferNone,
  cudaFuncCachePreferShared,
  cudaFuncCachePreferL1,
  cudaFuncCachePreferEqual
};
enum cudaSharedMemConfig {
  cudaSharedMemBankSizeDefault,
  cudaSharedMemBankSizeFourByte,
  cudaSharedMemBankSizeEightByte
};
enum cudaMemoryAdvise {
  cudaMemAdviseSetReadMostly = 1,
  cudaMemAdviseUnsetReadMostly = 2,
  cudaMemAdviseSetPreferredLocation = 3,
  cudaMemAdviseUnsetPreferredLocation = 4,
  cudaMemAdviseSetAccessedBy = 5,
  cudaMemAdviseUnsetAccessedBy = 6
};
enum cudaMemLocationType {
  cudaMemLocationTypeInvalid = 0,
  cudaMemLocationTypeDevice = 1,
  cudaMemLocationTypeHost = 2,
  cudaMemLocationTypeHostNuma = 3,
  cudaMemLocationTypeHostNumaCurrent = 4
};
struct cudaMemLocation {
  enum cudaMemLocationType type;
  int id;
};
enum cudaMemoryType {
  cudaMemoryTypeUnregistered = 0,
  cudaMemoryTypeHost = 1,
  cudaMemoryTypeDevice = 2,
  cudaMemoryTypeManaged = 3
};
struct cudaPointerAttributes {
  enum cudaMemoryType type;
  int device;
  void *devicePointer;
  void *hostPointer;
};
enum cudaLimit {
  cudaLimitStackSize = 0,
  cudaLimitPrintfFifoSize = 1,
  cudaLimitMallocHeapSize = 2
};
enum cudaDriverEntryPointQueryResult {
  cudaDriverEntryPointSuccess = 0,
  cudaDriverEntryPointSymbolNotFound = 1,
  cudaDriverEntryPointVersionNotSufficent = 2
};
