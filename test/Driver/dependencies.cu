// -MD lists what the translation read: the input, the headers, nothing of the
// tool's own.
// RUN: split-file %s %t
// RUN: cd %t && %tessera --cuda-path=none main.cu -o out.cu -MD
// RUN: FileCheck %s --input-file=%t/out.cu.d
// RUN: cd %t && %tessera --cuda-path=none main.cu -o out.cu -MD -MF deps
// RUN: diff %t/out.cu.d %t/deps
// A program that parses only after its launches are put right.
// RUN: cd %t && %tessera --cuda-path=none simple.cu -o out.cu -MD -MF deps
// RUN: FileCheck %s --input-file=%t/deps --check-prefix=SIMPLE
// CHECK:      out.cu: \
// CHECK-NEXT: {{^ *}}main.cu \
// CHECK-NOT:  /lib/tessera/
// CHECK:      {{^ *}}one.h \
// CHECK-NEXT: {{^ *}}my\ two.h
// CHECK-NOT:  /lib/tessera/
// SIMPLE:      out.cu: \
// SIMPLE-NEXT: {{^ *}}simple.cu \
// SIMPLE:      {{^ *}}one.h
//--- main.cu
#include "one.h"
#include <cuda_runtime.h>
int main() { return 0; }
//--- one.h
#include "my two.h"
//--- my two.h
//--- simple.cu
#include "one.h"
__global__ int a[4][4];
__global__ void set(int *x) { x[threadIdx.x] = 1; }
int main() { set<<<1, 4>>>(a + 4); }
