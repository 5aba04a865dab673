// A result also holds for the branches of conditionals in headers that decide
// what the file's macros are; sizes that may be given themselves for theirs.
// RUN: rm -rf %t && split-file %s %t
// RUN: %tessera --cuda-path=none -q %t/main.cu -o %t/out.cu
// RUN: FileCheck %t/main.cu --input-file=%t/out.cu
// RUN: %clang_cuda -fsyntax-only %t/out.cu
// RUN: not %clang_cuda -fsyntax-only -DSMALL %t/out.cu 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not %clang_cuda -fsyntax-only -DROWS=60 %t/out.cu 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not %clang_cuda -fsyntax-only -DBOUND %t/out.cu 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not %clang_cuda -fsyntax-only -DEXACT %t/out.cu 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: error: "made for these values: translate the original again"
// RUN: %clang_cuda -fsyntax-only -DUNRELATED %t/out.cu
// RUN: %tessera --cuda-path=none -q %t/main.cu -o %t/out.cu -- -DSMALL -DEXACT
// RUN: %clang_cuda -fsyntax-only -DSMALL -DEXACT %t/out.cu
// RUN: not %clang_cuda -fsyntax-only -DEXACT %t/out.cu 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not %clang_cuda -fsyntax-only -DSMALL %t/out.cu 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: %tessera-verify -DSMALL -DEXACT %t/main.cu %t/out.cu
//--- sizes.h
#ifndef SIZES_H
#define SIZES_H
#if !defined(SMALL)
#define STANDARD
#endif
#if !defined(ROWS) && !defined(COLUMNS)
#ifdef SMALL
#define ROWS 32
#define COLUMNS 32
#endif
#ifdef STANDARD
#define ROWS 64
#define COLUMNS 64
#endif
#endif
#ifdef BOUND
#define LIMIT(n, N) n
#else
#define LIMIT(n, N) N
#endif
#ifdef EXACT
#define REAL double
#else
#define REAL float
#endif
#ifdef UNRELATED
#define OTHER 1
#endif
#endif
//--- main.cu
#include "sizes.h"
#include <stdio.h>

// CHECK:      {{^}}#if (COLUMNS) != 64 || (ROWS) != 64 || defined(BOUND) || defined(EXACT)
// CHECK-NEXT: {{^}}#error "made
// CHECK-NEXT: {{^}}#endif
__global__ REAL a[ROWS][COLUMNS], b[ROWS][COLUMNS];
__global__ void step(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < LIMIT(n, ROWS); k++)
    b[k][i] = a[k][i] + 1;
}
int main() {
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      a[i][j] = i - j;
  step<<<COLUMNS / 32, 32>>>(ROWS);
  printf("%g\n", (double)b[3][5]);
}
