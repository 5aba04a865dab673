// inverse.cu by hand: the pivots stay on the device, which remembers a bad one.
#include "inverse.h"

__device__ int bad_pivot;

__global__ void set_identity(float *inv) {
  int i = blockIdx.y;
  int j = blockDim.x * blockIdx.x + threadIdx.x;
  if (j < N)
    inv[i * N + j] = i == j ? 1.0f : 0.0f;
}

__global__ void save_pivot(const float *a, const float *inv, float *row_a,
                           float *row_inv, float *column, int k) {
  int j = blockDim.x * blockIdx.x + threadIdx.x;
  if (j < N) {
    float pivot = a[k * N + k];
    if (j == 0 && fabsf(pivot) < TINY)
      bad_pivot = 1;
    row_a[j] = a[k * N + j] / pivot;
    row_inv[j] = inv[k * N + j] / pivot;
    column[j] = a[j * N + k];
  }
}

__global__ void eliminate(float *a, float *inv, const float *row_a,
                          const float *row_inv, const float *column, int k) {
  int i = blockIdx.y;
  int j = blockDim.x * blockIdx.x + threadIdx.x;
  if (j < N) {
    if (i == k) {
      a[i * N + j] = row_a[j];
      inv[i * N + j] = row_inv[j];
    } else {
      a[i * N + j] -= column[i] * row_a[j];
      inv[i * N + j] -= column[i] * row_inv[j];
    }
  }
}

int main() {
  create_context();
  const size_t bytes = N * N * sizeof(float), row_bytes = N * sizeof(float);
  float (*a)[N], (*inv)[N], *a_dev, *inv_dev, *row_a, *row_inv, *column;
  CHECK(cudaMallocHost(&a, bytes));
  CHECK(cudaMallocHost(&inv, bytes));
  CHECK(cudaMalloc(&a_dev, bytes));
  CHECK(cudaMalloc(&inv_dev, bytes));
  CHECK(cudaMalloc(&row_a, row_bytes));
  CHECK(cudaMalloc(&row_inv, row_bytes));
  CHECK(cudaMalloc(&column, row_bytes));
  int bad = 0;
  for (int run = 0; run < RUNS && !bad; run++) {
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        a[i][j] = initial(i, j, run);
    watch_start();
    CHECK(cudaMemcpyAsync(a_dev, a, bytes, cudaMemcpyHostToDevice));
    set_identity<<<dim3(BLOCKS, N), BLOCK>>>(inv_dev);
    for (int k = 0; k < N; k++) {
      save_pivot<<<BLOCKS, BLOCK>>>(a_dev, inv_dev, row_a, row_inv, column, k);
      eliminate<<<dim3(BLOCKS, N), BLOCK>>>(a_dev, inv_dev, row_a, row_inv,
                                            column, k);
    }
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyAsync(inv, inv_dev, bytes, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpyFromSymbol(&bad, bad_pivot, sizeof(bad)));
    use(inv, bytes);
    watch_stop();
  }
  int status = bad ? result(false, 0)
                   : result(is_right(inv[0], RUNS - 1), checksum(inv, bytes));
  CHECK(cudaFree(a_dev));
  CHECK(cudaFree(inv_dev));
  CHECK(cudaFree(row_a));
  CHECK(cudaFree(row_inv));
  CHECK(cudaFree(column));
  CHECK(cudaFreeHost(a));
  CHECK(cudaFreeHost(inv));
  return status;
}
