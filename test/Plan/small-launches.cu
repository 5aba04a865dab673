// Threads with several outputs wait for launches that are large enough: with
// as many blocks as keep the device busy, and as many rounds in them all as
// make up for the longer text; with short loops also where each thread keeps
// its one output.
// RUN: %tessera -q --cuda-path=none --no-transfers %s | FileCheck %s
// RUN: %tessera -q --cuda-path=none --no-transfers --print=plan %s | FileCheck %s --check-prefix=PLAN
#include <stdio.h>
__global__ void multiply(const float *a, const float *b, float *c, int n,
                         int k) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n)
    return;
  float sum = 0;
  for (int i = 0; i < k; i++)
    sum += a[y * k + i] * b[i * n + x];
  c[y * n + x] = sum;
}

__global__ void normalise(const float *in, float *out, int rows, int columns) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float sum = 0;
    for (int j = 0; j < columns; ++j)
      sum += expf(in[row * columns + j]);
    for (int j = 0; j < columns; ++j)
      out[row * columns + j] = expf(in[row * columns + j]) / sum;
  }
}

__global__ void blur(const float *in, float *out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < n - 1 && y > 0 && y < n - 1)
    out[y * n + x] = in[y * n + x] + in[y * n + x - 1] + in[y * n + x + 1] +
                     in[(y - 1) * n + x] + in[(y + 1) * n + x];
}

// CHECK: void products(
// CHECK: (long long)grid.x * grid.y >= [[#]] &&
// CHECK: (long long)grid.x * grid.y * k >= [[#]] &&
// CHECK: (tiles_fit{{[0-9]*}} ? multiply_tiled_2 : multiply)<<<dim3(16, 16), block>>>(
void products(const float *a, const float *b, float *c, int n, int k) {
  dim3 block(16, 16), grid((n + 15) / 16, (n + 15) / 16);
  multiply<<<grid, block>>>(a, b, c, n, k);
  multiply<<<dim3(16, 16), block>>>(a, b, c, 256, 256);
}

// CHECK: void rows(
// CHECK: {{^}}  const bool tiles_fit{{[0-9]*}} = tiles_may_fit{{[0-9]*}} && columns >= [[#]] &&
// CHECK: {{^}}  const bool tiles_fit{{[0-9]*}} = tiles_may_fit{{[0-9]*}} && columns >= [[#]] &&
// CHECK-NEXT: {{^}} {{ *}}(long long)((rows + 127) / 128) * columns >= 160;
void rows(const float *in, float *out, int rows, int columns) {
  normalise<<<(rows + 127) / 128, 128>>>(in, out, rows, columns);
}

// Of known sizes the first is too small.
// CHECK: {{^}}  blur<<<dim3(8, 32), dim3(32, 8)>>>(in, out, 256);
// CHECK: blur_tiled
// PLAN: kernel: {{ *}}blur
// PLAN-NEXT: block: {{ *}}[ 16, 16, 1 ]
// PLAN-NEXT: coarsen:
void blurs(const float *in, float *out) {
  blur<<<dim3(8, 32), dim3(32, 8)>>>(in, out, 256);
  blur<<<dim3(512, 512), dim3(16, 16)>>>(in, out, 8192);
}
