// A comment stands on a line of its own, whatever is before it on the user's.
// RUN: %tessera -q --cuda-path=none %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu --match-full-lines --strict-whitespace
// RUN: %tessera-verify %s %t.cu
//      CHECK:int main() { for (int i = 0; i < 96; ++i) x[i] = i;
// CHECK-NEXT:  // Memory for the copies on the device.
#include <stdio.h>
__managed__ float x[96], y[96];
__global__ void scale(float f) { y[threadIdx.x] = f * x[threadIdx.x]; }
int main() { for (int i = 0; i < 96; ++i) x[i] = i; scale<<<1, 96>>>(2); cudaDeviceSynchronize(); printf("%g\n", y[5]); }
