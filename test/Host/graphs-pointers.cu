// Pointers that are exchanged in every round are back where they were when all
// rounds of a graph are done: two and three of them.
// RUN: %tessera -q --no-tiles --graphs --cuda-path=none %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 0
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 18
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 19
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 107
// RUN: %tessera -q --no-tiles --graphs --cuda-path=none --check %t.cu
#include <algorithm>
#include <stdio.h>
#include <stdlib.h>

__global__ void step(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (0 < i && i < n - 1)
    out[i] = 0.5f * (in[i - 1] + in[i + 1]) + 1;
}

int main(int argc, char **argv) {
  const int n = 100;
  unsigned steps = argc > 1 ? atoi(argv[1]) : 70;
  float *a, *b, *c;
  cudaMallocManaged(&a, n * sizeof(float));
  cudaMallocManaged(&b, n * sizeof(float));
  cudaMallocManaged(&c, n * sizeof(float));
  for (int i = 0; i < n; i++)
    a[i] = b[i] = c[i] = i % 7;
  // CHECK:      for (unsigned t = 0; t < steps; t++) {
  // CHECK-NEXT:   // 16 rounds
  // CHECK-NEXT:   if (steps - t > 15) {
  // CHECK:        std::swap(a, b);
  // CHECK-NEXT:   // The copies on the device, too.
  // CHECK-NEXT:   std::swap(a_dev, b_dev);
  // CHECK-NEXT:   if (uncaptured > 0 && --uncaptured == 0) {
  for (unsigned t = 0; t < steps; t++) {
    step<<<4, 32>>>(a, b, n);
    std::swap(a, b);
  }
  unsigned t;
  float *old;
  // CHECK:      for (t = 1; t <= steps; t += 2) {
  // CHECK-NEXT:   // 18 rounds
  // CHECK-NEXT:   if (steps - t >= 34) {
  // CHECK-NEXT:     if (rounds2) {
  // CHECK-NEXT:       CUDA_CHECK(cudaGraphLaunch(rounds2, stream2));
  // CHECK-NEXT:       t += 34;
  for (t = 1; t <= steps; t += 2) {
    step<<<4, 32>>>(a, b, n);
    old = a;
    a = b;
    b = c;
    c = old;
  }
  cudaDeviceSynchronize();
  printf("%u\n", t);
  for (int i = 0; i < n; i++)
    printf("%g %g %g\n", a[i], b[i], c[i]);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  return 0;
}
