//===- cuda.h - The little of the driver interface that programs name -----===//
#ifndef TESSERA_CUDA_CUDA_H
#define TESSERA_CUDA_CUDA_H

#include <stddef.h>

#define CUDA_VERSION 13000

typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;

typedef enum cudaError_enum {
  CUDA_SUCCESS = 0,
  CUDA_ERROR_INVALID_VALUE = 1,
  CUDA_ERROR_OUT_OF_MEMORY = 2,
  CUDA_ERROR_NOT_INITIALIZED = 3,
  CUDA_ERROR_NO_DEVICE = 100,
  CUDA_ERROR_INVALID_DEVICE = 101,
  CUDA_ERROR_UNKNOWN = 999,
} CUresult;

extern "C" {
CUresult cuInit(unsigned int Flags);
CUresult cuDriverGetVersion(int *Version);
CUresult cuDeviceGet(CUdevice *Device, int Ordinal);
CUresult cuDeviceGetCount(int *Count);
CUresult cuDeviceGetName(char *Name, int Length, CUdevice Device);
CUresult cuDeviceTotalMem(size_t *Size, CUdevice Device);
CUresult cuCtxGetCurrent(CUcontext *Context);
CUresult cuCtxSynchronize();
CUresult cuMemAlloc(CUdeviceptr *Pointer, size_t Size);
CUresult cuMemFree(CUdeviceptr Pointer);
CUresult cuMemcpyHtoD(CUdeviceptr To, const void *From, size_t Size);
CUresult cuMemcpyDtoH(void *To, CUdeviceptr From, size_t Size);
CUresult cuMemGetInfo(size_t *Free, size_t *Total);
CUresult cuGetErrorName(CUresult Error, const char **Name);
CUresult cuGetErrorString(CUresult Error, const char **Text);
}

#endif
