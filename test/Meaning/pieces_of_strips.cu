// Tiles of the last strip hold elements behind the loop's end: pieces do not
// upload them while a tile is filled.
// RUN: %meaning %s '--options=--pieces=4 --array=a:shared --array=c:shared'
// RUN: %meaning %s '--options=--pieces=3 --array=a:shared --array=c:shared'
// PRINTS: 3749640 131202
#include <cstdio>
#define N 352
__managed__ float a[N], out[256], c[N], sums[256];

__global__ void window(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k++)
    sum += a[i + k];
  out[i] = sum;
}
__global__ void two(int first, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = first; k < n; k++)
    sum += c[i + k] * 2;
  sums[i] = sum;
}

int main() {
  for (int i = 0; i < N; i++) {
    a[i] = i % 7;
    c[i] = i % 3;
  }
  window<<<4, 64>>>(38);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 256; i++)
    sum += out[i] * (i + 1);
  printf("%.9g ", sum);
  two<<<4, 64>>>(3, 50);
  cudaDeviceSynchronize();
  sum = 0;
  for (int i = 0; i < 256; i++)
    sum += sums[i] * (i % 10 + 1);
  printf("%.9g\n", sum);
}
