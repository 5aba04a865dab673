// Elements that references name, guards that are numbers, and loops of one round
// that are left early.
// RUN: %tessera --print=normal --cuda-path=none %s > %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera --print=normal --cuda-path=none %t.cu | diff %t.cu -
// RUN: %if nvcc %{ nvcc -arch=sm_90 -c %t.cu -o %t.o %}
// RUN: %meaning %s --options=--coarsen=always
// SAME: same: output
// PRINTS: 55506.0
// PRINTS: 435.0 434.0 406.0 495.0 490.0
#include <cstdio>

// CHECK:      {{^}}__global__ void elements(
// CHECK:        {{^ *}}c[i] = a[i] + a[i];
// CHECK:        {{^ *}}const float twice{{[0-9]*}} = a[i + 1];
// CHECK-NEXT:   {{^ *}}sum += twice{{[0-9]*}} * 2 + twice{{[0-9]*}};
// CHECK:        {{^ *}}for (int k = 0; k < n; ++k) {
// CHECK-NEXT:     {{^ *}}sum += a[k] * 2;
// CHECK:        {{^ *}}const float &seen = c[i];
// CHECK:        {{^ *}}const float &moved = a[at];
__global__ void elements(const float *a, float *c, int n) {
  int i = threadIdx.x;
  if (i + 1 >= n)
    return;
  float &result = c[i];
  result = a[i] + a[i];
  float sum = 0;
  {
    const float &twice = a[i + 1];
    sum += twice * 2 + twice;
  }
  for (int k = 0; k < n; ++k) {
    const float &value = a[k];
    sum += value * 2;
  }
  // It is written between the two, and the subscript changes.
  const float &seen = c[i];
  const float before = seen;
  c[i] = before + sum;
  c[i] += seen;
  int at = i;
  const float &moved = a[at];
  at = 0;
  c[i] += moved + moved;
}

struct Inside {
  __device__ bool in(int i, int n) const { return i > 0 && i < n; }
};
struct From {
  int Least;
  __device__ bool in(int i) const { return i >= Least; }
};

// CHECK:      {{^}}__global__ void guards(
// CHECK:        {{^ *}}if (i < n && i > 0)
// CHECK:        {{^ *}}if (i >= n || i <= 1)
__global__ void guards(const float *a, float *c, int n) {
  int i = threadIdx.x;
  int taken = i < n && i > 0 ? 1 : 0;
  if (taken != 0)
    c[0 + 32 * i] = a[i];
  int left = i < n && i > 1 ? 0 : 1;
  if (left == 1)
    c[1 + 32 * i] = 0;
  else
    c[1 + 32 * i] = a[i];
}

__global__ void objects(const float *a, float *c, int n) {
  int i = threadIdx.x;
  if (Inside().in(i, n - 1))
    c[2 + 32 * i] = a[i];
  From from = {2};
  if (from.in(i))
    c[3 + 32 * i] = a[i];
}

// CHECK:      {{^}}__global__ void rounds(
// CHECK:        {{^ *}}if (i < n) {
// CHECK-NEXT:     {{^ *}}float v = a[i];
// CHECK-NEXT:     {{^ *}}if (i != 5)
// CHECK:        {{^ *}}do {
// CHECK:        {{^ *}}} while (false);
__global__ void rounds(const float *a, float *c, int n) {
  int i = threadIdx.x;
  do {
    if (i >= n)
      break;
    float v = a[i];
    if (i == 5)
      break;
    c[i] = v;
  } while (false);
  do {
    if (i < n) {
      if (i == 7)
        break;
      c[i] += 1;
    }
    c[i] += 1;
  } while (false);
}

static float total(const float *c, int of, int step) {
  float sum = 0;
  for (int i = 0; i < 32; ++i)
    sum += c[of + step * i];
  return sum;
}

int main() {
  float *a, *c;
  cudaMallocManaged(&a, 1024 * sizeof(float));
  cudaMallocManaged(&c, 1024 * sizeof(float));
  for (int i = 0; i < 1024; ++i)
    a[i] = i, c[i] = 0;
  elements<<<1, 32>>>(a, c, 30);
  cudaDeviceSynchronize();
  printf("%.1f\n", total(c, 0, 1));
  for (int i = 0; i < 1024; ++i)
    c[i] = 0;
  guards<<<1, 32>>>(a, c, 30);
  objects<<<1, 32>>>(a, c, 30);
  cudaDeviceSynchronize();
  for (int of = 0; of < 4; ++of)
    printf("%.1f ", total(c, of, 32));
  for (int i = 0; i < 1024; ++i)
    c[i] = 0;
  rounds<<<1, 32>>>(a, c, 30);
  cudaDeviceSynchronize();
  printf("%.1f\n", total(c, 0, 1));
  cudaFree(a);
  cudaFree(c);
}
