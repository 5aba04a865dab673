// Threads that begin at the second element: a piece's blocks handle others than
// those that begin with the first do.
// RUN: %meaning %s --options=--pieces=4
// RUN: %meaning %s '--options=--pieces=4 --coarsen=never'
// PRINTS: 73710
#include <cstdio>
#define N 4096
__managed__ float a[N], out[N];

__global__ void sums(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  if (i < n)
    out[i] = a[i] * 2 + a[i - 1];
}

int main() {
  for (int i = 0; i < N; i++)
    a[i] = i % 7;
  sums<<<N / 64, 64>>>(N);
  cudaDeviceSynchronize();
  float sum = 0;
  for (int i = 0; i < N; i++)
    sum += out[i] * (i % 5);
  printf("%.0f\n", sum);
}
