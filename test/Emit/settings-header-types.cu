// A result also holds for the branches of conditionals in headers around types,
// constants and device functions that the file names.
// RUN: rm -rf %t && split-file %s %t
// RUN: %tessera --cuda-path=none -q %t/main.cu -o %t/out.cu
// RUN: FileCheck %t/main.cu --input-file=%t/out.cu
// RUN: %clang_cuda -fsyntax-only %t/out.cu
// RUN: not %clang_cuda -fsyntax-only -DEXACT %t/out.cu 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not %clang_cuda -fsyntax-only -DMANY %t/out.cu 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: error: "made for these values: translate the original again"
// RUN: %clang_cuda -fsyntax-only -DVERBOSE %t/out.cu
// RUN: %tessera --cuda-path=none -q %t/main.cu -o %t/out.cu -- -DEXACT
// RUN: %clang_cuda -fsyntax-only -DEXACT %t/out.cu
// RUN: not %clang_cuda -fsyntax-only %t/out.cu 2>&1 | FileCheck %s --check-prefix=WRONG
//--- types.h
#ifndef TYPES_H
#define TYPES_H
namespace types {
#ifdef EXACT
typedef double Real;
#else
using Real = float;
#endif
} // namespace types
#if defined(MANY)
#include "many.h"
#else
const int Columns = 64;
#endif
#ifdef VERBOSE
void report(const char *what);
#else
inline void report(const char *what) {}
#endif
#endif
//--- many.h
const int Columns = 1024;
//--- main.cu
#include "types.h"

// CHECK:      {{^}}#if defined(EXACT) || defined(MANY)
// CHECK-NEXT: {{^}}#error "made
// CHECK-NEXT: {{^}}#endif
__global__ void step(types::Real *b, const types::Real *a) {
  int i = threadIdx.x;
  types::Real sum = 0;
  for (int k = 0; k < Columns; k++)
    sum += a[k] * a[i];
  b[blockIdx.x * Columns + i] = sum;
}
int main() {
  types::Real *a, *b;
  cudaMalloc(&a, Columns * sizeof(*a));
  cudaMalloc(&b, 100 * Columns * sizeof(*a));
  report("start");
  step<<<100, Columns>>>(b, a);
}
