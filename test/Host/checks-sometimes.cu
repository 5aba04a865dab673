// Only a check that is made whenever a launch was stands for ours.
// RUN: %tessera --cuda-path=none -q --no-tiles --pieces=1 %s \
// RUN:   | FileCheck %s
#include <stdio.h>
#include <stdlib.h>
#define N 1024
#ifdef SLOW_AND_SAFE
#define IN_TESTS() stop(cudaGetLastError())
#else
#define IN_TESTS() ((void)0)
#endif
#define ALWAYS()                                                               \
  do {                                                                         \
    if (cudaGetLastError() != cudaSuccess)                                     \
      exit(1);                                                                 \
  } while (0)
__global__ float a[N];
__global__ void twice(float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] *= 2;
}
static void stop(cudaError_t error) {
  if (error != cudaSuccess)
    exit(1);
}
static bool quiet;
static void unless_quiet() {
  if (quiet)
    return;
  stop(cudaGetLastError());
}
static void always(const char *where) {
  cudaError_t error = cudaPeekAtLastError();
  if (error != cudaSuccess)
    printf("%s: %d\n", where, error);
}
int main(int argc, char **) {
  // CHECK-LABEL: int main(
  // CHECK: twice<<<1, 1>>>(a_dev);
  // CHECK-NEXT: CUDA_CHECK(cudaGetLastError());
  twice<<<1, 1>>>(a);
  if (argc > 5)
    stop(cudaGetLastError());
  // CHECK: twice<<<2, 2>>>(a_dev);
  // CHECK-NEXT: CUDA_CHECK(cudaGetLastError());
  twice<<<2, 2>>>(a);
  IN_TESTS();
  // CHECK: twice<<<3, 3>>>(a_dev);
  // CHECK-NEXT: CUDA_CHECK(cudaGetLastError());
  twice<<<3, 3>>>(a);
  unless_quiet();
  // CHECK: twice<<<4, 4>>>(a_dev);
  // CHECK-NEXT: CUDA_CHECK(cudaGetLastError());
  twice<<<4, 4>>>(a);
  bool failed = argc > 3 && cudaGetLastError() != cudaSuccess;
  // CHECK: twice<<<5, 5>>>(a_dev);
  // CHECK-NEXT: CUDA_CHECK(cudaGetLastError());
  twice<<<5, 5>>>(a);
  auto later = [] { stop(cudaGetLastError()); };
  // CHECK: twice<<<6, 6>>>(a_dev);
  // CHECK-NEXT: ALWAYS();
  twice<<<6, 6>>>(a);
  ALWAYS();
  // CHECK: twice<<<7, 7>>>(a_dev);
  // CHECK-NEXT: always("here");
  twice<<<7, 7>>>(a);
  always("here");
  // CHECK: twice<<<8, 8>>>(a_dev);
  // CHECK-NEXT: // The error of the launch.
  // CHECK-NEXT: cudaError_t error = cudaGetLastError();
  twice<<<8, 8>>>(a);
  // The error of the launch.
  cudaError_t error = cudaGetLastError();
  // CHECK: twice<<<9, 9>>>(a_dev);
  // CHECK-NEXT: if ((error = cudaGetLastError()) != cudaSuccess)
  twice<<<9, 9>>>(a);
  if ((error = cudaGetLastError()) != cudaSuccess)
    return 1;
  later();
  return failed;
}
