// Matrix product; the kernel names the arrays.
#include "bench.h"
#include <math.h>
#ifndef L
#define L 33
#endif
#ifndef M
#define M 40
#endif
#ifndef N
#define N 50
#endif
#define BLOCK 16

__global__ float A[L][M], B[M][N], C[L][N];

__global__ void matmul() {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < L && j < N) {
    float sum = 0.0f;
    for (int k = 0; k < M; k++)
      sum += A[i][k] * B[k][j];
    C[i][j] = sum;
  }
}

int main() {
  create_context();
  dim3 block(BLOCK, BLOCK);
  dim3 grid((N + BLOCK - 1) / BLOCK, (L + BLOCK - 1) / BLOCK);
  for (int run = 0; run < RUNS; run++) {
    for (int i = 0; i < L; i++)
      for (int k = 0; k < M; k++)
        A[i][k] = number(i * M + k + run) / 512.0f - 1;
    for (int k = 0; k < M; k++)
      for (int j = 0; j < N; j++)
        B[k][j] = number(j * M + k + run) / 512.0f - 1;
    for (int i = 0; i < L; i++)
      for (int j = 0; j < N; j++)
        C[i][j] = NAN;
    watch_start();
    matmul<<<grid, block>>>();
    use(C, sizeof(C));
    watch_stop();
  }
  bool good = true;
  for (int i = 0; i < L; i += 5) {
    int j = i * 7 % N;
    double sum = 0;
    for (int k = 0; k < M; k++)
      sum += (double)A[i][k] * B[k][j];
    good = good && fabs(C[i][j] - sum) < 1e-5 * M;
  }
  return result(good, checksum(C, sizeof(C)));
}
