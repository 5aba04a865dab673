// cuBLAS, without tensor cores, computes one triangle; a kernel copies it to
// the other.
#include <cstdio>
#include <cstdlib>
#include <cublas_v2.h>

constexpr int Side = 32;

// Elements above the diagonal, of rows, to those below.
__global__ void mirror(float *C, int n) {
  if (blockIdx.x < blockIdx.y)
    return;
  __shared__ float tile[Side][Side + 1];
  const int row = blockIdx.y * Side, column = blockIdx.x * Side;
  for (int y = threadIdx.y; y < Side; y += blockDim.y)
    if (row + y < n && column + threadIdx.x < n)
      tile[y][threadIdx.x] = C[(row + y) * n + column + threadIdx.x];
  __syncthreads();
  for (int y = threadIdx.y; y < Side; y += blockDim.y)
    if (column + y < n && row + threadIdx.x < column + y)
      C[(column + y) * n + row + threadIdx.x] = tile[threadIdx.x][y];
}

void syrk(const float *A, float *C, int n, int k) {
  static cublasHandle_t handle = [] {
    cublasHandle_t created;
    if (cublasCreate(&created) != CUBLAS_STATUS_SUCCESS ||
        cublasSetMathMode(created, CUBLAS_PEDANTIC_MATH) !=
            CUBLAS_STATUS_SUCCESS) {
      fprintf(stderr, "cuBLAS does not start\n");
      exit(EXIT_FAILURE);
    }
    return created;
  }();
  const float one = 1, zero = 0;
  if (cublasSsyrk(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_T, n, k, &one, A, k,
                  &zero, C, n) != CUBLAS_STATUS_SUCCESS)
    exit(EXIT_FAILURE);
  const dim3 block(Side, 8), grid((n + Side - 1) / Side, (n + Side - 1) / Side);
  mirror<<<grid, block>>>(C, n);
}
