// A result holds for the values of the macros that it was made with. Where a
// flag can change one, the result says so instead of computing something else.
// RUN: %tessera --cuda-path=none -q %s -o %t.cu -- -DSTEPS=3 -DDEBUG -I%S/Inputs
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %clang_cuda -fsyntax-only -DSTEPS=3 -I%S/Inputs %t.cu
// RUN: not %clang_cuda -fsyntax-only -DSTEPS=4 -I%S/Inputs %t.cu 2>&1 | FileCheck %s --check-prefix=STEPS
// RUN: not %clang_cuda -fsyntax-only -DSTEPS=3 -DN=64 -I%S/Inputs %t.cu 2>&1 | FileCheck %s --check-prefix=STEPS
// RUN: not %clang_cuda -fsyntax-only -DSTEPS=3 -DHALO=2 -I%S/Inputs %t.cu 2>&1 | FileCheck %s --check-prefix=STEPS
// STEPS: error: "made for these values: translate the original again"
// A file that does not change gets no test.
// RUN: %tessera --cuda-path=none -q --no-tiles --no-transfers %s -- -DSTEPS=3 -I%S/Inputs | diff - %s
#include "settings.h"
#include <stdio.h>
#ifndef N
#define N 128
#endif
#if !defined(M)
#define M 0x20
#endif
#ifndef UNUSED
#define UNUSED 7
#endif
#ifndef REAL
#define REAL float
#endif
#define FIXED 2
#ifndef CHANGED
#define CHANGED 5
#endif
#undef CHANGED
#define CHANGED 6

// CHECK:      #define M 0x20
// CHECK-NEXT: #endif
// CHECK-NEXT: #if (STEPS) != 3 || (HALO) != 1 || (N) != 128 || (M) != 0x20
// CHECK-NEXT: #error "made
// CHECK-NEXT: #endif
// CHECK-NEXT: #ifndef UNUSED
__global__ REAL a[N + 2 * HALO], b[N];
__global__ void step() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = a[i] + a[i + 2 * HALO] * FIXED + CHANGED;
}
int main() {
  for (int t = 0; t < STEPS; t++)
    step<<<N / M, M>>>();
  printf("%g\n", b[0]);
  return 0;
}
