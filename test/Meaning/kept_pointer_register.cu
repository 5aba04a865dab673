// An element that a kept pointer may name, too, stays in memory over a loop.
// RUN: %meaning %s --original
// PRINTS: 63 132
#include <cstdio>
#define N 64

__device__ float *kept;
__device__ float *const *list;
__global__ float a[N], b[N];

__global__ void keep(float *x) { kept = x; }
__global__ void halve(float *x) {
  int t = threadIdx.x;
  for (int r = 0; r < 6; ++r) {
    x[t] += 1;
    kept[t] *= 0.5f;
  }
}
__global__ void sums(const float *x, float *y) {
  int t = threadIdx.x;
  for (int k = 0; k < 2; ++k) {
    y[t] += x[0];
    if (t == 0)
      kept[0] = 3;
    __syncthreads();
  }
}

int main() {
  for (int i = 0; i < N; ++i)
    a[i] = b[i] = 0;
  keep<<<1, 1>>>(a);
  halve<<<1, N>>>(a);
  float sum = 0;
  for (int i = 0; i < N; ++i)
    sum += a[i];
  printf("%g ", sum);
  a[0] = 1;
  sums<<<1, 1>>>(a, b);
  printf("%g\n", b[0] * 33);
}
