// Windows from `-size / 2` to `size / 2` have one name for the half, which is
// rounded to zero on both sides; launches compute it, too.
// RUN: %tessera --print=normal --cuda-path=none %s > %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera --print=plan --cuda-path=none %s | FileCheck %s --check-prefix=PLAN
// RUN: %tessera --cuda-path=none --coarsen=always %s -o %t.2.cu
// RUN: %tessera-verify %s %t.2.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %s %t.2.cu -- 4 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %s %t.2.cu -- -5 | FileCheck %s --check-prefix=SAME
// RUN: %meaning %s --options= --original
// RUN: %if nvcc %{ nvcc -arch=sm_90 -Werror all-warnings -c %t.2.cu -o %t.o %}
// SAME: same: output
// PRINTS: 11665940.0
// PLAN-NOT: opaque
#include <cstdio>
#include <cstdlib>
// CHECK:      {{^}}__global__ void box(
// CHECK-NEXT: const float *__restrict__ in
// CHECK:        {{^ *}}const int half_size = size / 2;
// CHECK:        {{^ *}}for (int dy = -half_size; dy <= half_size; ++dy)
// CHECK-NEXT:     {{^ *}}for (int dx = -half_size; dx <= half_size; ++dx)
__global__ void box(
    const float *__restrict__ in, float *__restrict__ out, int w, int h,
    int size) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) {
    float sum = 0.0f;
    for (int dy = -size / 2; dy <= size / 2; ++dy)
      for (int dx = -size / 2; dx <= size / 2; ++dx) {
        int v = y + dy, u = x + dx;
        if (v >= 0 && v < h && u >= 0 && u < w)
          sum += in[v * w + u];
      }
    out[y * w + x] = sum;
  }
}
// CHECK:      {{^}}__global__ void later(
// CHECK-NEXT:   {{^ *}}const int n_value = ~n & 7;
__global__ void later(const float *a, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < (~n & 7); ++k)
    sum += a[i + k];
  out[i] = sum;
}
int main(int argc, char **argv) {
  const int w = 128, h = 64, size = argc > 1 ? atoi(argv[1]) : 7;
  float *in, *out;
  cudaMallocManaged(&in, w * h * sizeof(float));
  cudaMallocManaged(&out, w * h * sizeof(float));
  for (int i = 0; i < w * h; ++i)
    in[i] = i * 7 % 13;
  box<<<dim3(w / 16, h / 16), dim3(16, 16)>>>(in, out, w, h, size);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < w * h; ++i)
    sum += (i % 11) * out[i];
  later<<<w * h / 128 - 1, 128>>>(in, out, size);
  cudaDeviceSynchronize();
  for (int i = 0; i < w * h; ++i)
    sum += (i % 11) * out[i];
  printf("%.1f\n", sum);
  cudaFree(in);
  cudaFree(out);
}
