// A kernel accesses memory of the host: variables, and what malloc and new make.
// RUN: %tessera --cuda-path=none %s 2>&1 > /dev/null | FileCheck %s
// RUN: %tessera --cuda-path=none %s -- -DFIXED 2>&1 > /dev/null | FileCheck %s --check-prefix=FIXED --allow-empty
// FIXED-NOT: tessera-host-memory-in-kernel
#include <cstdlib>
#include <vector>
__global__ void fill(float *a) { a[threadIdx.x] = 1; }
__global__ void rows(float (*a)[8]) { a[0][threadIdx.x] = 1; }
__global__ void ignore(float *, int) {}

#ifdef FIXED
#define HOST(h) d
__device__ float factor = 2;
#else
#define HOST(h) h
float factor = 2;
#endif
const int shift = 3;
__global__ void named(float *a) {
  // CHECK: :[[@LINE+1]]:28: warning: 'named' accesses 'factor', which is memory of the host{{.*}} [tessera-host-memory-in-kernel]
  a[threadIdx.x + shift] = factor;
}

int main(int argc, char **) {
  float *d, *any = nullptr, *locked;
  cudaMalloc(&d, 64 * sizeof(float));
  cudaMallocHost(&locked, 64 * sizeof(float));
  float a[64], m[8][8];
  float *p = (float *)malloc(64 * sizeof(float)), *q = p + 8;
  float *n = new float[64];
  std::vector<float> v(64);
  // CHECK: :[[@LINE+1]]:19: warning: 'fill' accesses 'a', which is memory of the host: copy it to memory that cudaMalloc makes [tessera-host-memory-in-kernel]
  fill<<<1, 64>>>(HOST(a));
  // CHECK: :[[@LINE+1]]:18: warning: 'rows' accesses 'm'{{.*}} [tessera-host-memory-in-kernel]
  rows<<<1, 8>>>((float (*)[8])HOST(m));
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: 'fill' accesses 'p'{{.*}} [tessera-host-memory-in-kernel]
  fill<<<1, 64>>>(HOST(p));
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: 'fill' accesses 'p'{{.*}} [tessera-host-memory-in-kernel]
  fill<<<1, 56>>>(HOST(q));
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: 'fill' accesses 'n'{{.*}} [tessera-host-memory-in-kernel]
  fill<<<1, 32>>>(HOST(n + 32));
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: 'fill' accesses 'v'{{.*}} [tessera-host-memory-in-kernel]
  fill<<<1, 64>>>(HOST(v.data()));
  // CHECK-NOT: tessera-host-memory-in-kernel
  any = argc > 1 ? d : p;
  fill<<<1, 64>>>(any);
  fill<<<1, 64>>>(locked);
  ignore<<<1, 1>>>(a, 0);
}
