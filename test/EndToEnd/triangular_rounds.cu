// Threads with several outputs whose outer loop begins where the output is: the
// inner one has the same rounds for all, but not together. Both counters are
// declared at once.
// RUN: %translate --coarsen=always %s -o %t.cu
// RUN: %translate --coarsen=always --check %t.cu
// RUN: %tessera-verify %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %s %t.cu -- 5 | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// SAME: same: output, exit code
#include <cstdio>
#include <cstdlib>
#define M 70
#define N 9

__global__ void products(float *sums, const float *data, int m) {
  int a = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int i, b;
  if (a >= 1 && a <= m) {
    for (b = a; b <= m; b++) {
      sums[a * (M + 1) + b] = 0;
      for (i = 1; i <= N; i++)
        sums[a * (M + 1) + b] +=
            data[i * (M + 1) + a] * data[i * (M + 1) + b];
      sums[b * (M + 1) + a] = sums[a * (M + 1) + b];
    }
  }
}

int main(int argc, char **argv) {
  int m = argc > 1 ? atoi(argv[1]) : M;
  float *sums, *data;
  cudaMallocManaged(&sums, (M + 1) * (M + 1) * sizeof(float));
  cudaMallocManaged(&data, (M + 1) * (N + 1) * sizeof(float));
  for (int i = 0; i < (M + 1) * (N + 1); i++)
    data[i] = i % 13;
  for (int i = 0; i < (M + 1) * (M + 1); i++)
    sums[i] = -1;
  products<<<(m + 31) / 32, 32>>>(sums, data, m);
  cudaDeviceSynchronize();
  float all = 0;
  for (int i = 0; i < (M + 1) * (M + 1); i++)
    all = all * 0.5f + sums[i];
  printf("%f\n", all);
  cudaFree(sums);
  cudaFree(data);
}
