// The host cannot access what cudaMalloc makes, nor a variable of the device by
// its name.
// RUN: %tessera --cuda-path=none %s 2>&1 > /dev/null | FileCheck %s
// RUN: %tessera --cuda-path=none %s -- -DFIXED 2>&1 > /dev/null | FileCheck %s --check-prefix=FIXED --allow-empty
// FIXED-NOT: tessera-device-memory-on-host
#include <cstdio>
#include <cstring>
#include <utility>
__device__ int count;
__device__ const int limit = 3;
__constant__ float table[4];
__global__ void fill(float *a) {
  a[threadIdx.x] = table[0];
  count = limit;
}
static float first(const float *x) { return x[0]; }
struct Pair {
  float *Host, *Device;
};

int main(int argc, char **) {
  float *d, *e, *h = new float[64], *any = h;
  int n;
  cudaMalloc(&d, 64 * sizeof(float));
  cudaMalloc((void **)&e, 64 * sizeof(float));
  Pair pair = {h, d};
  fill<<<1, 64>>>(d);
#ifndef FIXED
  // CHECK: :[[@LINE+1]]:3: warning: the host writes 'd', which is memory of the device: copy it by the CUDA library [tessera-device-memory-on-host]
  d[1] = 2;
  // CHECK: :[[@LINE+1]]:18: warning: the host reads 'd'{{.*}} [tessera-device-memory-on-host]
  printf("%f\n", d[0]);
  // CHECK: :[[@LINE+1]]:13: warning: the host reads 'd'{{.*}} [tessera-device-memory-on-host]
  memcpy(h, d, 4);
  // CHECK: :[[@LINE+1]]:19: warning: the host reads 'd'{{.*}} [tessera-device-memory-on-host]
  float x = first(d);
  // CHECK: :[[@LINE+1]]:8: warning: the host reads 'Device'{{.*}} [tessera-device-memory-on-host]
  x += *pair.Device;
  // CHECK: :[[@LINE+1]]:3: warning: the host writes 'count'{{.*}} [tessera-device-memory-on-host]
  count = 0;
  // CHECK: :[[@LINE+1]]:8: warning: the host reads 'table'{{.*}} [tessera-device-memory-on-host]
  x += table[1];
  std::swap(d, e);
  // CHECK: :[[@LINE+1]]:14: warning: the host reads 'd'{{.*}} [tessera-device-memory-on-host]
  return x + d[2];
#endif
  // CHECK-NOT: tessera-device-memory-on-host
  cudaMemcpy(h, d, 64 * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(&n, count, sizeof(int));
  if (argc > 1)
    any = d;
  else
    any[0] = h[0] + pair.Host[1];
  printf("%p %d\n", d, limit);
  return d + 1 == e || sizeof(d[0]) == 8;
}
