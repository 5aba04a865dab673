// The threads of a warp lie in a rectangle of the block; its lanes alternate
// between the axes. Copies go on by the numbers of threads.
// RUN: split-file %s %t
// RUN: %tessera -q --no-transfers --cuda-path=none --plan=%t/plan.yaml %t/matmul.cu -- | FileCheck %s
// RUN: %tessera -q --no-transfers --cuda-path=none --plan=%t/plan.yaml --print=plan %t/matmul.cu -- | FileCheck %s --check-prefix=PLAN
// RUN: sed 's/8, 4/16, 2/' %t/plan.yaml > %t/wide.yaml
// RUN: %tessera -q --no-transfers --cuda-path=none --plan=%t/wide.yaml %t/matmul.cu -- | FileCheck %s --check-prefix=WIDE
// RUN: sed 's/8, 4/32, 1/' %t/plan.yaml > %t/line.yaml
// RUN: not %tessera -q --no-transfers --cuda-path=none --plan=%t/line.yaml %t/matmul.cu -- 2>&1 | FileCheck %s --check-prefix=LINE
// RUN: sed 's/8, 4/8, 3/' %t/plan.yaml > %t/odd.yaml
// RUN: not %tessera -q --no-transfers --cuda-path=none --plan=%t/odd.yaml %t/matmul.cu -- 2>&1 | FileCheck %s --check-prefix=ODD
// RUN: sed 's/factor: 4/factor: 8/' %t/plan.yaml > %t/groups.yaml
// RUN: %tessera -q --no-transfers --cuda-path=none --plan=%t/groups.yaml %t/matmul.cu -- | FileCheck %s --check-prefix=GROUPS
// RUN: sed '/stages/,$d' %t/plan.yaml > %t/none.yaml
// RUN: not %tessera -q --no-transfers --cuda-path=none --plan=%t/none.yaml %t/matmul.cu -- 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK:      // 8 x 4 threads are a warp: neighbouring lanes read the same of a tile.
// CHECK-NEXT: const unsigned warp = (threadIdx.y * 16 + threadIdx.x) / 32;
// CHECK-NEXT: const unsigned lane = (threadIdx.y * 16 + threadIdx.x) % 32;
// CHECK-NEXT: const unsigned thread_x =
// CHECK-NEXT:   warp % 2 * 8 + lane % 2 + lane / 4 % 2 * 2 + lane / 16 * 4;
// CHECK-NEXT: const unsigned thread_y = warp / 2 * 4 + lane / 2 % 2 + lane / 8 % 2 * 2;
// CHECK:      const int thread = threadIdx.y * 16 + threadIdx.x;
// CHECK:      &A_tile[k - k0][r + thread_y * 4]);
// CHECK:      &B_tile[k - k0][c + thread_x * 4]);
// CHECK:      int row = (blockIdx.y * blockDim.y + thread_y) * 4 + r;
// CHECK-NOT:  threadIdx

// Several groups of neighbours for each thread.
// GROUPS: int row =
// GROUPS-NEXT: (blockIdx.y * 8) * blockDim.y + ((r / 4) * 64 + (r % 4) + thread_y * 4);
// GROUPS: int col = (blockIdx.x * 8) * blockDim.x +
// GROUPS-NEXT: ((c / 4) * 64 + (c % 4) + thread_x * 4);

// WIDE:      const unsigned thread_x =
// WIDE-NEXT:   lane % 2 + lane / 4 % 2 * 2 + lane / 8 % 2 * 4 + lane / 16 * 8;
// WIDE-NEXT: const unsigned thread_y = warp * 2 + lane / 2 % 2;

// PLAN: # matmul 16x16x1
// PLAN-NEXT: warps 8x4 4y 4x k/8:A,B
// PLAN: warp: [ 8, 4 ]

// LINE: kernel 'matmul': blocks are no multiples of 'warp' [tessera-bad-plan]
// ODD: 'warp' has two sizes, powers of two that make 32 threads
// NONE: kernel 'matmul': 'warp' goes with 'stages', and excludes 'threads' [tessera-bad-plan]

//--- plan.yaml
kernels:
  - kernel: matmul
    warp: [8, 4]
    coarsen:
      - { axis: y, factor: 4, width: 4 }
      - { axis: x, factor: 4, width: 4 }
    stages:
      - loop: k
        steps: 8
        unroll: true
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
