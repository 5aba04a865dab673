// A tile inside the rounds of a stride, whose counter is assigned at their end.
// RUN: %translate -q --plan=%S/Inputs/stride_counter.yaml %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 3 %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// SAME: same: output, exit code
// CHECK: const int i = i0 + threadIdx.x;
// CHECK: s += a_tile[m - m0];
// CHECK: s += a[i] * 0.25f;
#include <cstdio>
__global__ void sums(const float *a, float *b, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  while (i < 200) {
    float s = 0;
    for (int m = 0; m < 17; m++) {
      s += a[m];
      for (int r = 3; r < count; r++)
        s += a[i] * 0.25f;
    }
    b[i] = s;
    i += blockDim.x * gridDim.x;
  }
}
int main() {
  float *a, *b;
  cudaMallocManaged(&a, 200 * sizeof(float));
  cudaMallocManaged(&b, 200 * sizeof(float));
  for (int i = 0; i < 200; ++i)
    a[i] = i * i % 37;
  sums<<<1, 100>>>(a, b, 5);
  cudaDeviceSynchronize();
  for (int i = 0; i < 200; ++i)
    printf("%g\n", b[i]);
}
