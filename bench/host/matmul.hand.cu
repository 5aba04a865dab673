// matmul.cu by hand: page-locked matrices, each copied once.
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

__global__ void matmul(const float (*A)[M], const float (*B)[N],
                       float (*C)[N]) {
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
  const size_t bytes_A = L * M * sizeof(float);
  const size_t bytes_B = M * N * sizeof(float);
  const size_t bytes_C = L * N * sizeof(float);
  float (*A)[M], (*B)[N], (*C)[N], (*A_dev)[M], (*B_dev)[N], (*C_dev)[N];
  CHECK(cudaMallocHost(&A, bytes_A));
  CHECK(cudaMallocHost(&B, bytes_B));
  CHECK(cudaMallocHost(&C, bytes_C));
  CHECK(cudaMalloc(&A_dev, bytes_A));
  CHECK(cudaMalloc(&B_dev, bytes_B));
  CHECK(cudaMalloc(&C_dev, bytes_C));
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
    CHECK(cudaMemcpyAsync(A_dev, A, bytes_A, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpyAsync(B_dev, B, bytes_B, cudaMemcpyHostToDevice));
    matmul<<<grid, block>>>(A_dev, B_dev, C_dev);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(C, C_dev, bytes_C, cudaMemcpyDeviceToHost));
    use(C, bytes_C);
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
  int status = result(good, checksum(C, bytes_C));
  CHECK(cudaFree(A_dev));
  CHECK(cudaFree(B_dev));
  CHECK(cudaFree(C_dev));
  CHECK(cudaFreeHost(A));
  CHECK(cudaFreeHost(B));
  CHECK(cudaFreeHost(C));
  return status;
}
