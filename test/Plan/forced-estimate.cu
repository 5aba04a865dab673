// A plan that is asked for has the estimate that it has among candidates; one
// with plain tiles, too, in the same unit.
// RUN: split-file %s %t
// RUN: %tessera -q --cuda-path=none --no-transfers --gpu=h200 --print=plan %t/main.cu > %t/own
// RUN: %tessera -q --cuda-path=none --no-transfers --gpu=h200 --print=plan --plan=%t/outputs.yaml %t/main.cu > %t/outputs
// RUN: %tessera -q --cuda-path=none --no-transfers --gpu=h200 --print=plan --plan=%t/tiles.yaml %t/main.cu > %t/tiles
// RUN: %tessera -q --cuda-path=none --no-transfers --gpu=h200 --print=plan --plan=%t/nothing.yaml %t/main.cu > %t/nothing
// RUN: %tessera -q --cuda-path=none --no-transfers --gpu=h200 --print=plan --plan=%t/copies.yaml %t/main.cu > %t/copies
// RUN: cat %t/own %t/outputs %t/tiles %t/nothing %t/copies | FileCheck %s
// RUN: %tessera -q --cuda-path=none --no-transfers --gpu=tesla-c2050 --print=plan --plan=%t/tiles.yaml %t/main.cu | FileCheck %s --check-prefix=OLD

// CHECK: # product 16x16x1
// CHECK: #   8x 8y k/16:A,B  cycles [[ASIS:.*]] -> [[OUTPUTS:.*]], 33280 bytes

// CHECK: # product 16x16x1
// CHECK-NEXT: #   8x 8y k/16:A,B  cycles [[ASIS]] -> [[OUTPUTS]], 33280 bytes, {{[0-9]+}} registers  chosen
// The other kernel stays.
// CHECK-NEXT: # count 256x1x1
// CHECK-NEXT: #   as it is  cycles [[COUNT:.*]] -> [[COUNT]], 0 bytes, {{[0-9]+}} registers  chosen

// CHECK: # product 16x16x1
// CHECK-NEXT: #   k/16:A,B  cycles [[ASIS]] -> {{[0-9.]+}}, 2048 bytes, {{[0-9]+}} registers  chosen

// CHECK: # product 16x16x1
// CHECK-NEXT: #   as it is  cycles [[ASIS]] -> [[ASIS]], 0 bytes, {{[0-9]+}} registers  chosen
// CHECK: # count 256x1x1

// Of atomic updates the part counts that is left with copies.
// CHECK: # count 256x1x1
// CHECK-NEXT: #   persistent 1056 x  cycles [[COUNT]] -> 0.{{[0-9]+}}, 0 bytes, {{[0-9]+}} registers  chosen

// A device of which no rates are known.
// OLD: #   k/16:A,B  cost
//--- main.cu
__global__ void product(const float *A, const float *B, float *C, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) {
    float sum = 0;
    for (int k = 0; k < n; ++k)
      sum += A[i * n + k] * B[k * n + j];
    C[i * n + j] = sum;
  }
}

__global__ void count(const unsigned char *data, unsigned *counts, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&counts[data[i]], 1u);
}

void run(const float *A, const float *B, float *C, int n,
         const unsigned char *data, unsigned *counts) {
  dim3 block(16, 16), grid((n + 15) / 16, (n + 15) / 16);
  product<<<grid, block>>>(A, B, C, n);
  count<<<(n + 255) / 256, 256>>>(data, counts, n);
}
//--- outputs.yaml
kernels:
  - kernel: product
    coarsen:
      - { axis: x, factor: 8, width: 4 }
      - { axis: y, factor: 8, width: 4 }
    stages:
      - loop: k
        steps: 16
        buffers: 2
        unroll: true
        tiles:
          - { array: A, group: 0, transposed: true, vector: 4 }
          - { array: B, group: 0, vector: 4 }
//--- tiles.yaml
kernels:
  - kernel: product
    stages:
      - loop: k
        steps: 16
        tiles: [ { array: A }, { array: B } ]
//--- nothing.yaml
kernels:
  - kernel: product
//--- copies.yaml
kernels:
  - kernel: count
    privatise: [ counts ]
    persistent: { axis: x, blocks: 1056 }
