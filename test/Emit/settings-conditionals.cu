// A result holds for the branches of conditionals that it was made from: where
// flags decide whether a macro is defined, others are refused.
// RUN: %tessera --cuda-path=none -q %s -o %t.cu -- -DLEVEL=2 -DQUIET=0
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %clang_cuda -fsyntax-only -DLEVEL=2 -DQUIET=0 %t.cu
// RUN: not %clang_cuda -fsyntax-only -DLEVEL=2 -DQUIET=0 -DCHECK %t.cu 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not %clang_cuda -fsyntax-only -DLEVEL=2 -DQUIET=0 -DSMALL=1 %t.cu 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not %clang_cuda -fsyntax-only -DLEVEL=2 -DQUIET=0 -DOTHER %t.cu 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not %clang_cuda -fsyntax-only -DLEVEL=2 %t.cu 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not %clang_cuda -fsyntax-only -DQUIET=0 %t.cu 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: error: "made for these values: translate the original again"
// RUN: %tessera-verify -DLEVEL=2 -DQUIET=0 %s %t.cu
#include <stdio.h>
#ifndef GUARD
#define GUARD
#endif
#if defined(_WIN32) || defined(__linux__)
#define FIXED
#endif
#ifdef FIXED
#define N 64
#endif

// CHECK:      {{^}}#if (LEVEL) != 2 || defined(CHECK) || defined(OTHER) || !defined(QUIET) ||{{ +\\$}}
// CHECK-NEXT: {{^ +}}defined(SMALL){{$}}
// CHECK-NEXT: {{^}}#error "made
// CHECK-NEXT: {{^}}#endif
__global__ int a[N], b[N];
__global__ void step() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = a[i] + 1;
}
int main() {
  for (int i = 0; i < N; i++)
    a[i] = i;
#if SMALL
  step<<<N / 32, 32>>>();
#elif OTHER > 1
  step<<<N / 8, 8>>>();
#elif LEVEL > 1
  step<<<N / 16, 16>>>();
#endif
#ifdef CHECK
  printf("%d\n", b[3]);
#endif
#ifndef QUIET
  puts("done");
#endif
  printf("%d\n", b[5]);
  return 0;
}
