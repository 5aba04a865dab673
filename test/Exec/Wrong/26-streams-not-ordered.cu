// Pitfall 26: dependent operations in different streams; an event orders them.
// RUN: not %tessera-run --seed=0 %s 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: not %tessera-run --seed=1 %s 2>&1 | FileCheck %s --check-prefix=EARLY
// RUN: not %tessera-run --seed=1 -DCOPY %s 2>&1 | FileCheck %s --check-prefix=COPY
// RUN: %tessera-run --seed=0 -DEVENT %s | FileCheck %s --check-prefix=ORDERED
// RUN: %tessera-run --seed=1 -DEVENT %s | FileCheck %s --check-prefix=ORDERED
// ORDERED: 4
#include <cstdio>

__global__ void put(int *a) {
  // LATE: :[[@LINE+1]]:18: error: thread (0,0,0) of block (0,0,0) writes 4 bytes in kernel 'put' of 'a' at byte 0, which thread (0,0,0) of block (0,0,0) of kernel 'get' read; neither waits for the other [streams-not-ordered]
  a[threadIdx.x] = threadIdx.x + 1;
}
__global__ void get(const int *a, int *b) {
  // EARLY: :[[@LINE+1]]:20: error: thread ({{[0-9]+}},0,0) of block (0,0,0) reads 4 bytes in kernel 'get' of 'a' at byte {{[0-9]+}}, which thread ({{[0-9]+}},0,0) of block (0,0,0) of kernel 'put' wrote; neither waits for the other [streams-not-ordered]
  b[threadIdx.x] = a[threadIdx.x];
}

int main() {
  int *a, *b, h[32];
  cudaMalloc(&a, sizeof(h));
  cudaMalloc(&b, sizeof(h));
  cudaStream_t s, t;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  put<<<1, 32, 0, s>>>(a);
#ifdef EVENT
  cudaEvent_t e;
  cudaEventCreate(&e);
  cudaEventRecord(e, s);
  cudaStreamWaitEvent(t, e);
#endif
#ifdef COPY
  // COPY: :[[@LINE+1]]:3: error: a copy reads 'a' at byte 0, which thread (0,0,0) of block (0,0,0) of kernel 'put' writes; neither waits for the other [streams-not-ordered]
  cudaMemcpyAsync(b, a, sizeof(h), cudaMemcpyDeviceToDevice, t);
#else
  get<<<1, 32, 0, t>>>(a, b);
#endif
  cudaMemcpy(h, b, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h[3]);
}
