// Functions of the user's headers that touch arrays through their parameters
// only are summarised; of others it is not known that they launch nothing.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-tiles %t/main.cu -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=SAY
// RUN: FileCheck %s --input-file=%t/out.cu
// RUN: %tessera-verify --seeds 4 %t/main.cu %t/out.cu
//--- tools.h
#include <stdio.h>
inline float at(float *x, int i) { return x[i]; }
inline float sum(float *x, int n) {
  float s = 0;
  for (int i = 0; i < n; i++)
    s += at(x, i);
  return s;
}
template <class T, int M> void set(T (&x)[M], T v) {
  for (T &each : x)
    each = v;
}
template <class F> void repeat(int n, F f) {
  for (int i = 0; i < n; i++)
    f(i);
}
static float *last;
inline void keep(float *x) { last = x; }
inline void wait(float *x) { cudaDeviceSynchronize(); }
//--- main.cu
#include "tools.h"
#define N 64
// SAY: 'a' is uploaded once and read back at 2 places
__global__ float a[N];
// SAY: 'kept' is placed in managed memory: a pointer to it is kept
__global__ float kept[N];

__global__ void next(float *x) { x[threadIdx.x] += 1; }

int main() {
  // SAY: 'p' is uploaded never and read back once
  // SAY: 'q' is placed in managed memory: it is passed to 'wait', which is not in this file
  float *p;
  float *q;
  cudaMallocManaged(&p, N * sizeof(float));
  cudaMallocManaged(&q, N * sizeof(float));
  // CHECK: set(a, 2.0f);
  // CHECK: cudaMemcpy(a_dev, a,
  set(a, 2.0f);
  next<<<1, N>>>(a);
  // CHECK: cudaMemcpy(a, a_dev,
  // CHECK: sum(a, N)
  printf("%g\n", sum(a, N));
  // The host's copy did not change.
  // CHECK-NOT: HostToDevice
  // CHECK: next<<<1, N>>>(a_dev);
  repeat(3, [](int) { next<<<1, N>>>(a); });
  next<<<1, N>>>(kept);
  keep(kept);
  cudaMemset(p, 0, N * sizeof(float));
  next<<<1, N>>>(p);
  cudaMemset(q, 0, N * sizeof(float));
  next<<<1, N>>>(q);
  wait(q);
  cudaDeviceSynchronize();
  printf("%g %g %g %g\n", a[3], last[1], sum(p, N), q[2]);
  cudaFree(p);
  cudaFree(q);
}
