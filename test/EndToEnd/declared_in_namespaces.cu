// Kernels are declared in namespaces, started, and defined out of line: their
// versions are declared where they are, and are named like them.
// RUN: %translate -q %s -o %t.cu
// RUN: %translate --check %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 2 %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// RUN: %translate -q --start=1 %s -o %t.first.cu
// RUN: FileCheck %s --check-prefix=FIRST --input-file=%t.first.cu
// RUN: %tessera-verify --seeds 2 %s %t.first.cu | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ %compile -o %t.first.o %t.first.cu %}
// SAME: same: output, exit code
#include <cstdio>

// CHECK: namespace outer {
// CHECK: __global__ void product(const float *a, const float *b, float *c, int n = 48);
// CHECK-NEXT: __global__ void product_tiled(const float *a,
// CHECK: __launch_bounds__(64) __global__ void rows(const float *a, const float *x, float *y, int n);
// CHECK-NEXT: __launch_bounds__(64) __global__
// CHECK-NEXT: void rows_tiled(
// FIRST: outer::rows_tiled, cudaFuncAttributeMaxDynamicSharedMemorySize,
namespace outer {
inline namespace v1 {
__global__ void product(const float *a, const float *b, float *c, int n = 48);
}
__launch_bounds__(64) __global__ void rows(const float *a, const float *x, float *y, int n);
template <typename T, int Scale = 2>
__global__ void sums(const T *a, T *out, int n);
} // namespace outer

static void start(const float *a, const float *b, float *c, int n) {
  dim3 block(16, 16), grid((n + 15) / 16, (n + 15) / 16);
  // CHECK: outer::v1::product_tiled
  outer::v1::product<<<grid, block>>>(a, b, c, n);
  outer::rows<<<(n + 63) / 64, 64>>>(c, a, c + n * n, n);
  outer::sums<<<(n + 63) / 64, 64>>>(c, c + n * n + n, n);
}

// CHECK: __global__ void outer::product_tiled(const float *a,
__global__ void outer::product(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) {
    float s = 0;
    for (int k = 0; k < n; k++)
      s += a[i * n + k] * b[k * n + j];
    c[i * n + j] = s;
  }
}

// CHECK: __global__ void outer::rows_tiled(const float *a,
__global__ void outer::rows(const float *a, const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float s = threadIdx.x % 2;
    for (int k = 0; k < n; k++)
      s += a[i * n + k] * x[k];
    y[i] = s;
  }
}

template <typename T, int Scale>
__global__ void outer::sums(const T *a, T *out, int n) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n) {
    out[j] = 0;
    for (int i = 0; i < n; i++)
      out[j] += a[i * n + j];
    out[j] *= Scale;
  }
}

int main(int argc, char **) {
  const int n = 47 + argc, all = n * n + 2 * n;
  float *a, *b, *c;
  cudaMallocManaged(&a, n * n * sizeof(float));
  cudaMallocManaged(&b, n * n * sizeof(float));
  cudaMallocManaged(&c, all * sizeof(float));
  for (int i = 0; i < n * n; ++i) {
    a[i] = i % 7;
    b[i] = i % 5;
  }
  start(a, b, c, n);
  cudaDeviceSynchronize();
  double s = 0;
  for (int i = 0; i < all; ++i)
    s += c[i] * (i % 11);
  printf("%g\n", s);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
