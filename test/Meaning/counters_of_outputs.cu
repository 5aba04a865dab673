// A loop's counter that something behind the loop changes is no variable that
// several outputs of a thread have in common.
// RUN: %meaning %s --options=
// RUN: %meaning %s --options=--coarsen=always
// PRINTS: 10744 9954 7347 5609
#include <cstdio>
__global__ void goes_on(const int *a, int *y, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m) {
    int s = 0, k;
    for (k = 0; k < n; ++k)
      s += a[k];
    for (; k < n + 3; ++k)
      s += 2 * k;
    y[i] = s + k;
  }
}
__global__ void adds(const int *a, int *y, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m) {
    int s = 0, k;
    for (k = 0; k < n; ++k)
      s += a[k];
    k += 5;
    y[i] = s * 3 + k;
  }
}
__global__ void asks(const int *a, int *y, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m) {
    int s = 0, k;
    for (k = 0; k < n; ++k)
      s += a[k];
    while (k < 60 && a[k] > 0)
      k += 2;
    y[i] = s * 2 + k;
  }
}
__global__ void again(const int *a, int *y, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m) {
    int s = 0, k;
    for (k = 0; k < n; ++k)
      s += a[k];
    for (k = 2; k < n; ++k)
      s += a[k];
    y[i] = s;
  }
}
static long sum(const int *y) {
  cudaDeviceSynchronize();
  long t = 0;
  for (int i = 0; i < 40; ++i)
    t += y[i] * (i % 3 + 1);
  return t;
}
int main() {
  int *a, *y;
  cudaMallocManaged(&a, 64 * sizeof(int));
  cudaMallocManaged(&y, 40 * sizeof(int));
  for (int i = 0; i < 64; ++i)
    a[i] = i % 7;
  goes_on<<<2, 32>>>(a, y, 40, 13);
  const long first = sum(y);
  adds<<<2, 32>>>(a, y, 40, 13);
  const long second = sum(y);
  asks<<<2, 32>>>(a, y, 40, 13);
  const long third = sum(y);
  again<<<2, 32>>>(a, y, 40, 13);
  printf("%ld %ld %ld %ld\n", first, second, third, sum(y));
  cudaFree(a);
  cudaFree(y);
}
