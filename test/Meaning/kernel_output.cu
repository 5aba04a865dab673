// What a kernel prints comes where a launch that waits would print it, before
// what the host prints behind the launch.
// RUN: %meaning %s --original
// RUN: %meaning %s --options=--pieces=2
// RUN: %meaning %s --options=--graphs
// PRINTS: device 0 host 0 device 1 host 1 device 2 host 2
// PRINTS: alone 3 host 3 twice 4 host 4 2080
#include <cstdio>
#define N 64
__global__ int a[3][N], sums[N];

__global__ void scale(const int *row, int *sum, int by) {
  int i = threadIdx.x, s = 0;
  for (int k = 0; k < N; ++k)
    s += row[k] * by;
  sum[i] = s;
  if (i == 0)
    printf("device %d ", by);
}

__global__ void alone(int value) { printf("alone %d ", value); }

struct Says {
  int value;
  __device__ Says(int value) : value(value) {}
  __device__ ~Says() { printf("twice %d ", value); }
};
__device__ int half(int value) {
  Says on_leaving(value);
  return value / 2;
}
__global__ void leaves(int *sum, int value) {
  if (threadIdx.x == 0)
    sum[0] += half(value) - 2;
}

int main() {
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < N; ++k)
      a[i][k] = k + 1;
  for (int t = 0; t < 3; ++t) {
    scale<<<1, N>>>(a[t], sums, t);
    printf("host %d ", t);
  }
  alone<<<1, 1>>>(3);
  printf("host %d ", 3);
  leaves<<<1, N>>>(sums, 4);
  printf("host %d ", 4);
  printf("%d\n", sums[0] / 2);
}
