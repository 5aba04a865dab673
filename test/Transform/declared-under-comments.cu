// Comments and pragmas before a declaration of several variables stay before
// what becomes of it.
// RUN: %tessera -q --cuda-path=none --no-transfers --coarsen=always %s -o %t.cu
// RUN: FileCheck %s < %t.cu
// RUN: %tessera-verify %s %t.cu | FileCheck %s --check-prefix=SAME
#include <cstdio>

// CHECK: __global__ void three(
// CHECK: {{^ +}}// Where it is.
// CHECK-NEXT: {{^ +}}int {{.*}};
__global__ void three(const float *in, float *out, int w, int h) {
  // Where it is.
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < w - 1 && y < h - 1)
    out[y * w + x] = in[y * w + x - 1] + in[y * w + x] + in[(y + 1) * w + x];
}

__global__ void suppressed(const float *in, float *out, int w, int h) {
#pragma nv_diag_suppress 177
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < w - 1 && y < h - 1)
    out[y * w + x] = in[y * w + x - 1] + in[y * w + x] + in[(y + 1) * w + x];
}

int main() {
  int w = 68, h = 21;
  float *a, *b, *c;
  cudaMallocManaged(&a, w * h * sizeof(float));
  cudaMallocManaged(&b, w * h * sizeof(float));
  cudaMallocManaged(&c, w * h * sizeof(float));
  for (int i = 0; i < w * h; ++i)
    a[i] = i % 13, b[i] = c[i] = 0;
  dim3 block(32, 8), grid((w + 31) / 32, (h + 7) / 8);
  three<<<grid, block>>>(a, b, w, h);
  suppressed<<<grid, block>>>(b, c, w, h);
  cudaDeviceSynchronize();
  for (int i = 0; i < w * h; i += 7)
    printf("%g\n", c[i]);
}
// SAME: same: output
