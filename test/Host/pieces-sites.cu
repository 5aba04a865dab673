// A kernel with several launches: one of them is cut, another one too, along the
// same axis, and those that are not start with the first block.
// RUN: %tessera -q --cuda-path=none --pieces=3 %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 37
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 1
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 32
// RUN: %tessera -q --cuda-path=none --check %t.cu
#include <stdio.h>
#include <stdlib.h>

// CHECK: unsigned int first_block,
// CHECK-NEXT: unsigned int all_blocks) {
__global__ void mix(const int *in, int *out, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: out[i * n + j] = in[i * n + j] + all_blocks;
  if (i < n && j < n)
    out[i * n + j] = in[i * n + j] + gridDim.y;
}

void print(const int *a, int n) {
  for (int i = 0; i < n * n; i++)
    printf("%d\n", a[i]);
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  int *a, *b;
  cudaMallocManaged(&a, n * n * sizeof(int));
  cudaMallocManaged(&b, n * n * sizeof(int));
  for (int i = 0; i < n * n; i++)
    a[i] = i % 97;
  dim3 grid((n + 15) / 16, (n + 7) / 8), block(16, 8);
  // CHECK: mix<<<dim3(grid.x, last - first), block, 0, compute>>>(a_dev, b_dev, n,
  // CHECK-NEXT: first, blocks);
  mix<<<grid, block>>>(a, b, n);
  cudaDeviceSynchronize();
  print(b, n);
  // CHECK: mix<<<grid, block>>>(a_dev, b_dev, n, 0, grid.y);
  for (int t = 0; t < 3; t++)
    mix<<<grid, block>>>(a, b, n);
  cudaDeviceSynchronize();
  print(b, n);
  a[0] = 5;
  // CHECK: const dim3 grid_ = dim3((n + 7) / 8, (n + 7) / 8);
  // CHECK: mix<<<dim3(grid_.x, last - first), dim3(8, 8), 0, compute>>>(
  // CHECK-NEXT: a_dev, b_dev, n, first, blocks);
  mix<<<dim3((n + 7) / 8, (n + 7) / 8), dim3(8, 8)>>>(a, b, n);
  cudaDeviceSynchronize();
  print(b, n);
  // CHECK: mix<<<dim3(n, n), dim3(1, 1)>>>(b_dev, b_dev, n, 0, dim3(n, n).y);
  mix<<<dim3(n, n), dim3(1, 1)>>>(b, b, n);
  // CHECK: mix<<<n * n, 1>>>(b_dev, a_dev, 1, 0, 1);
  mix<<<n * n, 1>>>(b, a, 1);
  cudaDeviceSynchronize();
  print(a, n);
  cudaFree(a);
  cudaFree(b);
}
