// A place of threads in their warps that nobody asks for is not computed: a
// compiler would warn of it.
// RUN: split-file %s %t
// RUN: %tessera -q --no-transfers --cuda-path=none --plan=%t/plan.yaml %t/sums.cu -- | FileCheck %s
// RUN: %tessera -q --no-transfers --cuda-path=none --plan=%t/plan.yaml %t/sums.cu -- | not grep thread_y

// CHECK:      // 8 x 4 threads are a warp: neighbouring lanes read the same of a tile.
// CHECK-NEXT: const unsigned warp = (threadIdx.y * 32 + threadIdx.x) / 32;
// CHECK-NEXT: const unsigned lane = (threadIdx.y * 32 + threadIdx.x) % 32;
// CHECK-NEXT: const unsigned thread_x =
// CHECK-NEXT:   warp % 4 * 8 + lane % 2 + lane / 4 % 2 * 2 + lane / 16 * 4;

//--- plan.yaml
kernels:
  - kernel: sums
    block: [32, 8, 1]
    warp: [8, 4]
    coarsen:
      - { axis: x, factor: 4, width: 4 }
    stages:
      - loop: i
        steps: 8
        tiles:
          - { array: A, vector: 4, padding: 0 }
//--- sums.cu
__global__ void sums(const float *A, float *out, int n) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (col < n) {
    float sum = 0;
    for (int i = 0; i < n; ++i)
      sum += A[i * n + col];
    out[col] = sum;
  }
}
int main() {
  int n = 200;
  float *A, *out;
  cudaMalloc(&A, n * n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  dim3 block(32, 8), grid((n + 31) / 32);
  sums<<<grid, block>>>(A, out, n);
}
