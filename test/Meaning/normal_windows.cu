// Windows whose ends are cut count over all of the window, and what a condition
// lets read is read under an `if`.
// RUN: %tessera --print=normal --cuda-path=none %s > %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %s %t.cu -- 40 70 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %s %t.cu -- 130 -2 | FileCheck %s --check-prefix=SAME
// RUN: %tessera --print=normal --cuda-path=none %t.cu | diff %t.cu -
// RUN: %tessera -q --cuda-path=none --coarsen=always %s -o %t.tiled.cu
// RUN: %tessera-verify %s %t.tiled.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %s %t.tiled.cu -- 2011 4 | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ nvcc -arch=sm_90 -c %t.cu -o %t.o %}
// SAME: same: output
#include <cstdio>
#include <cstdlib>

#define KERNEL(name)                                                           \
  __global__ void name(const float *in, const float *f, float *out, int n,     \
                       int r)

// CHECK:      {{^ *}}KERNEL(clamped)
// CHECK:        {{^ *}}for (int j2 = 0; j2 < 1 + 2 * r; ++j2)
// CHECK-NEXT:     {{^ *}}if (i - r + j2 >= 0 && i - r + j2 <= n - 1)
// CHECK-NEXT:     {{^ *}}sum += in[i - r + j2] * f[j2];
KERNEL(clamped) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int first = max(i - r, 0), last = min(i + r, n - 1);
    float sum = 0;
    for (int j = first; j <= last; ++j)
      sum += in[j] * f[j - i + r];
    out[i] = sum;
  }
}

// CHECK:      {{^ *}}KERNEL(chosen)
// CHECK:        {{^ *}}for (int j2 = 0; j2 < 1 + 2 * r; ++j2)
// CHECK-NEXT:     {{^ *}}if (i - r + j2 >= 0 && i - r + j2 < n)
KERNEL(chosen) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float sum = 0;
  for (int j = i < r ? 0 : i - r; j < (i + r + 1 < n ? i + r + 1 : n); ++j)
    sum += in[j] * f[j - i + r];
  out[i] = sum;
}

// CHECK:      {{^ *}}KERNEL(breaks)
// CHECK:        {{^ *}}for (int k = -r; k <= r; ++k)
// CHECK-SAME:     if (k < n - i)
KERNEL(breaks) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float sum = 0;
    for (int k = -r; k <= r; ++k) {
      if (i + k >= n)
        break;
      if (i + k < 0)
        continue;
      sum += in[i + k] * f[k + r];
    }
    out[i] = sum;
  }
}

// CHECK:      {{^ *}}KERNEL(offsets)
// CHECK:        {{^ *}}for (int k = -r; k <= r; ++k)
// CHECK-NEXT:     {{^ *}}if (k >= -i && k <= n - 1 - i)
KERNEL(offsets) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float sum = 0;
    for (int k = max(-r, -i); k <= min(r, n - 1 - i); ++k)
      sum += in[i + k] * f[k + r];
    out[i] = sum;
  }
}

// The half of a square, and products of polynomials, are no windows.
// CHECK:      {{^ *}}KERNEL(triangle)
// CHECK:        {{^ *}}for (int k = 0; k < n && k <= i; ++k)
// CHECK:      {{^ *}}KERNEL(polynomials)
// CHECK:        {{^ *}}for (int k = max(0, i - n + 1); k <= min(i, n - 1); ++k)
KERNEL(triangle) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float sum = 0;
    for (int k = 0; k < n; ++k) {
      if (k > i)
        break;
      sum += in[k] * in[i - k];
    }
    out[i] = sum + r;
  }
}
KERNEL(polynomials) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 2 * n - 1) {
    float sum = 0;
    for (int k = max(0, i - n + 1); k <= min(i, n - 1); ++k)
      sum += in[k] * in[i - k];
    if (i < n)
      out[i] = sum + r;
  }
}

// Where nothing says that the thread is inside, a bound stays one.
// CHECK:      {{^ *}}KERNEL(outside)
// CHECK:        {{^ *}}for (int j = max(i - r, 0); j <= min(i + r, n - 1); ++j)
KERNEL(outside) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int j = max(i - r, 0); j <= min(i + r, n - 1); ++j)
    sum += in[j];
  if (i < n)
    out[i] = sum + f[0];
}

// CHECK:      {{^ *}}KERNEL(zeros)
// CHECK:          {{^ *}}float value = 0.0f;
// CHECK-NEXT:     {{^ *}}if (j >= 0 && j < n)
// CHECK-NEXT:       {{^ *}}value = in[j];
// CHECK-NEXT:     {{^ *}}sum += value * f[k + r];
KERNEL(zeros) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float sum = 0;
  for (int k = -r; k <= r; ++k) {
    const int j = i + k;
    const float value = j < 0 ? 0.0f : j >= n ? 0.0f : in[j];
    sum += value * f[k + r];
  }
  out[i] = sum;
}

// A flag of each round, of both conditions.
// CHECK:      {{^ *}}KERNEL(flags)
// CHECK:          {{^ *}}float in_value = 0.0f;
// CHECK-NEXT:     {{^ *}}if (j >= 0 && j < n)
// CHECK-NEXT:       {{^ *}}in_value = in[j];
// CHECK-NEXT:     {{^ *}}sum += in_value * f[k + r];
KERNEL(flags) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float sum = 0;
  for (int k = -r; k <= r; ++k) {
    const int j = i + k;
    const bool inside = (j >= 0) & (j < n);
    sum += (inside ? in[j] : 0.0f) * f[k + r];
  }
  out[i] = sum;
}

// What is read for another reason than a condition of places, and what is only
// evaluated sometimes, stays.
// CHECK:      {{^ *}}KERNEL(both)
// CHECK:        {{^ *}}out[i] = i % 2 ? in[i] : f[0];
// CHECK-NEXT:   {{^ *}}if (r > 3 && (i > 0 ? in[i - 1] : 0) > 2)
KERNEL(both) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[i] = i % 2 ? in[i] : f[0];
  if (r > 3 && (i > 0 ? in[i - 1] : 0) > 2)
    out[i] += 1;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 517, r = argc > 2 ? atoi(argv[2]) : 5;
  const int taps = r > 0 ? 2 * r + 1 : 1;
  float *in = (float *)malloc((n + taps) * sizeof(float)), *di, *df, *dout;
  cudaMalloc(&di, n * sizeof(float));
  cudaMalloc(&df, taps * sizeof(float));
  cudaMalloc(&dout, n * sizeof(float));
  for (int i = 0; i < n + taps; ++i)
    in[i] = i * 13 % 64 - 20;
  cudaMemcpy(di, in, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(df, in, taps * sizeof(float), cudaMemcpyHostToDevice);
  const int grid = (n + 127) / 128;
#define RUN(kernel, blocks)                                                    \
  {                                                                            \
    kernel<<<blocks, 128>>>(di, df, dout, n, r);                               \
    cudaMemcpy(in, dout, n * sizeof(float), cudaMemcpyDeviceToHost);           \
    double sum = 0;                                                            \
    for (int i = 0; i < n; ++i)                                                \
      sum += in[i] * (i % 11 + 1);                                             \
    printf(#kernel " %.1f\n", sum);                                            \
  }
  RUN(clamped, grid)
  RUN(chosen, grid)
  RUN(breaks, grid)
  RUN(offsets, grid)
  RUN(triangle, grid)
  RUN(polynomials, 2 * grid)
  RUN(outside, grid)
  RUN(zeros, grid)
  RUN(flags, grid)
  RUN(both, grid)
}
