// cudaLaunchKernel of a kernel that the call names, as a pointer or a template.
// RUN: %tessera-run %s 2>&1 | FileCheck %s
// RUN: not %tessera-run -DUNKNOWN %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
#include <cstdio>

template <int N> __global__ void set(int *a, float f) {
  a[threadIdx.x] = threadIdx.x + N + f;
}
__global__ void add(int *a) { a[0] += 100; }
__global__ void more(int *a) { a[1] += 1000; }
__global__ void more(int *a, float f) { a[1] += f; }

int main() {
  int *a;
  float f = 2;
  cudaMallocManaged(&a, 32 * sizeof(int));
  void *arguments[] = {&a, &f};
  cudaLaunchKernel((void *)set<3>, dim3(1), dim3(32), arguments, 0, 0);
  cudaLaunchKernel((const void *)&add, 1, 1, arguments);
  cudaLaunchKernel((void *)(void (*)(int *))more, 1, 1, arguments, 0, 0);
  cudaError_t error = cudaLaunchKernel(add, 1, 2000, arguments);
  cudaDeviceSynchronize();
  // CHECK: 105 1006 36 cudaErrorInvalidConfiguration
  // CHECK-NOT: unchecked
  printf("%d %d %d %s\n", a[0], a[1], a[31], cudaGetErrorName(error));
#ifdef UNKNOWN
  const void *unknown = (const void *)add;
  // UNKNOWN: :[[@LINE+1]]:3: error: cudaLaunchKernel of a kernel that the call does not name is not supported [unsupported]
  cudaLaunchKernel(unknown, 1, 1, arguments);
#endif
  cudaFree(a);
}
