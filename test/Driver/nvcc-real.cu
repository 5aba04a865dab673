// With the real compiler: errors and lines for debuggers are those of the
// user's file, `__FILE__` and `__LINE__` too, and headers are found beside it.
// REQUIRES: nvcc
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: %tessera-nvcc nvcc -arch=sm_80 -lineinfo -keep -c src/main.cu -o main.o
// RUN: grep -c '__shared__' main.o.tessera/main.cu
// The line table: every line of the kernel is one of the user's.
// RUN: FileCheck %s --input-file=main.ptx
// CHECK: .file 1 "{{.*}}src/main.cu"
// RUN: grep -o '\.loc.1 [0-9]*' main.ptx | sort -u | FileCheck %s --check-prefix=LINES
// LINES-NOT: 1 {{1[3-9]|[2-9][0-9]|[0-9][0-9][0-9]}}
// LINES-DAG: 1 9
// LINES-DAG: 1 11
// LINES-NOT: 1 {{1[3-9]|[2-9][0-9]|[0-9][0-9][0-9]}}
// RUN: nvcc main.o -o main && %tessera-nvcc nvcc -arch=sm_80 src/main.cu -o again
// RUN: not %tessera-nvcc nvcc -DWRONG -arch=sm_80 -c src/main.cu -o wrong.o 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: src/main.cu(22): error: static assertion failed
//--- src/main.cu
#include "size.h"
#include <cstdio>

__global__ void window(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < SIZE; ++k) {
    float next = in[k];
    sum += next * next;
  }
  out[i] = sum;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, SIZE * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  window<<<32, 128>>>(in, out);
  printf("%s %d\n", __FILE__, __LINE__);
#ifdef WRONG
  // Clang does not mind.
  static_assert(!sizeof(__CUDACC_VER_MAJOR__), "nvcc does");
#endif
}
//--- src/size.h
#define SIZE 64
