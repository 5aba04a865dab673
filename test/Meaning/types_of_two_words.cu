// Tiles of elements whose type is spelled by two words, or is a pointer.
// RUN: %meaning %s --original
// PRINTS: 63960 63960 63960 63960 63960 1600 820
#include <stdio.h>
#define N 40

template <typename T>
__global__ void product(const T *a, const T *b, T *c, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) {
    T sum = 0;
    for (int k = 0; k < n; ++k)
      sum += a[y * n + k] * b[k * n + x];
    c[y * n + x] = sum;
  }
}

__global__ void equal(const float *const *rows, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int sum = 0;
    for (int k = 0; k < n; ++k)
      sum += rows[k] <= rows[i];
    out[i] = sum;
  }
}

template <typename T> void run() {
  T *a, *b, *c;
  cudaMallocManaged(&a, N * N * sizeof(T));
  cudaMallocManaged(&b, N * N * sizeof(T));
  cudaMallocManaged(&c, N * N * sizeof(T));
  for (int i = 0; i < N * N; ++i) {
    a[i] = i % 3;
    b[i] = i % 2;
    c[i] = 0;
  }
  product<T><<<dim3(3, 3), dim3(16, 16)>>>(a, b, c, N);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < N * N; ++i)
    sum += (i % 5) * (double)c[i];
  printf("%g ", sum);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}

int main() {
  run<signed char>();
  run<unsigned short>();
  run<long long>();
  run<unsigned long long>();
  run<unsigned long>();
  run<bool>();
  const float **rows;
  int *out;
  static float cells[N];
  cudaMallocManaged(&rows, N * sizeof(float *));
  cudaMallocManaged(&out, N * sizeof(int));
  for (int i = 0; i < N; ++i)
    rows[i] = cells + (i * 7) % N;
  equal<<<2, 32>>>(rows, out, N);
  cudaDeviceSynchronize();
  int sum = 0;
  for (int i = 0; i < N; ++i)
    sum += out[i];
  printf("%d\n", sum);
}
