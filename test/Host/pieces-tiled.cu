// Kernels with tiles run in pieces, too: they count their blocks from a
// parameter, and get the size of the grid if their load tests need it.
// RUN: %tessera -q --cuda-path=none --gpu=tesla-c1060 --pieces=3 %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %tessera -q --cuda-path=none --gpu=tesla-c1060 --pieces=1 %s -o %t.1.cu
// RUN: FileCheck --check-prefix=ONE %s --input-file=%t.1.cu
#include <stdio.h>
#define N 70
#define T 16

// ONE-NOT: first_{{block}}
// CHECK: unsigned int first_block, unsigned int all_blocks) {
// CHECK-NEXT: int i = (first_block + blockIdx.y) * T + threadIdx.y; // blockIdx.y
// CHECK: __shared__ float in_tile
// CHECK: const int in_y = (first_block + blockIdx.y) * 16 + y - 1;
// CHECK-NEXT: const int in_x = blockIdx.x * 16 + x - 1;
// CHECK: in_y < 16 * (int)all_blocks
// CHECK: in_y < N - 1
// CHECK: in_x < 16 * (int)gridDim.x
__global__ float in[N][N], out[N][N];
__global__ void blur(const float in[N][N], float out[N][N]) {
  int i = blockIdx.y * T + threadIdx.y; // blockIdx.y
  int j = blockIdx.x * T + threadIdx.x;
  if (i > 0 && i < N - 1 && j > 0 && j < N - 1)
    out[i][j] = in[i][j] + in[i - 1][j] + in[i + 1][j] + in[i][j - 1] +
                in[i][j + 1];
}

// CHECK: const dim3 grid = dim3((N + T - 1) / T, (N + T - 1) / T);
// CHECK-NEXT: const unsigned int blocks = grid.y;
// CHECK: cudaMemcpyAsync(in_dev[0] + begin
// CHECK: blur<<<dim3(grid.x, last - first), dim3(T, T), 0, compute>>>(
// CHECK-NEXT: in_dev, out_dev, first, blocks);
int main() {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      in[i][j] = (i * 31 + j * 17) % 1000;
      out[i][j] = 7;
    }
  blur<<<dim3((N + T - 1) / T, (N + T - 1) / T), dim3(T, T)>>>(in, out);
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum = sum * 0.75 + out[i][j];
  printf("%.17g\n", sum);
}
