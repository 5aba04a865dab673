// Sizes keep the names that the declarations of arrays give them, unless a name
// means something else in the kernel or changes.
// RUN: %tessera -q --cuda-path=none --gpu=sm_13 %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu
#include <stdio.h>

const int WIDTH = 300;
#define DEPTH 200
__managed__ float a[WIDTH], b[DEPTH], out[256];
#undef DEPTH
#define DEPTH 7

// CHECK-LABEL: void named(
// CHECK: if (a_x < WIDTH)
__global__ void named(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k++)
    sum += a[i + k];
  out[i] = sum;
}

// CHECK-LABEL: void changed(
// CHECK: if (b_x < 200)
__global__ void changed(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k++)
    sum += b[i + k];
  out[i] += sum;
}

// CHECK-LABEL: void hidden(
// CHECK: if (a_x < 300)
__global__ void hidden(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0, WIDTH = 2;
  for (int k = 0; k < n; k++)
    sum += a[i + k] * WIDTH;
  out[i] += sum;
}

int main() {
  for (int i = 0; i < WIDTH; i++)
    a[i] = i;
  for (int i = 0; i < 200; i++)
    b[i] = i % 9;
  named<<<4, 64>>>(40);
  changed<<<2, 64>>>(60);
  hidden<<<4, 64>>>(30);
  cudaDeviceSynchronize();
  for (int i = 0; i < 256; i += DEPTH)
    printf("%g\n", out[i]);
  return 0;
}
