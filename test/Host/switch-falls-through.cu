// Nothing comes between `[[fallthrough]];` and the next label.
// RUN: %tessera -q --cuda-path=none %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu
#include <cstdio>
#define N 128
#define ON __attribute__((fallthrough))

__global__ int a[N];
__global__ int b[N];

__global__ void add(int *x, const int *y) {
  int i = threadIdx.x;
  x[i] = x[i] * 2 + y[(i + 1) % N] + 1;
}

static void run(int way) {
  // CHECK: case 0:
  // CHECK: add<<<1, N>>>(a_dev, b_dev);
  // CHECK: CUDA_CHECK(cudaMemcpy(
  // CHECK: {{\[\[}}fallthrough]];
  // CHECK-NEXT: case 16:
  // CHECK: add<<<1, N>>>(b_dev, a_dev);
  // CHECK: CUDA_CHECK(cudaMemcpy(
  // CHECK: ON;
  // CHECK-NEXT: default:
  switch (way) {
  case 0:
    add<<<1, N>>>(a, b);
    [[fallthrough]];
  case 16:
    add<<<1, N>>>(b, a);
    ON;
  default:
    b[1] += a[2];
  case 2:
    [[fallthrough]];
  case 3:
    printf("%d %d\n", a[2], b[1]);
  }
}

int main() {
  run(16);
  run(0);
  run(1);
  run(2);
}
