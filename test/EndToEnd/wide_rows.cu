// Rows that begin anywhere are made by wider blocks: fewer sectors belong to two
// of them. Blocks that are wide enough, or cannot change, stay.
// RUN: %translate -q --coarsen=always %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %translate --coarsen=always %s -o %t.again.cu 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: %translate --check %t.cu
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 37 131 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 64 128 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 5 3 | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// SAME: same: output, exit code
#include <stdio.h>
#include <stdlib.h>

// REMARK: start 'smooth': blocks 64x4x1 4y interior [tessera-otherwise]
// CHECK-LABEL: void smooth(
// CHECK: const int y_first = (blockIdx.y * blockDim.y + threadIdx.y) * 4;
__global__ void smooth(const float *in, float *out, int h, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1)
    out[y * w + x] = 0.5f * in[y * w + x] +
                     0.125f * (in[y * w + x - 1] + in[y * w + x + 1] +
                               in[(y - 1) * w + x] + in[(y + 1) * w + x]);
}

// Its threads tell where they are in their block.
// CHECK-LABEL: void weigh(
__global__ void weigh(const float *in, float *out, int h, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1)
    out[y * w + x] = (in[y * w + x - 1] + in[y * w + x + 1] +
                      in[(y - 1) * w + x] + in[(y + 1) * w + x]) *
                     (threadIdx.x + 1);
}

__managed__ float cells[64 * 1024], result[64 * 1024], weighed[64 * 1024];

int main(int argc, char **argv) {
  int h = argc > 1 ? atoi(argv[1]) : 37, w = argc > 2 ? atoi(argv[2]) : 131;
  for (int i = 0; i < h * w; ++i)
    cells[i] = i % 23 * 0.25f;
  // CHECK-LABEL: int main(
  // CHECK: const dim3 tile_block =
  // CHECK-NEXT: tiles_fit ? dim3(block) : dim3(block.x * 4, block.y / 4);
  // CHECK: smooth)<<<tile_grid, tile_block>>>
  // CHECK: weigh<<<{{.*}}block>>>
  dim3 block(16, 16), grid((w + 15) / 16, (h + 15) / 16);
  smooth<<<grid, block>>>(cells, result, h, w);
  weigh<<<grid, block>>>(result, weighed, h, w);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < h * w; ++i)
    sum = sum * 0.99 + result[i] + weighed[i] * 3;
  printf("%f\n", sum);
  return 0;
}
