// Counters hide coordinates, parameters and other counters, also where what they
// index has a tile, and where a grid is cut into parts.
// RUN: %meaning %s --original
// RUN: %meaning %s --options=--pieces=3
// RUN: %meaning %s --options=--gpus=all --run=--devices=2
// PRINTS: 24317984 1152985 -9429473 545325524 56822304 -4743
#include <cstdio>
#define N 64
__global__ int a[N * N];
__global__ int b[N * N];
__global__ int c[N * N];

__global__ void outer_counter(const int *x, int *y) {
  int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
  int s = 0;
  for (int k = 0; k < 8; k++)
    for (int j = 0; j < 8; j++) {
      for (int k = 0; k < 2; k++)
        s += x[(k * 8 + j) * N + col];
      s += k;
    }
  y[row * N + col] = s;
}
__global__ void twice_the_same(const int *x, int *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int s = 0;
  for (int k = 0; k < n; k++) {
    s += x[k];
    for (int k = 0; k < 3; k++)
      s += x[k] * k;
  }
  y[i] = s + i;
}
__global__ void coordinate(const int *x, int *y) {
  unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  int s = 0;
  for (unsigned col = 0; col < N; col++)
    s -= x[row * N + col];
  y[row * N + col] = s;
}
__global__ void narrower(const int *x, int *y) {
  int row = blockIdx.y * 8 + threadIdx.y, col = blockIdx.x * 8 + threadIdx.x;
  int s = 0;
  for (int r = 0; r < N; ++r)
    for (short row = 0; row < N; row++)
      s += x[(N - 1 - r) * N + (N - 1 - row)] % (row + 2);
  y[row * N + col] = s;
}
__global__ void parameter(const int *x, int *y, int k) {
  int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
  int s = k;
  for (int k = 0; k < N; k++)
    s += x[row * N + k] * x[k * N + col];
  y[row * N + col] = s + k;
}
__global__ void before_and_in(const int *x, const int *y, int *z) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col < 33 && row < 33) {
    int s = y[row * 33 + col];
    for (int k = 0; k < 33; k++)
      s += x[row * 33 + k] * y[k * 33 + col];
    z[row * 33 + col] = s;
  }
}

long total(const int *x) {
  long sum = 0;
  for (int i = 0; i < N * N; ++i)
    sum += long(x[i]) * (i % 11 + 1);
  return sum;
}
void fill() {
  for (int i = 0; i < N * N; ++i) {
    a[i] = i % 13;
    b[i] = i % 7 - 3;
    c[i] = 0;
  }
}

int main() {
  fill();
  outer_counter<<<dim3(4, 4), dim3(16, 16)>>>(a, c);
  printf("%ld", total(c));
  fill();
  twice_the_same<<<3, 64>>>(a, c, 130);
  printf(" %ld", total(c));
  fill();
  coordinate<<<dim3(2, 8), dim3(32, 8)>>>(a, c);
  printf(" %ld", total(c));
  fill();
  narrower<<<dim3(8, 8), dim3(8, 8)>>>(a, c);
  printf(" %ld", total(c));
  fill();
  parameter<<<dim3(4, 4), dim3(16, 16)>>>(a, c, 5);
  printf(" %ld", total(c));
  fill();
  before_and_in<<<dim3(3, 5), dim3(16, 8)>>>(a, b, c);
  printf(" %ld\n", total(c));
}
