// A large array that is copied is page-locked while main runs.
// RUN: %tessera --cuda-path=none --no-tiles %s -- | FileCheck %s
#include <stdio.h>
#define N (8 << 20)
__global__ float big[N], small[64];

__global__ void next(float *x, float *y) {
  x[blockIdx.x * blockDim.x + threadIdx.x] += y[threadIdx.x];
}

int main() {
  big[5] = small[5] = 1;
  // CHECK: if (cudaHostRegister(big, sizeof(big), cudaHostRegisterDefault) !=
  // CHECK-NEXT: cudaSuccess)
  // CHECK-NEXT: (void)cudaGetLastError();
  // CHECK-NOT: cudaHostRegister(small
  next<<<N / 64, 64>>>(big, small);
  printf("%g\n", big[5]);
  // CHECK: cudaHostUnregister(big)
  // CHECK-NEXT: (void)cudaGetLastError();
  // CHECK-NEXT: cudaFree
  return 0;
}
