// Pointers in objects whose memory nobody knows: launches test whether it
// overlaps, as they do for pointers.
// RUN: %tessera -q --cuda-path=none --no-transfers --coarsen=always %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera -q --cuda-path=none --no-transfers --coarsen=always %t.cu | diff %t.cu -
// RUN: %if nvcc %{ nvcc -arch=sm_90 -Werror all-warnings -c %t.cu -o %t.o %}
// SAME: same:
#include <cstdio>

struct Arguments {
  const float *a;
  float *c;
  int n;
};

__global__ void distances(Arguments s) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < s.n) {
    float sum = 0;
    for (int k = 0; k < s.n; ++k)
      sum += (s.a[k] - s.a[i]) * (s.a[k] - s.a[i]);
    s.c[i] = sum;
  }
}

// CHECK:      static void start(
// CHECK:        ((s.a) + (long long)s.n <= (s.c) || (s.c) + (long long)s.n <= (s.a))
// CHECK:        ? distances_tiled
static void start(const float *a, float *c, int n) {
  Arguments s = {a, c, n};
  distances<<<(n + 127) / 128, 128>>>(s);
}

int main() {
  const int n = 300;
  float *a, *c;
  cudaMallocManaged(&a, n * sizeof(float));
  cudaMallocManaged(&c, n * sizeof(float));
  for (int i = 0; i < n; ++i)
    a[i] = i % 7;
  start(a, c, n);
  cudaDeviceSynchronize();
  // In place, of one thread: there is no order to depend on.
  start(a, a, 1);
  cudaDeviceSynchronize();
  double sum = a[0];
  for (int i = 0; i < n; ++i)
    sum += c[i] * (i % 5 + 1);
  printf("%.1f\n", sum);
}
