// Launches are checked where the program minds nothing of the kind: not if it
// looks at errors, makes calls that may fail without harm, or calls what is
// not in this file, which may do both.
// RUN: %tessera --cuda-path=none -q %s | FileCheck %s --check-prefix=CHECKED
// CHECKED: fill<<<1, 64>>>(a_dev, 2);
// CHECKED-NEXT: CUDA_CHECK(cudaGetLastError());
// CHECKED: fill<<<n / 64, 64>>>(b_dev, 3);
// CHECKED-NEXT: CUDA_CHECK(launch_error());
// RUN: %tessera --cuda-path=none -q %s -- -DCASE=1 | FileCheck %s --check-prefix=OWN
// RUN: %tessera --cuda-path=none -q %s -- -DCASE=2 | FileCheck %s --check-prefix=OWN
// RUN: %tessera --cuda-path=none -q %s -- -DCASE=3 | FileCheck %s --check-prefix=OWN
// RUN: %tessera --cuda-path=none -q %s -- -DCASE=4 | FileCheck %s --check-prefix=OWN
// RUN: %tessera --cuda-path=none -q %s -- -DCASE=5 | FileCheck %s --check-prefix=OWN
// RUN: %tessera --cuda-path=none -q %s -- -DCASE=6 | FileCheck %s --check-prefix=OWN
// RUN: %tessera --cuda-path=none -q %s -- -DCASE=7 | FileCheck %s --check-prefix=OWN
// RUN: %tessera --cuda-path=none -q %s -- -DCASE=8 | FileCheck %s --check-prefix=OWN
// OWN-NOT: launch_error
// OWN-NOT: CUDA_CHECK(cudaGetLastError
// OWN: fill<<<1, 64>>>(a_dev, 2);
// OWN-NOT: launch_error
// OWN-NOT: CUDA_CHECK(cudaGetLastError
// OWN: fill<<<n / 64, 64>>>(b_dev, 3);
// OWN-NOT: launch_error
// OWN-NOT: CUDA_CHECK(cudaGetLastError
#ifndef CASE
#define CASE 0
#endif
#include <stdio.h>
#include <stdlib.h>
__global__ int a[64];
__global__ int b[64];

__global__ void fill(int *x, int v) { x[threadIdx.x] = v; }

#if CASE == 1 // behind other calls
void look() {
  if (cudaPeekAtLastError() != cudaSuccess)
    printf("failed\n");
}
#elif CASE == 2 // an error that it does without
void look() {
  void *scratch;
  size_t bytes = 1ull << 50;
  while (cudaMalloc(&scratch, bytes) != cudaSuccess)
    bytes /= 2;
  cudaFree(scratch);
}
#elif CASE == 3 // the second time it fails
void look() { cudaDeviceEnablePeerAccess(1, 0); }
#elif CASE == 4
void look();
#elif CASE == 5
void (*look)();
#elif CASE == 6 // clears errors, whatever they are
void look() { cudaGetLastError(); }
#elif CASE == 7 // in an instance
template <typename T> void look_at(T error) {
  if (error != cudaSuccess)
    printf("failed\n");
}
void look() { look_at(cudaDeviceSynchronize()); }
#elif CASE == 8 // it may be too much
void look() { cudaDeviceSetLimit(cudaLimitStackSize, 1 << 20); }
#else // fail with all of the program
void look() {
  int device;
  cudaSetDevice(0);
  cudaGetDevice(&device);
  cudaDeviceSynchronize();
}
#endif

int main(int argc, char **) {
  int n = argc * 64;
  fill<<<1, 64>>>(a, 2);
  fill<<<n / 64, 64>>>(b, 3);
  look();
  printf("%d %d\n", a[1], b[2]);
}
