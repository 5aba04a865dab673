// A kernel that makes a test of the host keeps its tiles; the element that is
// tested needs none.
// RUN: %tessera -q --cuda-path=none %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %tessera-verify --seeds 4 --except=b %s %t.cu -- 0
// RUN: %tessera-verify --seeds 4 --except=b %s %t.cu -- 1
#include <stdio.h>
#include <stdlib.h>
#define N 64

__global__ float scale[2], a[N][N], b[N][N];

// CHECK: void step(const float *a, float *b, const float *v_dev, int *v_stop,
// CHECK-NEXT: int k_now) {
// CHECK-NEXT: __shared__ float a_tile[8][64];
// CHECK-NOT: v_dev_tile
// CHECK: __syncthreads();
// CHECK-NEXT: float v = *v_dev;
// CHECK-NEXT: // The host's test.
// CHECK-NEXT: if (v > 1e3f)
// CHECK-NEXT: atomicCAS(v_stop, 0, k_now + 1);
// CHECK: sum += a_tile
__global__ void step(const float *a, float *b, float v) {
  int i = blockDim.y * blockIdx.y + threadIdx.y;
  int j = blockDim.x * blockIdx.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k++)
    sum += a[i * N + k] * a[k * N + j];
  b[i * N + j] += sum * v;
}

int main(int argc, char **argv) {
  for (int i = 0; i < N * N; i++)
    a[i / N][i % N] = i % 7;
  scale[0] = scale[1] = 2;
  if (argc > 1)
    scale[atoi(argv[1])] = 1e6f;
  for (int k = 0; k < 2; k++) {
    float v = scale[k];
    if (v > 1e3f)
      return 10 + k;
    step<<<dim3(N / 32, N / 8), dim3(32, 8)>>>(a, b, v);
  }
  float sum = 0;
  for (int i = 0; i < N * N; i++)
    sum += b[i / N][i % N];
  printf("%g\n", sum);
  return 0;
}
