// Outputs are counted from the first where that has the type of the variable:
// a sum with a parameter of another type would be compared, divided and wrap in
// another way.
// RUN: %tessera -q --cuda-path=none --no-transfers --coarsen=always %s -o %t.cu
// RUN: %tessera -q --cuda-path=none --no-transfers --start=1 %s -o %t.1.cu
// RUN: %tessera -q --cuda-path=none --no-transfers --start=2 %s -o %t.2.cu
// RUN: FileCheck %s < %t.2.cu
// RUN: %tessera-verify --seeds 2 %s %t.cu %t.1.cu %t.2.cu | FileCheck %s --check-prefix=SAME
#include <cstdio>

// CHECK-LABEL: void same(
// CHECK: = in[at_first + r * w];
__global__ void same(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int at = y * w + x;
  if (x < w - 1 && y < h - 1)
    out[at] = in[at] + in[at + 1] + in[at + w];
}

// The sum with `unsigned` would never be negative.
// CHECK-LABEL: void sign(
// CHECK-NOT: at_first + r * w
__global__ void sign(const float *in, float *out, unsigned w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int at = y * w + x - 2;
  if (x < (int)w && y < h - 1)
    out[y * w + x] = in[y * w + x] + in[(y + 1) * w + x] + (at < 0 ? 100 : at / 3);
}

// Products of 32 bits would wrap where these do not.
// CHECK-LABEL: void width(
// CHECK-NOT: at_first + r * w
__global__ void width(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  long long at = (long long)y * w + x;
  if (x < w - 1 && y < h - 1)
    out[at] = in[at] + in[at + 1] + in[at + w];
}

int main(int argc, char **) {
  int w = 67 + argc, h = 20 + argc;
  float *in, *a, *b, *c;
  cudaMallocManaged(&in, w * h * sizeof(float));
  cudaMallocManaged(&a, w * h * sizeof(float));
  cudaMallocManaged(&b, w * h * sizeof(float));
  cudaMallocManaged(&c, w * h * sizeof(float));
  for (int i = 0; i < w * h; ++i)
    in[i] = i % 13, a[i] = b[i] = c[i] = 0;
  dim3 block(32, 8), grid((w + 31) / 32, (h + 7) / 8);
  same<<<grid, block>>>(in, a, w, h);
  sign<<<grid, block>>>(in, b, w, h);
  width<<<grid, block>>>(in, c, w, h);
  cudaDeviceSynchronize();
  for (int i = 0; i < w * h; i += 3)
    printf("%g %g %g\n", a[i], b[i], c[i]);
}
// SAME: same: output
