// The project's own headers are read with the program: arrays, kernels and
// launches in them are translated as if they stood in the file.
// RUN: rm -rf %t && split-file %s %t && cd %t && mkdir out
// DEFINE: %{run} = %tessera --cuda-path=none --gpu=tesla-c1060
// RUN: %{run} main.cu -o out/prog.cu -MD 2> err
// RUN: FileCheck %s --input-file=err
// Messages have the place in the header.
// CHECK: main.cu:2:1: remark: 'k.cuh' is rewritten as 'prog.k.cuh' [tessera-header-copied]
// CHECK: main.cu:2:1: remark: 'sub/arrays.h' is rewritten as 'prog.arrays.h' [tessera-header-copied]
// CHECK: k.cuh:8:12: remark: staged 'in' in shared memory
// CHECK: sub/arrays.h:3:18: remark: 'a' is uploaded once and read back never
// Directives name the copies, also those that only find them read before.
// RUN: grep include out/prog.cu | FileCheck %s --check-prefix=MAIN
// MAIN:      #include "prog.k.cuh" // the kernel
// MAIN-NEXT: #include "prog.k.cuh"
// MAIN-NEXT: #include "plain.h"
// RUN: grep include out/prog.k.cuh | FileCheck %s --check-prefix=NESTED
// NESTED: #include "prog.arrays.h"
// RUN: FileCheck %s --input-file=out/prog.arrays.h --check-prefix=ARRAYS
// ARRAYS: {{^}}float a[N + 32], b[N];
// RUN: ls out | FileCheck %s --check-prefix=FILES
// FILES-NOT: plain.h
// A build knows what to look at.
// RUN: FileCheck %s --input-file=out/prog.cu.d --check-prefix=DEPENDENCIES
// DEPENDENCIES-DAG: k.cuh
// DEPENDENCIES-DAG: sub/arrays.h
// The result is a program, and finished.
// RUN: %{run} --check out/prog.cu -- -I.
// RUN: %tessera-run -I. out/prog.cu | FileCheck %s --check-prefix=OUTPUT
// OUTPUT: 188

// On standard output the headers are part of the text.
// RUN: %{run} -q main.cu > one.cu
// RUN: not grep -E 'pragma|k.cuh' one.cu
// RUN: %tessera-run one.cu | FileCheck %s --check-prefix=OUTPUT

// Differences are those of the headers themselves.
// RUN: %{run} -q --diff main.cu > patch
// RUN: cp -r . %t.patched && cd %t.patched && patch -s -p1 < patch
// RUN: cd %t.patched && %tessera-run main.cu | FileCheck %s --check-prefix=OUTPUT
// RUN: rm -rf %t.patched
// RUN: cd %t && %python %S/../Diagnostics/Inputs/exits.py 3 %{run} -q --check main.cu

// Errors, too, are where they are.
// RUN: not %{run} wrong.cu 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: wrong.h:1:{{[0-9]+}}: error: shared array 'p' has no size

// A header that is read twice stays as it is.
// RUN: %{run} -q twice.cu -o out/twice.cu && diff twice.cu out/twice.cu
//--- main.cu
#include <stdio.h>
  #include "k.cuh" // the kernel
#include "k.cuh"
#include "plain.h"
int main() {
  for (int i = 0; i < N + 32; i++)
    a[i] = one() * (i % 12);
  smooth<<<N / 128, 128>>>(a, b);
  printf("%g\n", b[5]);
}
//--- k.cuh
#pragma once
// What it needs.
#include "sub/arrays.h"
__global__ void smooth(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 32; k++)
    sum += in[i + k];
  out[i] = sum;
}
//--- plain.h
inline int one() { return 1; }
//--- sub/arrays.h
// Arrays of host and device.
#define N 4096
__global__ float a[N + 32], b[N];
//--- wrong.h
__global__ float *p;
//--- wrong.cu
#include "wrong.h"
int main() { return 0; }
//--- twice.inc
__global__ void NAME(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 64; ++k)
    sum += in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
//--- twice.cu
#define NAME first
#include "twice.inc"
#undef NAME
#define NAME second
#include "twice.inc"
int main() {
  float *in, *out;
  cudaMalloc(&in, 256);
  cudaMalloc(&out, 4096);
  first<<<16, 64>>>(in, out);
  second<<<16, 64>>>(in, out);
}
