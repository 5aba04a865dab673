// Where the host reads single elements of what several GPUs own, it gets each
// from the one that owns it.
// RUN: %tessera -q --cuda-path=none --gpus=all %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --devices 1 --seeds 2 %s %t.cu -- 37
// RUN: %tessera-verify --devices 2 --seeds 4 %s %t.cu -- 37
// RUN: %tessera-verify --devices 4 --seeds 4 %s %t.cu -- 50
// RUN: %tessera-verify --devices 4 --seeds 2 %s %t.cu -- 1
// RUN: %tessera-run --devices 3 --trace-copies %t.cu -- 50 2>&1 | FileCheck %s --check-prefix=TRACE
#include <stdio.h>
#include <stdlib.h>

__global__ void halve(float *a, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n)
    a[i * n + j] *= 0.5f;
}

// CHECK: read_back_element(&a[n * k / 4 * n + n - 1], a, a_dev,
// CHECK-NEXT: Rows(n, (n + 7) / 8, 8, 0, 0, n));
// TRACE: 10000 bytes to the device, 10016 bytes to the host
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  float *a;
  cudaMallocManaged(&a, n * n * sizeof(float));
  for (int i = 0; i < n * n; i++)
    a[i] = i + 1;
  double sum = 0;
  for (int k = 0; k < 4; k++) {
    halve<<<dim3((n + 7) / 8, (n + 7) / 8), dim3(8, 8)>>>(a, n);
    cudaDeviceSynchronize();
    sum += a[n * k / 4 * n + n - 1];
  }
  for (int i = 0; i < n * n; i++)
    sum = sum * 0.75 + a[i];
  printf("%.17g\n", sum);
  cudaFree(a);
}
