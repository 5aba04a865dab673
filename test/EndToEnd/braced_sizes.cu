// Sizes of launches are braces: they are of the type of the argument.
// RUN: %translate -q --coarsen=never --start=1 %s -o %t.cu
// RUN: %translate --coarsen=never --check %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 2 %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// SAME: same: output, exit code
#include <cstdio>

// What stays as it is keeps its text.
// CHECK: #define FILL(p, n) fill<<<{1, 1}, {(unsigned)(n)}>>>(p, n)
#define FILL(p, n) fill<<<{1, 1}, {(unsigned)(n)}>>>(p, n)

__global__ void fill(float *p, int n) { p[n + threadIdx.x] = threadIdx.x; }

__global__ void product(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) {
    float s = 0;
    for (int k = 0; k < n; k++)
      s += a[i * n + k] * b[k * n + j];
    c[i * n + j] = s;
  }
}

int main(int argc, char **) {
  const unsigned n = 47 + argc, m = (n + 15) / 16;
  float *a, *b, *c;
  cudaMallocManaged(&a, n * n * sizeof(float));
  cudaMallocManaged(&b, n * n * sizeof(float));
  cudaMallocManaged(&c, n * n * sizeof(float));
  for (unsigned i = 0; i < n * n; ++i) {
    a[i] = i % 7;
    b[i] = i % 5;
  }
  // CHECK: : product)<<<{m, m, 1}, {16, 16, 1}>>>(a, b, c, n);
  product<<<{m, m, 1}, {16, 16, 1}>>>(a, b, c, n);
  // CHECK: {m, [&] { return m; }()}, dim3{16, 16}, {0}, {}>>>(
  product<<<{m, [&] { return m; }()}, dim3{16, 16}, {0}, {}>>>(c, b, a, n);
  // CHECK: << <{m, m}, {16, 16}>> >(b, a, c, n);
  product << <{m, m}, {16, 16}>> >(b, a, c, n);
  FILL(c, n);
  cudaDeviceSynchronize();
  double s = 0;
  for (unsigned i = 0; i < n * n; ++i)
    s += (double)c[i] * (i % 11);
  printf("%g\n", s);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
