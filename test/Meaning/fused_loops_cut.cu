// Loops of known rounds that become one launch, which is cut: the counter
// starts behind nought, skips, is unsigned or narrow, or is in the argument.
// RUN: %meaning %s --original
// RUN: %meaning %s --options=--pieces=3
// RUN: %meaning %s '--options=--pieces=3 --graphs'
// RUN: %meaning %s '--options=--pieces=2 --coarsen=always'
// PRINTS: 3290 1230 3290 2278 1340 6790 1610
#include <cstdio>
#define ROWS 20
#define N 64
__global__ int a[ROWS][N];
__global__ int b[ROWS][N];
__global__ int c[ROWS][N];
__global__ int d[ROWS][N];
__global__ int e[ROWS][N];
__global__ int f[ROWS][N];
__global__ int g[ROWS * N];

__global__ void started(int *x, int v) {
  x[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
__global__ void skipping(int *x, int v) {
  x[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
__global__ void natural(int *x, unsigned v) {
  x[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
__global__ void narrow(int *x, int v) {
  x[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
__global__ void downward(int *x, int v) {
  x[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
__global__ void computed(int *x, int v, int w) {
  x[blockIdx.x * blockDim.x + threadIdx.x] = v + w;
}
__global__ void offset(int *x, int v) {
  x[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

static void total(const int *x) {
  long sum = 0;
  for (int i = 0; i < ROWS; ++i)
    for (int k = 0; k < N; ++k)
      sum += x[i * N + k] * (i + 1);
  printf("%ld ", sum / N);
}

int main() {
  for (int i = 3; i < ROWS + 3; ++i)
    started<<<2, N / 2>>>(a[i - 3], i);
  total(a[0]);
  for (int i = 0; i < ROWS; i += 2)
    skipping<<<2, N / 2>>>(b[i], i);
  total(b[0]);
  for (unsigned i = 0; i != ROWS; ++i)
    natural<<<2, N / 2>>>(c[i], i + 3);
  total(c[0]);
  for (short i = 2; i <= 18; ++i)
    narrow<<<2, N / 2>>>(d[i], i);
  total(d[0]);
  for (int i = 15; i >= 4; --i)
    downward<<<2, N / 2>>>(e[i], i);
  total(e[0]);
  for (int i = 0; i < ROWS; ++i)
    computed<<<2, N / 2>>>(f[i], 3 * i, 7 - i);
  total(f[0]);
  for (int i = 0; i < ROWS; ++i)
    offset<<<2, N / 2>>>(g + i * N, i - 5);
  total(g);
  printf("\n");
}
