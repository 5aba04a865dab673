// A thread computes 8x8 outputs; its variable becomes an array of registers.
// RUN: split-file %s %t
// RUN: %tessera -q --no-transfers --cuda-path=none --plan=%t/plan.yaml %t/matmul.cu -- | FileCheck %s
// RUN: %tessera -q --cuda-path=none --plan=%t/plan.yaml --print=plan %t/matmul.cu -- > %t/printed.yaml
// RUN: %tessera -q --no-transfers --cuda-path=none --plan=%t/printed.yaml %t/matmul.cu -- | FileCheck %s

// CHECK-LABEL: void matmul(
// CHECK-NOT:     int row
// Who loads what is computed once, before all loops.
// CHECK:         const int thread = threadIdx.y * 16 + threadIdx.x;
// CHECK-NEXT:    const int A_row = thread / 8;
// CHECK-NEXT:    const int A_column = thread % 8;
// CHECK:         float sum[8][8] = {};
// CHECK:         for (int k0 = 0; k0 < n; k0 += 8) {
// Cells outside the matrices are zeros, so that no output tests its guard.
// CHECK:           A_tile[A_row + y * 32][A_column] =
// CHECK-NEXT:          A_y < n && A_x < n ? A[A_y * n + A_x] : 0;
// CHECK:           __syncthreads();
// CHECK:           auto step = [&](int k) {
// CHECK:               sum[r][c] += A_tile[r * 16 + threadIdx.y][k - k0] *
// CHECK-NEXT:                       B_tile[k - k0][c * 16 + threadIdx.x];
// CHECK:           };
// Whole strips have a loop of constant length.
// CHECK:           if (k0 + 7 < n)
// CHECK-NEXT:        #pragma unroll
// CHECK-NEXT:        for (int k = k0; k < k0 + 8; ++k)
// CHECK-NEXT:          step(k);
// CHECK-NEXT:      else
// CHECK:             for (int k = k0; k < n; ++k)
// CHECK-NEXT:          step(k);
// CHECK-NEXT:      __syncthreads();
// Each output is stored under the user's own guard.
// CHECK:         int row = (blockIdx.y * 8 + r) * blockDim.y + threadIdx.y;
// CHECK:         int col = (blockIdx.x * 8 + c) * blockDim.x + threadIdx.x;
// CHECK-NEXT:    if (row < n && col < n)
// CHECK-NEXT:      C[row * n + col] = sum[r][c];
// CHECK:         matmul<<<dim3((grid.x + 7) / 8, (grid.y + 7) / 8, grid.z), block>>>(A, B, C,
// CHECK-NEXT:                                                                         n);
//--- plan.yaml
kernels:
  - kernel: matmul
    coarsen:
      - { axis: y, factor: 8 }
      - { axis: x, factor: 8 }
    stages:
      - loop: k
        steps: 8
        unroll: true
        tiles:
          - array: A
          - array: B
//--- matmul.cu
__global__ void matmul(const float *A, const float *B, float *C, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n && col < n) {
    float sum = 0;
    for (int k = 0; k < n; ++k)
      sum += A[row * n + k] * B[k * n + col];
    C[row * n + col] = sum;
  }
}
int main() {
  int n = 200;
  float *A, *B, *C;
  cudaMalloc(&A, n * n * sizeof(float));
  cudaMalloc(&B, n * n * sizeof(float));
  cudaMalloc(&C, n * n * sizeof(float));
  dim3 block(16, 16), grid((n + 15) / 16, (n + 15) / 16);
  matmul<<<grid, block>>>(A, B, C, n);
}
