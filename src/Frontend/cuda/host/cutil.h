//===- cutil.h - Helpers of the first samples -----------------------------===//
//
// The macros and timers that programs of CUDA 4 and before took from the
// samples, where the system has no such header.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_CUTIL_H
#define TESSERA_CUTIL_H

#include <cuda_runtime.h>

#define CU_SAFE_CALL_NO_SYNC(Call) (void)(Call)
#define CU_SAFE_CALL(Call) (void)(Call)
#define CUDA_SAFE_CALL_NO_SYNC(Call) (void)(Call)
#define CUDA_SAFE_CALL(Call) (void)(Call)
#define CUFFT_SAFE_CALL(Call) (void)(Call)
#define CUT_SAFE_CALL(Call) (void)(Call)
#define CUT_SAFE_MALLOC(Call) (void)(Call)
#define CUT_CHECK_ERROR(Message) (void)cudaGetLastError()
#define CUT_DEVICE_INIT(...) (void)cudaSetDevice(0)
#define CUT_EXIT(...) exit(EXIT_SUCCESS)
#define CUT_THREADPROC void
#define CUT_BANK_CHECKER(Array, Index) Array[Index]
#define cutilSafeCall(Call) (void)(Call)
#define cutilSafeCallNoSync(Call) (void)(Call)
#define cutilCheckError(Call) (void)(Call)
#define cutilCheckMsg(Message) (void)cudaGetLastError()
#define cutilSafeThreadSync() (void)cudaDeviceSynchronize()
#define cutilExit(...) exit(EXIT_SUCCESS)

enum CUTBoolean { CUTFalse = 0, CUTTrue = 1 };

extern "C" {
CUTBoolean cutCreateTimer(unsigned int *__Timer);
CUTBoolean cutDeleteTimer(unsigned int __Timer);
CUTBoolean cutStartTimer(unsigned int __Timer);
CUTBoolean cutStopTimer(unsigned int __Timer);
CUTBoolean cutResetTimer(unsigned int __Timer);
float cutGetTimerValue(unsigned int __Timer);
float cutGetAverageTimerValue(unsigned int __Timer);
CUTBoolean cutComparef(const float *__Reference, const float *__Data,
                       unsigned int __Count);
CUTBoolean cutComparefe(const float *__Reference, const float *__Data,
                        unsigned int __Count, float __Epsilon);
CUTBoolean cutCompareL2fe(const float *__Reference, const float *__Data,
                          unsigned int __Count, float __Epsilon);
CUTBoolean cutCheckCmdLineFlag(int __Count, const char **__Arguments,
                               const char *__Flag);
CUTBoolean cutGetCmdLineArgumenti(int __Count, const char **__Arguments,
                                  const char *__Name, int *__Value);
char *cutFindFilePath(const char *__File, const char *__Executable);
}
int cutGetMaxGflopsDeviceId();
inline int cutilDeviceInit(int, char **) { return 0; }
inline int cutilChooseCudaDevice(int, char **) { return 0; }

#endif
