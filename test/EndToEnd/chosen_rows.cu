// A launch that chooses between kernels takes arrays of two dimensions for
// pointers, too: in a loop, and where the copies are the program's own.
// RUN: %translate -q %s -o %t.cu
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 300 | FileCheck %s --check-prefix=SAME
// RUN: %translate -q --no-transfers %s -o %t.shared.cu
// RUN: FileCheck %s --input-file=%t.shared.cu
// RUN: %tessera-verify --seeds 2 %s %t.shared.cu -- 300 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.shared.cu -- 1 | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// SAME: same: output, exit code
#include <stdio.h>
#include <stdlib.h>

__global__ float a[600][64];
__global__ float sums[3][300];

__global__ void add(const float *in, float *out, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float sum = 0;
    for (int j = 0; j < m; ++j)
      sum += in[i * m + j];
    out[i] = sum;
  }
}

// CHECK: (tiles_fit ? add_tiled
// CHECK: : add)<<<tile_grid, tile_block>>>(a + 64 * k, sums + 300 * k, n, 64);
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  for (int i = 0; i < 600; ++i)
    for (int j = 0; j < 64; ++j)
      a[i][j] = (i * 7 + j) % 13;
  for (int k = 0; k < 3; ++k) {
    add<<<(n + 127) / 128, 128>>>(a + 64 * k, sums + 300 * k, n, 64);
    printf("%g\n", sums[k][n - 1]);
  }
}
