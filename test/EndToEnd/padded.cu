// What lies outside counts for nothing: conditions in loops of known length are
// tested once, for all rounds and all outputs of a thread.
// RUN: %translate -q --coarsen=always %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %translate --check %t.cu
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 40 300 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 37 129 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 3 5 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 64 256 | FileCheck %s --check-prefix=SAME
// What is the same for all outputs, but not in all rounds, is known before them.
// RUN: %translate -q --plan=%S/Inputs/padded.yaml %s -o %t.rows.cu
// RUN: %tessera-verify --seeds 2 %s %t.rows.cu -- 37 129 | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// SAME: same: output, exit code
#include <stdio.h>
#include <stdlib.h>
#define R 2

// CHECK-LABEL: void blur_tiled(
// CHECK: const int yy_first = y_first - R;
// CHECK: const int yy_last = y_first + 3 + 4 - R;
// CHECK: if (x_first + 3 < w && y_first + 3 < h && yy_first >= 0 && yy_last < h &&
// CHECK-NEXT: xx_first >= 0 && xx_last < w) {
// CHECK: __align__(16) float in_reg[8][12];
// CHECK: int yy = y_first + r - R;
// CHECK: for (int i = 0; i < 2 * R + 1; i++) {
// CHECK-NEXT: #pragma unroll
// CHECK-NEXT: for (int j = 0; j < 2 * R + 1; j++) {
// CHECK-NOT: if (
// CHECK: sum[r][c] +=
// CHECK: } else {
__global__ void blur(const float *in, const float *k, float *out, int h,
                     int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) {
    float sum = 0;
    for (int i = 0; i < 2 * R + 1; i++)
      for (int j = 0; j < 2 * R + 1; j++) {
        int yy = y + i - R;
        int xx = x + j - R;
        if (yy >= 0 && yy < h && xx >= 0 && xx < w)
          sum += in[yy * w + xx] * k[i * (2 * R + 1) + j];
      }
    out[y * w + x] = sum;
  }
}

// `continue` says the same; the loop goes down.
// CHECK-LABEL: void skip_tiled(
// CHECK: // All outputs of the thread are inside: what they read is loaded once.
// CHECK-NEXT: if (
// CHECK-NOT: continue
// CHECK: most[r][c] = fmaxf(most[r][c], in_reg
// CHECK: } else {
__global__ void skip(const float *in, float *out, int h, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h)
    return;
  float most = -1e30f;
  for (int dy = -1; dy <= 1; ++dy) {
    if (y + dy < 0 || y + dy >= h)
      continue;
    for (int dx = 2; dx >= -2; dx -= 2) {
      if (x + dx < 0 || x + dx >= w)
        continue;
      most = fmaxf(most, in[(y + dy) * w + x + dx]);
    }
  }
  out[y * w + x] = most;
}

int main(int argc, char **argv) {
  int h = atoi(argv[1]), w = atoi(argv[2]);
  float *in, *k, *out, *out2;
  cudaMallocManaged(&in, h * w * sizeof(float));
  cudaMallocManaged(&k, 25 * sizeof(float));
  cudaMallocManaged(&out, h * w * sizeof(float));
  cudaMallocManaged(&out2, h * w * sizeof(float));
  for (int i = 0; i < h * w; ++i)
    in[i] = (i * 7 + 3) % 31;
  for (int i = 0; i < 25; ++i)
    k[i] = i * 0.25f;
  dim3 block(32, 8), grid((w + 31) / 32, (h + 7) / 8);
  blur<<<grid, block>>>(in, k, out, h, w);
  skip<<<grid, block>>>(in, out2, h, w);
  cudaDeviceSynchronize();
  double s = 0;
  for (int i = 0; i < h * w; ++i)
    s += out[i] * (i % 13) + out2[i] * (i % 5);
  printf("%.17g\n", s);
  return cudaGetLastError();
}
