// A matrix product with one launch per row of the result.
#include "bench.h"
#ifndef N
#define N 64
#endif
#define BLOCK 64

__global__ int a[N][N], b[N][N], c[N][N];

__global__ void product_row(int *a, int *b, int *c) {
  int id = blockDim.x * blockIdx.x + threadIdx.x;
  int k;
  c[id] = 0;
  for (k = 0; k < N; k++)
    c[id] += a[k] * b[id + (k * N)];
}

int main() {
  create_context();
  for (int run = 0; run < RUNS; run++) {
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) {
        a[i][j] = number(i * N + j + run) - 512;
        b[i][j] = number(j * N + i + run) - 512;
        c[i][j] = -12345678;
      }
    watch_start();
    for (int i = 0; i < N; i++)
      product_row<<<N / BLOCK, BLOCK>>>(a + (i * N), b, c + (i * N));
    use(c, sizeof(c));
    watch_stop();
  }
  bool good = true;
  for (int i = 0; i < N; i += 7) {
    int j = i * 5 % N, sum = 0;
    for (int k = 0; k < N; k++)
      sum += a[i][k] * b[k][j];
    good = good && c[i][j] == sum;
  }
  return result(good, checksum(c, sizeof(c)));
}
