// Names that are taken, hidden or in a namespace.
// RUN: %tessera --cuda-path=none --no-tiles %s -- | FileCheck %s
#include <stdio.h>
#define N 64
#define CUDA_CHECK(x) (void)(x)
namespace sim {
// CHECK: static int *a_dev_2;
__global__ int a[N];
} // namespace sim
__global__ int b[N];
int a_dev = 3;

__global__ void next(int *x) { x[threadIdx.x] += 1; }

int main() {
  sim::a[2] = a_dev;
  // CHECK: CUDA_CHECK_2(device_malloc(&sim::a_dev_2, sizeof(sim::a)));
  // CHECK: next<<<1, N>>>(sim::a_dev_2);
  next<<<1, N>>>(sim::a);
  {
    int b = 0;
    // CHECK: next<<<1, N>>>(b_dev + b);
    next<<<1, N>>>(::b + b);
  }
  // CHECK: cudaMemcpy(::b, b_dev, sizeof(::b), cudaMemcpyDeviceToHost)
  printf("%d %d\n", sim::a[2], b[0]);
}
