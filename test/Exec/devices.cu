// Several GPUs: each has its default stream, its memory, and rows that it gets
// from its neighbours.
// RUN: %tessera-run %s | FileCheck %s
// RUN: %tessera-run --devices 2 %s | FileCheck %s
// RUN: %tessera-run --devices 3 --seed 1 %s | FileCheck %s
// RUN: %tessera-run --devices 4 --seed 2 %s | FileCheck %s
// RUN: %tessera-run --devices 2 --trace-copies %s 2>&1 | FileCheck %s --check-prefix=TRACE
// RUN: %python %S/../Diagnostics/Inputs/exits.py 126 %tessera-run --devices 2 -DFOREIGN %s 2>&1 | FileCheck %s --check-prefix=FOREIGN
// RUN: %python %S/../Diagnostics/Inputs/exits.py 126 %tessera-run --devices 2 -DUNORDERED --seed 0 %s 2>&1 | FileCheck %s --check-prefix=UNORDERED
// RUN: %python %S/../Diagnostics/Inputs/exits.py 126 %tessera-run --devices 2 -DUNORDERED --seed 1 %s 2>&1 | FileCheck %s --check-prefix=UNORDERED
// RUN: %tessera-run --devices 2 -DENABLED -DFOREIGN %s | FileCheck %s
// RUN: %python %S/../Diagnostics/Inputs/exits.py 125 %tessera-run --devices 2 -DVARIABLE %s 2>&1 | FileCheck %s --check-prefix=VARIABLE
// RUN: %python %S/../Diagnostics/Inputs/exits.py 2 %tessera-run --devices 17 %s 2>&1 | FileCheck %s --check-prefix=MANY
// CHECK: 510000
// TRACE: 'a[gpu]' to GPU 0, 4000 bytes
// TRACE: 'a[gpu]' to GPU 1, 4000 bytes
// TRACE: 'a[gpu]' to GPU 0, 4 bytes
// TRACE: 8000 bytes to the device, 4000 bytes to the host, 8 between GPUs
// FOREIGN: kernel 'add' of 'a[gpu]' at byte {{[0-9]+}}, which is memory of GPU 0; the kernel runs on GPU 1 [no-peer-access]
// UNORDERED: 'a[{{.*}}]' at byte {{[0-9]+}}, which {{.*}}; neither waits for the other [streams-not-ordered]
// VARIABLE: 'counter' on several GPUs: each has its own
// MANY: tessera-run: error: --devices takes 1 to 16
#include <stdio.h>
#define N 1000
#ifdef VARIABLE
__device__ int counter;
#define COUNT counter = 1
#else
#define COUNT
#endif

__global__ void add(int *a, int first, int last) {
  int i = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < last)
    a[i] += 10;
  COUNT;
}

int main() {
  int gpus, *a[16], host[N];
  cudaGetDeviceCount(&gpus);
  for (int i = 0; i < N; i++)
    host[i] = i;
  for (int gpu = 0; gpu < gpus; gpu++) {
    cudaSetDevice(gpu);
    cudaMalloc(&a[gpu], sizeof(host));
    cudaMemcpy(a[gpu], host, sizeof(host), cudaMemcpyHostToDevice);
  }
#ifdef ENABLED
  for (int gpu = 1; gpu < gpus; gpu++) {
    cudaSetDevice(gpu);
    int can = 0;
    cudaDeviceCanAccessPeer(&can, gpu, 0);
    if (can)
      cudaDeviceEnablePeerAccess(0, 0);
  }
#endif
  for (int gpu = 0; gpu < gpus; gpu++) {
    cudaSetDevice(gpu);
#ifdef FOREIGN
    int *memory = a[0];
#else
    int *memory = a[gpu];
#endif
    add<<<N / 100, 100>>>(memory, N * gpu / gpus, N * (gpu + 1) / gpus);
  }
#ifdef FOREIGN
  for (int gpu = 0; gpu < gpus; gpu++) {
    cudaSetDevice(gpu);
    cudaDeviceSynchronize();
  }
  cudaSetDevice(0);
  for (int gpu = 1; gpu < gpus; gpu++)
    cudaMemcpy(a[gpu], a[0], sizeof(host), cudaMemcpyDefault);
#else
  cudaStream_t own;
  cudaSetDevice(0);
  cudaStreamCreate(&own);
  for (int to = 0; to + 1 < gpus; to++) {
    int seam = N * (to + 1) / gpus;
#ifdef UNORDERED
    cudaMemcpyPeerAsync(a[to] + seam, to, a[to + 1] + seam, to + 1, 4, own);
#else
    cudaMemcpyPeer(a[to] + seam, to, a[to + 1] + seam, to + 1, 4);
#endif
    cudaMemcpyPeer(a[to + 1] + seam - 1, to + 1, a[to] + seam - 1, to, 4);
  }
#endif
  int sum = 0;
  for (int gpu = 0; gpu < gpus; gpu++) {
    cudaSetDevice(gpu);
    int begin = N * gpu / gpus, end = N * (gpu + 1) / gpus;
    cudaMemcpy(host + begin, a[gpu] + begin, (end - begin) * sizeof(int),
               cudaMemcpyDeviceToHost);
    cudaFree(a[gpu]);
  }
  for (int i = 0; i < N; i++)
    sum += host[i];
  printf("%d\n", sum + 500);
}
