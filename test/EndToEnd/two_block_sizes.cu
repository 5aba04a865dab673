// One nine-point stencil launched with two block shapes. Managed memory.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef W
#define W 190
#endif
#ifndef H
#define H 140
#endif
#define AT(p, y, x) p[(y) * width + (x)]

// Weights: 4 in the centre, 2 at a side, 1 at a corner.
__global__ void blur(const int *in, int *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= 1 && x < width - 1 && y >= 1 && y < height - 1) {
    int sum = 4 * AT(in, y, x);
    sum += 2 * (AT(in, y, x - 1) + AT(in, y, x + 1));
    sum += 2 * (AT(in, y - 1, x) + AT(in, y + 1, x));
    sum += AT(in, y - 1, x - 1) + AT(in, y - 1, x + 1);
    sum += AT(in, y + 1, x - 1) + AT(in, y + 1, x + 1);
    AT(out, y, x) = sum / 16;
  }
}

static void blur_on_host(const int *in, int *out, int width, int height) {
  for (int y = 1; y < height - 1; y++)
    for (int x = 1; x < width - 1; x++) {
      int sum = 0;
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
          sum += (2 - abs(dy)) * (2 - abs(dx)) * AT(in, y + dy, x + dx);
      AT(out, y, x) = sum / 16;
    }
}

int main() {
  const int width = W, height = H, n = W * H;
  int *image, *once, *twice;
  cudaMallocManaged(&image, n * sizeof(int));
  cudaMallocManaged(&once, n * sizeof(int));
  cudaMallocManaged(&twice, n * sizeof(int));
  int *ref = (int *)malloc(2 * n * sizeof(int));
  for (int i = 0; i < n; i++) {
    image[i] = i * 7919 % 4096;
    once[i] = twice[i] = ref[i] = ref[n + i] = -1;
  }

  dim3 wide(32, 8);
  blur<<<dim3((width + 31) / 32, (height + 7) / 8), wide>>>(image, once, width,
                                                            height);
  dim3 square(16, 16);
  dim3 blocks((width + square.x - 1) / square.x,
              (height + square.y - 1) / square.y);
  blur<<<blocks, square>>>(once, twice, width, height);
  cudaDeviceSynchronize();

  blur_on_host(image, ref, width, height);
  blur_on_host(ref, ref + n, width, height);
  int error = 0;
  for (int i = 0; i < n; i++) {
    error = max(error, abs(once[i] - ref[i]));
    error = max(error, abs(twice[i] - ref[n + i]));
  }
  printf("max error %d\n", error);
  printf("%s\n", error == 0 ? "PASSED" : "FAILED");
  cudaFree(image);
  cudaFree(once);
  cudaFree(twice);
  free(ref);
  return error != 0;
}

// RUN: %translate %s -o %t.cu 2>&1 | FileCheck %s --allow-empty
// RUN: %tessera-verify %s %t.cu
// RUN: %translate -q --check %t.cu
// RUN: %translate -q --gpu=tesla-c1060 %s -o %t.c1060.cu
// RUN: %tessera-verify %s %t.c1060.cu
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// RUN: %if nvcc %{ %compile -o %t.o %t.c1060.cu %}
// CHECK-DAG: remark: 'in' not staged:{{.*}}[tessera-does-not-pay]
