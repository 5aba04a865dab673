// Tiles of more than 48 KB lie in dynamic shared memory, the largest alignment
// first; the launch says how much.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu > %t/out.cu 2> %t/err
// RUN: FileCheck %s --input-file=%t/out.cu
// RUN: %tessera-verify %t/main.cu %t/out.cu
// RUN: %tessera --cuda-path=none -q --plan=%t/sums.yaml %t/managed.cu -o %t/moved.cu
// RUN: FileCheck %s --input-file=%t/moved.cu --check-prefix=MOVED
// RUN: %tessera-verify --seeds 3 %t/managed.cu %t/moved.cu
// RUN: %tessera --cuda-path=none --no-transfers --gpu=Tesla-C2050 --plan=%t/plan.yaml %t/main.cu 2>&1 >/dev/null | FileCheck %s --check-prefix=OLD

// RUN: %tessera --cuda-path=none --gpus=all --plan=%t/sums.yaml %t/managed.cu 2>&1 >/dev/null | FileCheck %s --check-prefix=GPUS

// GPUS: remark: the program uses one GPU: the version of 'sums' with tiles has fewer blocks, or more shared memory than every launch may have

// OLD: remark: '{{[ab]}}' not staged: the tile of 73728 bytes exceeds the 49152 bytes of shared memory a block may use [tessera-shared-memory-limit]

// CHECK:      #define CUDA_CHECK(call)
// CHECK-LABEL: __global__ void matmul(
// CHECK:        extern __shared__ __align__(16) unsigned char matmul_tiles[];
// CHECK-DAG:    float (*a_tile)[128] = (float (*)[128])(matmul_tiles + 65536);
// CHECK-DAG:    double (*b_tile)[64] = (double (*)[64])matmul_tiles;
// CHECK:          sum += a_tile[threadIdx.y][k - k0] * b_tile[k - k0][threadIdx.x];
// CHECK-LABEL: int main(
// CHECK:        for (int i = 0; i < 2; i++) {
// CHECK-NEXT:     // The kernel needs more shared memory than every launch may have.
// CHECK-NEXT:     CUDA_CHECK(cudaFuncSetAttribute(
// CHECK-NEXT:         matmul, cudaFuncAttributeMaxDynamicSharedMemorySize, 73728));
// CHECK-NEXT:     matmul<<<dim3(2, 2), dim3(64, 16), 73728>>>(a, b, c, 128 - i);

// MOVED:      #define CUDA_CHECK(call)
// MOVED-NOT:  #define CUDA_CHECK(call)
// MOVED:      const bool tiles_fit =
// MOVED:      const size_t tile_bytes =
// MOVED-NEXT: tiles_fit ? (long long)(n < 70000 ? n : 70000) * 4 : 0;
// MOVED-NEXT: // The kernel needs more shared memory than every launch may have.
// MOVED-NEXT: if (tiles_fit)
// MOVED-NEXT:   CUDA_CHECK(cudaFuncSetAttribute(
// MOVED-NEXT:       sums_tiled, cudaFuncAttributeMaxDynamicSharedMemorySize,
// MOVED-NEXT:       (int)tile_bytes));
// MOVED-NEXT: (tiles_fit ? sums_tiled : sums)<<<2, 64, tile_bytes>>>(
//--- main.cu
#include <stdio.h>
#include <stdlib.h>
__global__ void matmul(const float *a, const double *b, double *c, int n) {
  int x = blockIdx.x * 64 + threadIdx.x;
  int y = blockIdx.y * 16 + threadIdx.y;
  if (x < n && y < n) {
    double sum = 0;
    for (int k = 0; k < n; k++)
      sum += a[y * n + k] * b[k * n + x];
    c[y * n + x] = sum;
  }
}
int main() {
  const int n = 128;
  float *a, *host_a = (float *)malloc(n * n * sizeof(float));
  double *b, *c, *host = (double *)malloc(n * n * sizeof(double));
  cudaMalloc(&a, n * n * sizeof(float));
  cudaMalloc(&b, n * n * sizeof(double));
  cudaMalloc(&c, n * n * sizeof(double));
  for (int i = 0; i < n * n; i++)
    host_a[i] = host[i] = i % 37;
  cudaMemcpy(a, host_a, n * n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b, host, n * n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemset(c, 0, n * n * sizeof(double));
  for (int i = 0; i < 2; i++)
    matmul<<<dim3(2, 2), dim3(64, 16)>>>(a, b, c, 128 - i);
  cudaMemcpy(host, c, n * n * sizeof(double), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (int i = 0; i < n * n; i++)
    sum += host[i] * (i % 17);
  printf("%g\n", sum);
}
//--- managed.cu
#include <stdio.h>
#include <stdlib.h>
__global__ void sums(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k++)
    sum += in[k];
  out[i] = sum;
}
int main(int argc, char **argv) {
  float *in, *out;
  cudaMallocManaged(&in, 70000 * sizeof(float));
  cudaMallocManaged(&out, 128 * sizeof(float));
  for (int i = 0; i < 70000; i++)
    in[i] = i % 10;
  for (int n = 100 * argc; n <= 100000; n *= 9) {
    sums<<<2, 64>>>(in, out, n < 70000 ? n : 70000);
    cudaDeviceSynchronize();
    printf("%g\n", out[3]);
  }
}
//--- plan.yaml
kernels:
  - kernel: matmul
    stages:
      - loop: k
        steps: 128
        tiles:
          - array: a
          - array: b
//--- sums.yaml
kernels:
  - kernel: sums
    stages:
      - tiles:
          - array: in
