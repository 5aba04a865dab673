// Tiles are read by vectors, A's transposed; two buffers hide the loads.
// RUN: split-file %s %t
// RUN: %tessera -q --no-transfers --cuda-path=none --plan=%t/plan.yaml %t/matmul.cu -- | FileCheck %s

// CHECK-LABEL: void __launch_bounds__(256, 2)
// CHECK-NEXT:      matmul(
// CHECK:         __shared__ __align__(16) float A_tile[2][8][132];
// CHECK:         __shared__ __align__(16) float B_tile[2][8][128];
// CHECK:         int buffer = 0;
// CHECK:         float A_next[4];
// The first strip, then a barrier.
// CHECK:         auto fetch = [&](int k0) {
// CHECK:           A_next[y] = A_y < n && A_x < n ? A[A_y * n + A_x] : 0;
// CHECK:         };
// CHECK-NEXT:    auto store = [&] {
// CHECK:           A_tile[buffer]{{.*}} = A_next[y];
// CHECK:         };
// CHECK-NEXT:    if (0 < n) {
// CHECK-NEXT:      fetch(0);
// CHECK-NEXT:      store();
// CHECK-NEXT:    }
// CHECK-NEXT:    __syncthreads();
// CHECK:         for (int k0 = 0; k0 < n; k0 += 8) {
// CHECK-NEXT:      const bool more = k0 + 8 < n;
// CHECK-NEXT:      if (more)
// CHECK-NEXT:        fetch(k0 + 8);
// CHECK:           auto step = [&](int k) {
// CHECK:             __align__(16) float A_reg[8];
// CHECK:             *reinterpret_cast<float4 *>(&A_reg[r]) =
// CHECK-NEXT:            *reinterpret_cast<const float4 *>(
// CHECK-NEXT:              &A_tile[buffer][k - k0][(r / 4) * 64 + threadIdx.y * 4]);
// CHECK:             sum[r][c] += A_reg[r] * B_reg[c];
// CHECK:           for (int k = k0; k < k0 + 8; ++k)
// CHECK-NEXT:        step(k);
// Stored where nobody reads; one barrier before it is read.
// CHECK:           if (more) {
// CHECK-NEXT:        buffer ^= 1;
// CHECK-NEXT:        store();
// CHECK-NEXT:        __syncthreads();
// CHECK:         int row = (blockIdx.y * 8) * blockDim.y +
// CHECK-NEXT:               ((r / 4) * 64 + (r % 4) + threadIdx.y * 4);
//--- plan.yaml
kernels:
  - kernel: matmul
    resident: 2
    coarsen:
      - { axis: y, factor: 8, width: 4 }
      - { axis: x, factor: 8, width: 4 }
    stages:
      - loop: k
        steps: 8
        unroll: true
        buffers: 2
        tiles:
          - { array: A, transposed: true, vector: 4, padding: 4 }
          - { array: B, vector: 4, padding: 0 }
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
