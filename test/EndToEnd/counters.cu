// Accumulators in loops whose counter is set, or counts, outside of their header:
// the test whether there is a round is that of each thread.
// RUN: %translate -q %s -o %t.cu
// RUN: %translate --check %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 0 0 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 1 1 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 65 100 | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// SAME: same: output, exit code
// CHECK: if ((int)(threadIdx.x) < n) {
// CHECK-NEXT: float c_value = c[blockIdx.x * 64 + t];
// CHECK: for (int q = q0; q < q0 + 64; q++) {
// CHECK: for (int q = q0; q < m; q++) {
// CHECK: if (0u < (unsigned)n) {
#include <cstdio>
#include <cstdlib>
__global__ void acc(const float *a, float c[], int n, int m) {
  int t = threadIdx.x;
  for (int k = threadIdx.x; k < n; k += blockDim.x)
    c[blockIdx.x * 64 + t] += a[k];
  for (int k = threadIdx.x; k < 16; k += blockDim.x)
    c[blockIdx.x * 64 + t] += a[k];
}
__global__ void more(const float *a, const double *b, float *c, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int q = 0;
  while (q < m) {
    c[i] += b[q];
    q++;
  }
  for (unsigned d = n; d-- > 0;)
    c[i] -= a[d];
}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 100, m = argc > 2 ? atoi(argv[2]) : 7;
  float *a, *c;
  cudaMallocManaged(&a, 1000 * sizeof(float));
  cudaMallocManaged(&c, 1000 * sizeof(float));
  double *b;
  cudaMallocManaged(&b, 1000 * sizeof(double));
  for (int i = 0; i < 1000; ++i) a[i] = b[i] = i % 7, c[i] = i;
  acc<<<3, 64>>>(a, c, n, m);
  more<<<3, 64>>>(a, b, c, n, m);
  cudaDeviceSynchronize();
  float s = 0;
  for (int i = 0; i < 1000; ++i) s += c[i] * i;
  printf("%g\n", s);
}
