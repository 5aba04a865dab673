// Loops whose threads begin and end apart: triangles, bands, windows.
// RUN: %translate -q %s -o %t.cu
// RUN: %translate --check %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %translate -q --plan=%S/Inputs/triangles.yaml %s -o %t.forced.cu
// RUN: %tessera-verify --seeds 3 %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 3 %s %t.cu -- 1 0 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 3 %s %t.forced.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 3 %s %t.forced.cu -- 1 0 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 3 %s %t.forced.cu -- 31 40 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 3 %s %t.forced.cu -- 50 -2 | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// RUN: %if nvcc %{ %compile -o %t.o %t.forced.cu %}
// SAME: same: output, exit code
// CHECK: for (int k = max(k0, i); k < k0 + {{[0-9]+}} && k < n; ++k)
#include <cstdio>
#include <cstdlib>
// Below the diagonal there are zeros.
__global__ void upper(float *c, const float *a, const float *b, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) {
    float s = 0;
    for (int k = i; k < n; ++k)
      s += a[i * n + k] * b[k * n + j];
    c[i * n + j] = s;
  }
}
__global__ void lower(float *y, const float *a, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float s = 0;
  int k;
  for (k = 0; k <= i; k++)
    s += a[i * n + k] * x[k];
  y[i] = s;
}
__global__ void both(float *c, const float *a, const float *b, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) {
    float s = 0;
    for (int k = max(i, j); k < n; ++k)
      s += a[i * n + k] * b[k * n + j];
    c[i * n + j] = s;
  }
}
__global__ void window(const float *in, float *out, int n, int r, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m)
    return;
  const int lo = i < r ? 0 : i - r, hi = min(i + r + 1, n);
  float s = 0;
  for (int k = lo; k < hi; ++k) {
    if (k == i)
      continue;
    s += in[k];
  }
  out[i] = s / (hi - lo);
}
// The outer loop goes together, too, with a barrier in each of its rounds.
__global__ void covariances(float *sym, const float *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j, k;
  if (i < n) {
    for (j = i; j < n; j++) {
      sym[i * n + j] = 0;
      for (k = 0; k < n; k++)
        sym[i * n + j] += data[k * n + i] * data[k * n + j];
      sym[j * n + i] = sym[i * n + j];
    }
  }
}
// Counters without a sign, and steps of more than one.
__global__ void steps(float *out, const float *in, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float s = 0;
    for (unsigned k = 0; k <= i; k += 3)
      s += in[k];
    for (size_t k = i + 1; k < n; ++k)
      s -= in[k];
    out[i] = s;
  }
}
// Each counts, for its threads, in the variable of another loop.
__global__ void pairs(float *f, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float s = 0;
    for (int j = i + 1; j < n; ++j)
      for (int k = j; k < min(n, j + 3); ++k)
        s += (x[j] - x[i]) * x[k];
    f[i] = s;
  }
}
// The bound grows by more than one from thread to thread.
__global__ void multiples(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float s = 0;
    for (int k = 0; k <= i * 3; ++k)
      s += in[k];
    out[i] = s;
  }
}
static void print(const char *name, float *p, int n) {
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum = sum * 0.99 + p[i];
  printf("%s %.9g\n", name, sum);
}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 70, r = argc > 2 ? atoi(argv[2]) : 5;
  float *a, *b, *c;
  cudaMallocManaged(&a, n * n * sizeof(float));
  cudaMallocManaged(&b, n * n * sizeof(float));
  cudaMallocManaged(&c, n * n * sizeof(float));
  for (int i = 0; i < n * n; ++i) {
    a[i] = i % 13 - 6;
    b[i] = i % 7 - 2;
    c[i] = -1;
  }
  int tiles = (n + 15) / 16, blocks = (n + 31) / 32;
  upper<<<dim3(tiles, tiles), dim3(16, 16)>>>(c, a, b, n);
  print("upper", c, n * n);
  lower<<<blocks, 32>>>(c, a, b, n);
  print("lower", c, n);
  both<<<dim3(tiles, tiles), dim3(16, 16)>>>(c, a, b, n);
  print("both", c, n * n);
  window<<<blocks, 32>>>(a, c, n, r, n);
  print("window", c, n);
  covariances<<<blocks, 32>>>(c, a, n);
  print("covariances", c, n * n);
  steps<<<blocks, 32>>>(c, a, n);
  print("steps", c, n);
  pairs<<<blocks, 32>>>(c, a, n);
  print("pairs", c, n);
  multiples<<<blocks, 32>>>(c, a, n);
  print("multiples", c, n);
}
