//===- cuda.h - The little of the driver interface that programs name -----===//
#ifndef TESSERA_CUDA_CUDA_H
#define TESSERA_CUDA_CUDA_H

/// The toolkit's own guard: programs ask for it.
#define __cuda_cuda_h__

#include <stddef.h>

#define CUDA_VERSION 13000

typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef unsigned long long CUtexObject;
typedef unsigned long long CUsurfObject;
typedef struct CUarray_st *CUarray;
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
CUresult cuInit(unsigned int __Flags);
CUresult cuDriverGetVersion(int *__Version);
CUresult cuDeviceGet(CUdevice *__Device, int __Ordinal);
CUresult cuDeviceGetCount(int *__Count);
CUresult cuDeviceGetName(char *__Name, int __Length, CUdevice __Device);
CUresult cuDeviceTotalMem(size_t *__Size, CUdevice __Device);
CUresult cuCtxGetCurrent(CUcontext *__Context);
CUresult cuCtxSynchronize();
CUresult cuMemAlloc(CUdeviceptr *__Pointer, size_t __Size);
CUresult cuMemFree(CUdeviceptr __Pointer);
CUresult cuMemcpyHtoD(CUdeviceptr __To, const void *__From, size_t __Size);
CUresult cuMemcpyDtoH(void *__To, CUdeviceptr __From, size_t __Size);
CUresult cuMemGetInfo(size_t *__Free, size_t *__Total);
CUresult cuGetErrorName(CUresult __Error, const char **__Name);
CUresult cuGetErrorString(CUresult __Error, const char **__Text);
}

#endif
