// What the outputs of a thread read in a loop of unknown length is in registers
// that move on from round to round, where all outputs are inside in all rounds.
// RUN: split-file %s %t
// RUN: %tessera -q --cuda-path=none --coarsen=always %t/main.cu -o %t/tiled.cu
// RUN: FileCheck %s --input-file=%t/tiled.cu
// RUN: %tessera-verify %t/main.cu %t/tiled.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %t/main.cu %t/tiled.cu -- 40 -1 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %t/main.cu %t/tiled.cu -- 1003 0 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %t/main.cu %t/tiled.cu -- 300 70 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %t/main.cu %t/tiled.cu -- 30 40 | FileCheck %s --check-prefix=SAME
// RUN: %tessera -q --cuda-path=none --plan=%t/rows.yaml %t/main.cu -o %t/rows.cu
// RUN: FileCheck %s --input-file=%t/rows.cu --check-prefix=ROWS
// RUN: %tessera-verify %t/main.cu %t/rows.cu -- 300 4 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %t/main.cu %t/rows.cu -- 300 -1 | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ nvcc -Werror all-warnings -arch=sm_90 -c %t/tiled.cu -o %t/tiled.o %}
// SAME: same: output
//--- main.cu
#include <cstdio>
#include <cstdlib>

// CHECK:      {{^}}__global__ void filter_tiled(
// CHECK:        const int i_first = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
// CHECK-NEXT:   // All outputs
// CHECK-NEXT:   if (-r <= r && i_first + 3 < n && i_first - r >= 0 && i_first + 3 + r < n) {
// CHECK:          float in_reg[4];
// CHECK-NEXT:     in_reg[1] = in[i_first - r];
// CHECK-NEXT:     in_reg[2] = in[i_first + 1 - r];
// CHECK-NEXT:     in_reg[3] = in[i_first + 2 - r];
// CHECK-NEXT:     for (int k = -r; k <= r; ++k) {
// CHECK-NEXT:       in_reg[0] = in_reg[1];
// CHECK-NEXT:       in_reg[1] = in_reg[2];
// CHECK-NEXT:       in_reg[2] = in_reg[3];
// CHECK-NEXT:       in_reg[3] = in[i_first + 3 + k];
// CHECK-NEXT:       #pragma unroll
// CHECK-NEXT:       for (int r2 = 0; r2 < 4; ++r2)
// CHECK-NEXT:         sum[r2] += in_reg[r2] * f[k + r];
__global__ void filter(const float *in, const float *f, float *out, int n,
                       int r) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float sum = 0;
  for (int k = -r; k <= r; ++k)
    if (i + k >= 0 && i + k < n)
      sum += in[i + k] * f[k + r];
  out[i] = sum;
}

// Backwards, the new cell is the first.
// CHECK:      {{^}}__global__ void backwards(
// CHECK:        if (0 < taps && i_first + 3 < n) {
// CHECK:          in_reg[2] = in[i_first + 3 + taps];
// CHECK:          for (int k = 0; k < taps; ++k) {
// CHECK-NEXT:       in_reg[3] = in_reg[2];
// CHECK-NEXT:       in_reg[2] = in_reg[1];
// CHECK-NEXT:       in_reg[1] = in_reg[0];
// CHECK-NEXT:       in_reg[0] = in[i_first + taps - k];
__global__ void backwards(const float *in, const float *f, float *out, int n,
                          int taps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float sum = 0;
  for (int k = 0; k < taps; ++k)
    sum += in[i + taps - k] * f[k];
  out[i] = sum;
}

// Rows move on, too, and several accesses share a window.
// ROWS:       {{^}}__global__ void rows(
// ROWS:           double in_reg[4][2];
// ROWS-NEXT:      #pragma unroll
// ROWS-NEXT:      for (int r2 = 0; r2 < 3; ++r2) {
// ROWS:           for (int k = -r; k <= r; ++k) {
// ROWS-NEXT:        #pragma unroll
// ROWS-NEXT:        for (int v = 0; v < 3; ++v) {
// ROWS-NEXT:          in_reg[v][0] = in_reg[v + 1][0];
// ROWS-NEXT:          in_reg[v][1] = in_reg[v + 1][1];
// ROWS-NEXT:        }
// ROWS-NEXT:        in_reg[3][0] = in[(y_first + 3 + k) * w + x];
// ROWS-NEXT:        in_reg[3][1] = in[(y_first + 3 + k) * w + x + 1];
__global__ void rows(const double *in, const double *f, double *out, int w,
                     int h, int r) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w - 1 || y >= h)
    return;
  double sum = 0;
  for (int k = -r; k <= r; ++k)
    if (y + k >= 0 && y + k < h)
      sum += (in[(y + k) * w + x] - in[(y + k) * w + x + 1]) * f[k + r];
  out[y * w + x] = sum;
}

// Where the loop writes what it reads, nothing is kept over a round.
// CHECK:      {{^}}__global__ void in_place(
// CHECK-NOT:  _reg
__global__ void in_place(float *a, int n, int r) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int k = 0; k < r; ++k)
    a[(i + k) % n] = a[i + k] + 1;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 517, r = argc > 2 ? atoi(argv[2]) : 3;
  const int taps = r > 0 ? 2 * r + 1 : 1, w = 37, h = 41;
  float *in = (float *)malloc((n + taps) * sizeof(float)), *f, *di, *df, *dout;
  double *image, *weights, *dimage, *dweights, *result;
  f = (float *)malloc(taps * sizeof(float));
  image = (double *)malloc(w * h * sizeof(double));
  weights = (double *)malloc(taps * sizeof(double));
  for (int i = 0; i < n + taps; ++i)
    in[i] = i * 13 % 64 - 20;
  for (int i = 0; i < taps; ++i)
    f[i] = weights[i] = i % 4 + 1;
  for (int i = 0; i < w * h; ++i)
    image[i] = i * 7 % 31;
  cudaMalloc(&di, (n + taps) * sizeof(float));
  cudaMalloc(&df, taps * sizeof(float));
  cudaMalloc(&dout, n * sizeof(float));
  cudaMalloc(&dimage, w * h * sizeof(double));
  cudaMalloc(&dweights, taps * sizeof(double));
  cudaMalloc(&result, w * h * sizeof(double));
  cudaMemset(result, 0, w * h * sizeof(double));
  cudaMemcpy(di, in, (n + taps) * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(df, f, taps * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(dimage, image, w * h * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(dweights, weights, taps * sizeof(double), cudaMemcpyHostToDevice);
  double sum = 0;
  filter<<<(n + 127) / 128, 128>>>(di, df, dout, n, r);
  cudaMemcpy(in, dout, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    sum += in[i] * (i % 11 + 1);
  printf("%.1f\n", sum);
  backwards<<<(n + 127) / 128, 128>>>(di, df, dout, n, taps);
  cudaMemcpy(in, dout, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    sum += in[i] * (i % 11 + 1);
  printf("%.1f\n", sum);
  rows<<<dim3((w + 15) / 16, (h + 7) / 8), dim3(16, 8)>>>(dimage, dweights,
                                                         result, w, h, r);
  cudaMemcpy(image, result, w * h * sizeof(double), cudaMemcpyDeviceToHost);
  for (int i = 0; i < w * h; ++i)
    sum += image[i] * (i % 13 + 1);
  printf("%.1f\n", sum);
  in_place<<<1, 1>>>(di, n, r);
}
//--- rows.yaml
kernels:
  - kernel: rows
    block: [16, 8, 1]
    coarsen:
      - axis: y
        factor: 4
        width: 4
    interior: true
