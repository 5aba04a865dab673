// Elements in registers by a plan: loaded before the code that uses them and
// stored behind it, with a test where that code may not run.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu > %t/out.cu 2> %t/err
// RUN: FileCheck %s --input-file=%t/out.cu --strict-whitespace
// RUN: %tessera-verify --seeds 4 %t/main.cu %t/out.cu
// RUN: %tessera-verify --seeds 4 %t/main.cu %t/out.cu -- 0
// RUN: %tessera-verify --seeds 4 %t/main.cu %t/out.cu -- 1
// RUN: %tessera -q --cuda-path=none --no-transfers --check --plan=%t/plan.yaml %t/out.cu

// The loop may have no iteration.
// CHECK-LABEL: void maybe(
// CHECK:      {{^}}  if (0 < n) {
// CHECK-NEXT: {{^}}    float c_i = c[i];
// CHECK-NEXT: {{^}}    const float b_i = b[i];
// CHECK-NEXT: {{^}}    // Add up.
// CHECK-NEXT: {{^}}    for (int k = 0; k < n; k++)
// CHECK-NEXT: {{^}}      c_i += a[k * 64 + i] * b_i;
// CHECK-NEXT: {{^}}    c[i] = c_i;
// CHECK-NEXT: {{^}}  }

// A write comes first: it is made in any case.
// CHECK-LABEL: void first(
// CHECK:      {{^}}  float c_i = 0; // none yet
// CHECK-NEXT: {{^}}  for (int k = 0; k < n; k++)
// CHECK-NEXT: {{^}}    c_i += a[k * 64 + i];
// CHECK-NEXT: {{^}}  c[i] = c_i;

// Two loops; the inner one depends on the outer one. The type is the user's.
// CHECK-LABEL: void triangle(
// CHECK:      {{^}}  for (int j = 0; j < n; j++) {
// CHECK-NEXT: {{^}}    if (0 < j) {
// CHECK-NEXT: {{^}}      real c_i = c[i];
// CHECK-NEXT: {{^}}      for (int k = 0; k < j; k++)
// CHECK-NEXT: {{^}}        c_i += a[k * 64 + i];
// CHECK-NEXT: {{^}}      c[i] = c_i;

// A tile and barriers in between.
// CHECK-LABEL: void tiled(
// CHECK:      {{^}}  const bool active = i < n;
// CHECK-NEXT: {{^}}  float c_i = active ? c[i] : 0;
// CHECK-NEXT: {{^}}  for (int k0 = 0; k0 < 64; k0 += 16) {
// CHECK:      __syncthreads();
// CHECK-NEXT: {{^}}    if (active)
// CHECK-NEXT: {{^}}      for (int k = k0; k < k0 + 16; k++)
// CHECK-NEXT: {{^}}        c_i += a_tile[k - k0] * k;
// CHECK-NEXT: {{^}}    __syncthreads();
// CHECK-NEXT: {{^}}  }
// CHECK-NEXT: {{^}}  if (active)
// CHECK-NEXT: {{^}}    c[i] = c_i;

// Several outputs of a thread have several registers.
// CHECK-LABEL: void outputs(
// CHECK:      {{^}}  float c_i[2];
// CHECK:      c_i[r] = c[i];
// CHECK:      c_i[r] += a[k] * k;
// CHECK:      c[i] = c_i[r];
//--- main.cu
#include <stdio.h>
#include <stdlib.h>

__global__ void maybe(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // Add up.
  for (int k = 0; k < n; k++)
    c[i] += a[k * 64 + i] * b[i];
}

__global__ void first(const float *a, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  c[i] = 0; // none yet
  for (int k = 0; k < n; k++)
    c[i] += a[k * 64 + i];
}

typedef float real;
__global__ void triangle(const float *a, real *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < n; j++)
    for (int k = 0; k < j; k++)
      c[i] += a[k * 64 + i];
}

__global__ void tiled(const float *a, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int k = 0; k < 64; k++)
      c[i] += a[k] * k;
}

__global__ void outputs(const float *a, float *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 64; k++)
    c[i] += a[k] * k;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 9;
  float h[640], *a, *b, *c;
  for (int i = 0; i < 640; i++)
    h[i] = i % 13;
  cudaMalloc(&a, sizeof(h));
  cudaMalloc(&b, sizeof(h));
  cudaMalloc(&c, sizeof(h));
  cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemcpy(b, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemcpy(c, h, sizeof(h), cudaMemcpyHostToDevice);
  maybe<<<2, 32>>>(a, b, c, n);
  first<<<2, 32>>>(a, c + 64, n);
  triangle<<<2, 32>>>(a, c + 128, n);
  tiled<<<2, 32>>>(a, c + 192, n);
  outputs<<<2, 32>>>(a, c + 256);
  cudaMemcpy(h, c, sizeof(h), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (int i = 0; i < 640; i++)
    sum += h[i] * (i % 7);
  printf("%g\n", sum);
}
//--- plan.yaml
kernels:
  - kernel: maybe
    registers: [ 'c[i]', 'b[i]' ]
  - kernel: first
    registers: [ 'c[i]' ]
  - kernel: triangle
    registers: [ 'c[i]' ]
  - kernel: tiled
    registers: [ 'c[i]' ]
    stages:
      - loop: k
        steps: 16
        tiles:
          - array: a
  - kernel: outputs
    registers: [ 'c[i]' ]
    coarsen:
      - axis: x
        factor: 2
