// Tiles whose extent only run time knows, and where it is less than nothing:
// then the original kernel runs.
// RUN: %translate -q --plan=%S/Inputs/empty_tile.yaml %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 2 %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 3 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 9 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 40 | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// SAME: same: output, exit code
// CHECK: extern __shared__
// CHECK: {{m >= 9|m - 9 >= 0|m > 8}}
#include <cstdio>
#include <cstdlib>
__global__ void sums(const float *a, const double *b, float *out, int m) {
  int i = blockIdx.x * 32 + threadIdx.x;
  float s = 0;
  for (int k = 9; k < m; ++k)
    s += a[k] + b[k];
  out[i] = s + 1;
}
int main(int argc, char **argv) {
  int m = argc > 1 ? atoi(argv[1]) : 20;
  float *a, *out;
  double *b;
  cudaMallocManaged(&a, 64 * sizeof(float));
  cudaMallocManaged(&b, 64 * sizeof(double));
  cudaMallocManaged(&out, 64 * sizeof(float));
  for (int i = 0; i < 64; ++i)
    a[i] = b[i] = i;
  sums<<<2, 32>>>(a, b, out, m);
  cudaDeviceSynchronize();
  printf("%g %g\n", out[0], out[63]);
}
