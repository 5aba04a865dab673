// Large managed memory that is copied once each time it is allocated stays
// managed: page-locking would cost more. What is smaller, or copied more often,
// has a copy on the device.
// RUN: %tessera --cuda-path=none --no-tiles --print=plan %s -- | FileCheck %s
// RUN: %tessera --cuda-path=none --no-tiles --print=plan --pieces=2 %s -- | FileCheck %s --check-prefix=CUT
// RUN: %tessera --cuda-path=none -q %s -o %t.cu
// RUN: sed 's/N (16 << 20)/N 1024/' %s > %t.small.cu
// RUN: sed 's/N (16 << 20)/N 1024/' %t.cu > %t.small-tiled.cu
// RUN: %tessera-verify %t.small.cu %t.small-tiled.cu
#include <stdio.h>
#define N (16 << 20)
#define COUNT N

// CHECK: transfer once: managed (one copy does not make up for page-locked memory)
// CHECK: transfer both: device
// CHECK: transfer often: device
// CHECK: transfer little: device
// CUT: transfer once: device

__global__ void add(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] += x[i];
}

int main() {
  for (int run = 0; run < 2; run++) {
    float *once, *both, *often, *little;
    cudaMallocManaged(&once, COUNT * sizeof(float));
    cudaMallocManaged(&both, COUNT * sizeof(float));
    cudaMallocManaged(&often, COUNT * sizeof(float));
    cudaMallocManaged(&little, 1024 * sizeof(float));
    for (int i = 0; i < 1024; i++)
      once[i] = both[i] = often[i] = little[i] = i;
    add<<<8, 128>>>(once, both, 1024);
    for (int step = 0; step < 2; step++) {
      often[step] += 1;
      add<<<8, 128>>>(often, both, 1024);
      cudaDeviceSynchronize();
    }
    add<<<8, 128>>>(little, both, 1024);
    cudaDeviceSynchronize();
    printf("%g\n", both[1000]);
    cudaFree(once);
    cudaFree(both);
    cudaFree(often);
    cudaFree(little);
  }
}
