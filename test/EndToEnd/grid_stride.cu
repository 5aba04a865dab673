// Blocks that stride over the grid, one after the other or side by side.
// RUN: %translate -q %s -o %t.cu
// RUN: %translate --check %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %translate -q --plan=%S/Inputs/grid_stride.yaml %s -o %t.forced.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 0 1 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 4 %s %t.forced.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 4 %s %t.forced.cu -- 0 1 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 4 %s %t.forced.cu -- 1 2 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 4 %s %t.forced.cu -- 97 1 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 4 %s %t.forced.cu -- 128 7 | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// RUN: %if nvcc %{ %compile -o %t.o %t.forced.cu %}
// SAME: same: output, exit code
// CHECK: for (int i0 = blockIdx.x * blockDim.x; i0 < n; i0 += gridDim.x * blockDim.x) {
#include <cstdio>
#include <cstdlib>
__global__ void stencil(const float *a, float *b, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    if (i > 0 && i < n - 1)
      b[i] = a[i - 1] + a[i] + a[i + 1];
}
__global__ void steps(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int stride = gridDim.x * blockDim.x;
  while (i < n) {
    float s = a[i];
    if (i > 0)
      s += a[i - 1];
    b[i] = s;
    i += stride;
  }
}
__global__ void skips(const float *a, float *b, size_t n) {
  for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += (size_t)gridDim.x * blockDim.x) {
    if (i == 0)
      continue;
    b[i] = a[i - 1] - a[i];
  }
}
__global__ void transpose(const float *a, float *b, int h, int w) {
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < h;
       y += gridDim.y * blockDim.y)
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < w;
         x += gridDim.x * blockDim.x)
      b[x * h + y] = a[y * w + x];
}
__global__ void conv(const float *a, const double *f, float *b, int n,
                     int m) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x) {
    float s = 0;
    for (int k = 0; k < m; ++k)
      s += a[4 * i + k] * f[k];
    b[i] = s;
  }
}
__global__ void mirrored(const float *a, float *b, int n) {
  for (int k = threadIdx.x; k < n; k += blockDim.x)
    b[blockIdx.x * n + k] = a[blockIdx.x * n + k] + a[blockIdx.x * n + n - 1 - k];
}
__global__ void rows(const float *a, float *b, int h, int w) {
  for (int y = blockIdx.x; y < h; y += gridDim.x)
    for (int x = threadIdx.x; x < w; x += blockDim.x)
      b[y * w + x] = a[y * w + x] + (x > 0 ? a[y * w + x - 1] : 0);
}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1009;
  int g = argc > 2 ? atoi(argv[2]) : 3;
  int h = n % 97 + (n > 96), w = n / 10;
  int all = n + h * w + 64 + 4 * n;
  float *a, *b;
  double *f;
  cudaMallocManaged(&a, all * sizeof(float));
  cudaMallocManaged(&b, all * sizeof(float));
  cudaMallocManaged(&f, 64 * sizeof(double));
  float s = 0;
  for (int r = 0; r < 7; ++r) {
    for (int i = 0; i < all; ++i) a[i] = i % 7 + r, b[i] = 0;
    for (int i = 0; i < 64; ++i) f[i] = i % 5 - 2;
    if (r == 0) stencil<<<g, 128>>>(a, b, n);
    if (r == 1) steps<<<g, 64>>>(a, b, n);
    if (r == 2) skips<<<g, 64>>>(a, b, n);
    if (r == 3) transpose<<<dim3(g, 2), dim3(16, 16)>>>(a, b, h, w);
    if (r == 4) conv<<<g, 64>>>(a, f, b, n, 45);
    if (r == 5) mirrored<<<4, 64>>>(a, b, n);
    if (r == 6) rows<<<g, 64>>>(a, b, h, w);
    cudaDeviceSynchronize();
    for (int i = 0; i < all; ++i) s += b[i] * (i % 13);
    printf("%d %g\n", r, s);
  }
}
