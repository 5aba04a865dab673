// The run-time interface as programs use it.
// RUN: %clang_cuda -fsyntax-only %s

#include <cuda.h>
#include <cuda_runtime.h>
#include <cuda_runtime_api.h>
#include <cuda_profiler_api.h>
#include <device_launch_parameters.h>
#include <stdio.h>
#include <stdlib.h>

// Sample programs ask for this guard of the toolkit's.
#ifndef __DRIVER_TYPES_H__
#error "helper headers would leave out their CUDA part"
#endif

#define CHECK(call)                                                            \
  do {                                                                         \
    cudaError_t status = (call);                                               \
    if (status != cudaSuccess) {                                               \
      fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__,                   \
              cudaGetErrorName(status), cudaGetErrorString(status));           \
      exit(EXIT_FAILURE);                                                      \
    }                                                                          \
  } while (0)

struct Body {
  float x, y;
};

__constant__ float weights[64];
__device__ int total;

__global__ void step(float *data, int n) {
  if (threadIdx.x < n)
    data[threadIdx.x] *= weights[0];
}

void memory(size_t n) {
  float *d, *h, *m, *row;
  Body *bodies;
  void *raw;
  CHECK(cudaMalloc(&d, n * sizeof(float)));
  CHECK(cudaMalloc((void **)&bodies, n * sizeof(Body)));
  CHECK(cudaMalloc(&raw, n));
  CHECK(cudaMallocHost(&h, n * sizeof(float)));
  CHECK(cudaHostAlloc(&h, n * sizeof(float), cudaHostAllocDefault));
  CHECK(cudaMallocManaged(&m, n * sizeof(float)));
  CHECK(cudaMallocManaged((void **)&m, n, cudaMemAttachGlobal));
  CHECK(cudaHostRegister(h, n, cudaHostRegisterDefault));
  CHECK(cudaHostGetDevicePointer(&d, h, 0));
  size_t pitch, available, installed;
  CHECK(cudaMallocPitch(&row, &pitch, n, n));
  CHECK(cudaMemGetInfo(&available, &installed));
  CHECK(cudaMemcpy(d, h, n, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(h, d, n, cudaMemcpyDefault));
  CHECK(cudaMemcpyAsync(h, d, n, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy2D(row, pitch, h, n, n, n, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(d, 0, n));
  CHECK(cudaMemcpyToSymbol(weights, h, sizeof(weights)));
  CHECK(cudaMemcpyToSymbol(total, h, sizeof(int), 0, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpyFromSymbol(h, total, sizeof(total)));
  CHECK(cudaGetSymbolAddress((void **)&d, weights));
  CHECK(cudaGetSymbolAddress(&raw, total));
  cudaMemLocation where = {cudaMemLocationTypeDevice, 0};
  CHECK(cudaMemPrefetchAsync(m, n, where, 0));
  CHECK(cudaMemAdvise(m, n, cudaMemAdviseSetReadMostly, where));
  cudaPointerAttributes attributes;
  CHECK(cudaPointerGetAttributes(&attributes, m));
  CHECK(cudaHostUnregister(h));
  CHECK(cudaFreeHost(h));
  CHECK(cudaFree(d));
}

float timed(float *data, int n) {
  cudaStream_t stream;
  cudaEvent_t start, stop;
  float ms;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreateWithFlags(&stop, cudaEventDisableTiming));
  CHECK(cudaEventRecord(start));
  CHECK(cudaFuncSetAttribute(step, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             96 * 1024));
  CHECK(cudaFuncSetCacheConfig(step, cudaFuncCachePreferL1));
  step<<<(n + 255) / 256, 256, 0, stream>>>(data, n);
  CHECK(cudaGetLastError());
  void *arguments[] = {&data, &n};
  CHECK(cudaLaunchKernel((const void *)step, dim3(1), dim3(32), arguments, 0,
                         stream));
  CHECK(cudaEventRecord(stop, stream));
  CHECK(cudaStreamWaitEvent(stream, stop, 0));
  CHECK(cudaEventSynchronize(stop));
  CHECK(cudaEventElapsedTime(&ms, start, stop));
  CHECK(cudaStreamSynchronize(stream));
  if (cudaStreamQuery(stream) == cudaErrorNotReady)
    CHECK(cudaDeviceSynchronize());
  CHECK(cudaEventDestroy(start));
  CHECK(cudaStreamDestroy(stream));
  return ms;
}

void graph(cudaStream_t stream, float *data) {
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  step<<<1, 32, 0, stream>>>(data, 32);
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&executable, graph, 0));
  CHECK(cudaGraphLaunch(executable, stream));
}

int devices() {
  int count = 0, sms, blocks, least, block;
  CHECK(cudaGetDeviceCount(&count));
  for (int i = 0; i < count; i++) {
    cudaDeviceProp prop;
    CHECK(cudaGetDeviceProperties(&prop, i));
    printf("%s %d.%d %zu %d\n", prop.name, prop.major, prop.minor,
           prop.sharedMemPerBlockOptin, prop.multiProcessorCount);
  }
  CHECK(cudaSetDevice(0));
  CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, step, 256, 0));
  CHECK(cudaOccupancyMaxPotentialBlockSize(&least, &block, step, 0, 0));
  CHECK(cudaDeviceReset());
  return sms * blocks;
}
