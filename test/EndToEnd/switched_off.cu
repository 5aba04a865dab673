// What is switched off stays as it is, and the program does what it did: a
// kernel, a launch of another, a shared array in managed memory.
// RUN: %tessera -q --cuda-path=none --coarsen=never %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera -q --cuda-path=none --coarsen=never --check %t.cu
// RUN: %tessera-verify --seeds 3 %s %t.cu | FileCheck %s --check-prefix=SAME
// SAME: same: output, exit code
#include <stdio.h>

// CHECK: __managed__ float a[64][64]; // tessera: off
__managed__ float a[64][64]; // tessera: off
// CHECK: {{^}}float b[64][64];
__managed__ float b[64][64];

// tessera: off
// CHECK: // tessera: off
// CHECK-NEXT: {{^}}__global__ void rows(
__global__ void rows(const float *in, float *out) {
  float sum = 0;
  // CHECK-NOT: tile
  for (int k = 0; k < 64; k++)
    sum += in[k] * in[63 - k];
  out[blockIdx.x * 64 + threadIdx.x] += sum;
}

// CHECK: void sums(
// CHECK: void sums_tiled(
__global__ void sums(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += in[k] * in[63 - k];
  out[blockIdx.x * 64 + threadIdx.x] += sum;
}

int main() {
  for (int i = 0; i < 64; i++)
    a[0][i] = i % 5;
  // CHECK: {{^}}  rows<<<8, 64>>>(
  rows<<<8, 64>>>(a[0], b[0]);
  // CHECK: {{^}}  sums_tiled<<<8, 64>>>(
  sums<<<8, 64>>>(a[0], b[0]);
  // tessera: off
  for (int i = 0; i < 4; i++)
    // CHECK: {{^}}    sums<<<8, 64>>>(
    sums<<<8, 64>>>(a[0], b[0]);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 512; i++)
    sum += b[0][i] * (i % 9);
  printf("%g\n", sum);
}
