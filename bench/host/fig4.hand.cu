// fig4.cu by hand: one launch, and one copy per array that is needed.
#include "bench.h"
#ifndef N
#define N 64
#endif
#define BLOCK 64

__global__ void product(const int *a, const int *b, int *c) {
  int i = blockIdx.y;
  int j = blockDim.x * blockIdx.x + threadIdx.x;
  int sum = 0;
  for (int k = 0; k < N; k++)
    sum += a[i * N + k] * b[k * N + j];
  c[i * N + j] = sum;
}

int main() {
  create_context();
  const size_t bytes = N * N * sizeof(int);
  int (*a)[N], (*b)[N], (*c)[N], *a_dev, *b_dev, *c_dev;
  CHECK(cudaMallocHost(&a, bytes));
  CHECK(cudaMallocHost(&b, bytes));
  CHECK(cudaMallocHost(&c, bytes));
  CHECK(cudaMalloc(&a_dev, bytes));
  CHECK(cudaMalloc(&b_dev, bytes));
  CHECK(cudaMalloc(&c_dev, bytes));
  for (int run = 0; run < RUNS; run++) {
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) {
        a[i][j] = number(i * N + j + run) - 512;
        b[i][j] = number(j * N + i + run) - 512;
        c[i][j] = -12345678;
      }
    watch_start();
    CHECK(cudaMemcpyAsync(a_dev, a, bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpyAsync(b_dev, b, bytes, cudaMemcpyHostToDevice));
    product<<<dim3(N / BLOCK, N), BLOCK>>>(a_dev, b_dev, c_dev);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(c, c_dev, bytes, cudaMemcpyDeviceToHost));
    use(c, bytes);
    watch_stop();
  }
  bool good = true;
  for (int i = 0; i < N; i += 7) {
    int j = i * 5 % N, sum = 0;
    for (int k = 0; k < N; k++)
      sum += a[i][k] * b[k][j];
    good = good && c[i][j] == sum;
  }
  int status = result(good, checksum(c, bytes));
  CHECK(cudaFree(a_dev));
  CHECK(cudaFree(b_dev));
  CHECK(cudaFree(c_dev));
  CHECK(cudaFreeHost(a));
  CHECK(cudaFreeHost(b));
  CHECK(cudaFreeHost(c));
  return status;
}
