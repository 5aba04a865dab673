// A shape that all versions of a kernel have is not chosen by a test.
// RUN: %tessera -q --cuda-path=none --coarsen=always %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu
#include <cstdio>

__global__ void blur(const float *a, float *b, int n, int m) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || x >= n - 1 || y < 1 || y >= m - 1) return;
  b[y * n + x] = (a[y * n + x - 1] + a[y * n + x + 1] + a[y * n + x] +
                  a[(y - 1) * n + x] + a[(y + 1) * n + x]) / 5;
}

int main(int argc, char **) {
  const int n = 63 + argc;
  static float a[64 * 64], *in, *out;
  for (int i = 0; i < n * n; i++)
    a[i] = i % 13;
  cudaMalloc(&in, sizeof a);
  cudaMalloc(&out, sizeof a);
  cudaMemcpy(in, a, sizeof a, cudaMemcpyHostToDevice);
  cudaMemcpy(out, a, sizeof a, cudaMemcpyHostToDevice);
  const dim3 grid((n + 15) / 16, (n + 15) / 16), block(16, 16);
  // CHECK: {{^}}  const dim3 tile_grid = dim3((grid.x + 3) / 4, grid.y, grid.z);
  // CHECK: {{^}}  (tiles_fit ? blur_tiled : blur)<<<tile_grid,
  blur<<<grid, block>>>(in, out, n, n);
  cudaMemcpy(a, out, sizeof a, cudaMemcpyDeviceToHost);
  double sum = 0;
  for (int i = 0; i < n * n; i++)
    sum += a[i] * (i % 7);
  printf("%.9g\n", sum);
}
