// Managed variables of two dimensions, row arguments, launches in a loop and
// from a macro, and a kernel that is called through a pointer.
// RUN: %tessera-run %s | FileCheck %s
// CHECK: 25 25 50
#include <cstdio>

#define N 12
__managed__ int a[N][N], b[N][N];
__managed__ int total;

namespace kernels {
__global__ void copy(const int *from, int *to) {
  to[threadIdx.x] = from[threadIdx.x];
}
static __global__ void add(int row) { atomicAdd(&total, b[row][threadIdx.x]); }
} // namespace kernels

#define LAUNCH(KERNEL, ...) KERNEL<<<1, N>>>(__VA_ARGS__)

int main() {
  a[3][4] = a[5][6] = 25;
  for (int i = 0; i < N; i++)
    kernels::copy<<<1, N>>>(a[i], b[i]);
  void (*sum)(int) = kernels::add;
  for (int i = 0; i < N; i++)
    if (i % 2)
      LAUNCH(kernels::add, i);
    else
      sum<<<dim3(1),
            N // one per column
            >>>(i);
  cudaDeviceSynchronize();
  printf("%d %d %d\n", b[3][4], b[5][6], total);
}
