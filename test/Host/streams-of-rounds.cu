// Rounds of a loop that are independent, but cannot be one launch, are spread
// over streams.
// RUN: %tessera -q --no-tiles --cuda-path=none %s -o %t.cu
// RUN: grep -v '// CHECK' %t.cu | FileCheck %s
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %tessera -q --no-tiles --cuda-path=none --check %t.cu
#include <stdio.h>
#define N 64
__global__ float a[16][N], b[N];

__global__ void work(float *row, const float *y) {
  float sum = row[threadIdx.x];
  for (int j = 0; j < 2048; j++)
    sum = sum * 0.5f + y[(threadIdx.x + j) % N];
  row[threadIdx.x] = sum;
}

int main() {
  for (int i = 0; i < 16 * N; i++)
    a[i / N][i % N] = b[i % N] = i;
  for (int i = 0; i < 16; i++)
    work<<<1, N>>>(a[i], b);
  for (int i = 1; i < 16; i += 2) {
    work<<<1, N>>>(a[i], b);
  }
  // Each row needs the one before.
  for (int i = 1; i < 16; i++)
    work<<<1, N>>>(a[i], a[i - 1]);
  // Too short to pay.
  for (int i = 0; i < 2; i++)
    work<<<1, N>>>(a[i], b);
  work<<<1, N>>>(b, b);
  for (int i = 0; i < 16 * N; i++)
    printf("%g %g\n", a[i / N][i % N], b[i % N]);
  return 0;
}
