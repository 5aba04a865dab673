// A macro that a flag can change need not be a single number. Where the
// preprocessor can compute it, `#if` tests it.
// RUN: %tessera --cuda-path=none -q %s -o %t.cu -- "-DSTEPS=(1 + 2)"
// RUN: FileCheck %s --input-file=%t.cu --implicit-check-not="{{^}}static_assert"
// RUN: %clang_cuda -fsyntax-only "-DSTEPS=(1 + 2)" %t.cu
// RUN: %clang_cuda -fsyntax-only -DSTEPS=3 "-DN=4*64" %t.cu
// RUN: not %clang_cuda -fsyntax-only -DSTEPS=4 %t.cu 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not %clang_cuda -fsyntax-only -DSTEPS=3 -DN=260 %t.cu 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not %clang_cuda -fsyntax-only -DSTEPS=3 "-DN=256 & 1" %t.cu 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not %clang_cuda -fsyntax-only -DSTEPS=3 -DTHREADS=32 %t.cu 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not %clang_cuda -fsyntax-only -DSTEPS=3 -DLATE=2 %t.cu 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: error: "made for these values: translate the original again"
// RUN: %tessera-verify "-DSTEPS=(1 + 2)" %s %t.cu
#include <stdio.h>
#ifndef N
#define N (1 << 8)
#endif
#ifndef PADDED
#define PADDED (N + (N % 32 == 0 ? 2 * HALO : -1))
#endif
#ifndef THREADS
#define THREADS ((N) > 100 && !(N & 1) ? 0x40u : 32)
#endif
#if 1
#ifndef LATE
#define LATE HALO
#endif
#endif
#define HALO \
  1

// The test stands behind all that the values depend on.
// CHECK:      {{^}}  1
// CHECK-NEXT: {{^}}#if (STEPS) != 3 || (N) != 256 || (THREADS) != 64 || (LATE) != 1 ||
// CHECK-NEXT: {{^}}    (PADDED) != 258
// CHECK-NEXT: {{^}}#error "made
// CHECK-NEXT: #endif
__global__ float a[PADDED], b[N];
__global__ void step() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = a[i] + a[i + 1] + a[i + 2 * LATE];
}
int main() {
  for (int i = 0; i < N + 2; i++)
    a[i] = i;
  for (int t = 0; t < STEPS; t++)
    step<<<N / THREADS, THREADS>>>();
  float sum = 0;
  for (int i = 0; i < N; i++)
    sum += b[i];
  printf("%g\n", sum);
  return 0;
}
