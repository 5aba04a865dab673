// Blocks whose outputs are more than the rows of a tile: an output that is not
// stored would read beyond it, as its condition is only asked at the end.
// RUN: rm -rf %t && split-file %s %t
// RUN: not %tessera --cuda-path=none --plan=%t/plan.yaml -o %t/out.cu %t/main.cu 2>&1 | FileCheck %s
// CHECK: error: the plan does not fit the program: kernel 'rows': array 'a': some outputs of a block would read beyond the tile
// RUN: sed "s/define N 96/define N 128/" %t/main.cu > %t/full.cu
// RUN: %tessera --cuda-path=none -q --coarsen=always -o %t/out.cu %t/full.cu
// RUN: %tessera-verify %t/full.cu %t/out.cu
// RUN: %tessera --cuda-path=none -q --coarsen=always -o %t/out.cu %t/main.cu
// RUN: %tessera-verify %t/main.cu %t/out.cu
//--- plan.yaml
kernels:
  - kernel: rows
    block: [ 16, 4, 1 ]
    registers: [ 'c[i * N + j]' ]
    coarsen:
      - { axis: x, factor: 8 }
    stages:
      - loop: k
        steps: 8
        tiles:
          - { array: a }
//--- main.cu
#include <cstdio>
#define N 96
#define M 64
__global__ void rows(float *c, const float *a) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < N && j < N) {
    c[i * N + j] *= 2;
    for (int k = 0; k < M; k++)
      c[i * N + j] += a[i * M + k] * a[j * M + k];
  }
}
int main() {
  static float host[N * N];
  float *a, *c;
  cudaMalloc(&a, N * M * sizeof(float));
  cudaMalloc(&c, N * N * sizeof(float));
  for (int i = 0; i < N * N; i++)
    host[i] = i % 17 - 8;
  cudaMemcpy(a, host, N * M * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(c, host, N * N * sizeof(float), cudaMemcpyHostToDevice);
  rows<<<dim3((N + 127) / 128 * 8, (N + 3) / 4), dim3(16, 4)>>>(c, a);
  cudaMemcpy(host, c, N * N * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g %g\n", host[3], host[N * N - 1]);
}
