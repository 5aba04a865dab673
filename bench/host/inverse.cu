// Inverse of a matrix by Gauss-Jordan elimination. The host looks at each
// pivot.
#include "inverse.h"

__global__ float a[N][N], inv[N][N];
// The scaled pivot rows and the pivot column of the current step.
__global__ float row_a[N], row_inv[N], column[N];

__global__ void set_identity(float *inv) {
  int i = blockIdx.y;
  int j = blockDim.x * blockIdx.x + threadIdx.x;
  if (j < N)
    inv[i * N + j] = i == j ? 1.0f : 0.0f;
}

__global__ void save_pivot(float *a, float *inv, float *row_a, float *row_inv,
                           float *column, int k, float pivot) {
  int j = blockDim.x * blockIdx.x + threadIdx.x;
  if (j < N) {
    row_a[j] = a[k * N + j] / pivot;
    row_inv[j] = inv[k * N + j] / pivot;
    column[j] = a[j * N + k];
  }
}

__global__ void eliminate(float *a, float *inv, float *row_a, float *row_inv,
                          float *column, int k) {
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
  for (int run = 0; run < RUNS; run++) {
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        a[i][j] = initial(i, j, run);
    watch_start();
    set_identity<<<dim3(BLOCKS, N), BLOCK>>>(inv);
    for (int k = 0; k < N; k++) {
      float pivot = a[k][k];
      if (fabsf(pivot) < TINY)
        return result(false, k);
      save_pivot<<<BLOCKS, BLOCK>>>(a, inv, row_a, row_inv, column, k, pivot);
      eliminate<<<dim3(BLOCKS, N), BLOCK>>>(a, inv, row_a, row_inv, column, k);
    }
    use(inv, sizeof(inv));
    watch_stop();
  }
  return result(is_right(inv[0], RUNS - 1), checksum(inv, sizeof(inv)));
}
