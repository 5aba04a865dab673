// A launch starts the first plan whose test is true: threads with vectors where
// rows are multiples, threads with several rows where they are not, the kernel
// as it is where both are too small. The last plan needs no test: it takes the
// place of its kernel.
// RUN: %translate -q --plan=%S/Inputs/alternatives.yaml %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %translate --check %t.cu
// RUN: %tessera-verify --seeds 2 %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 64 24 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 63 40 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 16 64 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 5 1 | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// SAME: same: output, exit code
#include <cstdio>
#include <cstdlib>

// CHECK-LABEL: void smooth(
// CHECK-NOT: _reg
// CHECK-LABEL: void smooth_tiled(
// CHECK: reinterpret_cast<const float4 *>
// CHECK-LABEL: void smooth_tiled_2(
// CHECK-NOT: float4
// CHECK: in_reg
__global__ void smooth(const float *in, float *out, int h, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y > 0 && y < h - 1)
    out[y * w + x] = in[(y - 1) * w + x] + 0.5f * in[y * w + x] +
                     in[(y + 1) * w + x];
}

// CHECK-LABEL: void product(
// CHECK: __shared__ float A_tile[16][{{1[67]}}];
// CHECK-LABEL: void product_tiled(
// CHECK: float sum[2] = {};
__global__ void product(const float *A, const float *B, float *C, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  if (i < n && j < n) {
    for (int k = 0; k < n; ++k)
      sum += A[i * n + k] * B[k * n + j];
    C[i * n + j] = sum;
  }
}

int main(int argc, char **argv) {
  const int w = argc > 1 ? atoi(argv[1]) : 36, h = argc > 2 ? atoi(argv[2]) : 50;
  float *in, *out, *C;
  cudaMallocManaged(&in, 6000 * sizeof(float));
  cudaMallocManaged(&out, 6000 * sizeof(float));
  cudaMallocManaged(&C, w * w * sizeof(float));
  for (int i = 0; i < 6000; ++i) {
    in[i] = i % 13 * 0.25f;
    out[i] = -1;
  }
  const dim3 block(16, 16);
  const dim3 grid((w + 15) / 16, (h + 15) / 16);
  // CHECK-LABEL: int main
  // CHECK: const bool tiles_fit =
  // CHECK-NEXT: grid.y >= 4 && w >= 17 && w % 4 == 0;
  // CHECK-NEXT: const bool tiles_fit2 = h >= 34;
  // CHECK-NEXT: const dim3 tile_grid = tiles_fit
  // CHECK-NEXT: ? dim3((grid.x + 3) / 4, (grid.y + 1) / 2, grid.z)
  // CHECK-NEXT: : tiles_fit2 ? dim3(grid.x, (grid.y + 3) / 4, grid.z)
  // CHECK-NEXT: : dim3(grid);
  // CHECK-NEXT: (tiles_fit ? smooth_tiled
  // CHECK-NEXT: : tiles_fit2 ? smooth_tiled_2
  // CHECK-NEXT: : smooth)<<<tile_grid, block>>>
  smooth<<<grid, block>>>(in, out, h, w);
  // CHECK: (tiles_fit3 ? product_tiled : product)<<<tile_grid2, block>>>
  product<<<dim3((w + 15) / 16, (w + 15) / 16), block>>>(in, out, C, w);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < w * w; ++i)
    sum = sum * 0.75 + C[i];
  for (int i = 0; i < w * h; ++i)
    sum = sum * 0.75 + out[i];
  printf("%.17g\n", sum);
}
