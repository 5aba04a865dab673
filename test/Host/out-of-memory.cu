// Too little memory on the device ends the program: file, line, call, and how
// much was asked for.
// RUN: %tessera --cuda-path=none -q %s -o %t.cu
// RUN: not %tessera-run --device-memory=6000 %t.cu -- 1000 > %t.log 2>&1
// RUN: FileCheck %s -input-file %t.log
// RUN: %tessera-verify --device-memory=8000 %s %t.cu -- 1000
#include <stdio.h>
#include <stdlib.h>

// The name is taken.
static int device_malloc = 2;

__global__ void scale(const float *x, float *y, int n, int factor) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = factor * x[i];
}

// CHECK: 4000 bytes asked for, 2000 of the device's 6000 are free
// CHECK-NEXT: out-of-memory.cu.tmp.cu:[[#]]: {{.*}}device_malloc_2(&y_dev, n * sizeof(float)){{.*}}: out of memory
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  float *x, *y;
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&y, n * sizeof(float));
  for (int i = 0; i < n; i++)
    x[i] = i;
  scale<<<(n + 255) / 256, 256>>>(x, y, n, device_malloc);
  cudaDeviceSynchronize();
  printf("%g\n", y[n - 1]);
  cudaFree(x);
  cudaFree(y);
}
