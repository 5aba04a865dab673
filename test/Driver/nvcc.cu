// tessera-nvcc translates, and runs the compiler that is named on what that
// gives. Everything else the compiler gets as it is.
// RUN: rm -rf %t && split-file %s %t && cd %t && printf '#!/bin/sh\nexec %python %S/Inputs/fake_compiler.py "$@"\n' > nvcc && chmod +x nvcc
// RUN: env TESSERA_OPTIONS=--coarsen=never %tessera-nvcc ./nvcc -DN=64 -Iinc -MD -MF out.d -c src/main.cu -o out.o > out.txt
// RUN: FileCheck %s --input-file=out.txt
// CHECK: arguments: -DN=64 -Iinc -MD -MF out.d -c out.o.tessera/main.cu -o out.o -Xcompiler=-iquotesrc
// CHECK-NEXT: #line 1 "src/main.cu"
// CHECK-NEXT: #include "size.h"
// CHECK: __shared__ float in_tile
// CHECK: #line 7
// CHECK: for (int k = 0; k < N; ++k)
// The intermediate is gone, and dependencies name the source.
// RUN: not ls out.o.tessera
// RUN: FileCheck %s --input-file=out.d --check-prefix=DEPENDENCIES
// DEPENDENCIES: out.o: \
// DEPENDENCIES-NEXT: src/main.cu \
// DEPENDENCIES-DAG: inc/size.h
// DEPENDENCIES-DAG: other.h
// DEPENDENCIES-NOT: tessera/
// RUN: ls out.o

// In a build it says what is wrong, and remarks on request.
// RUN: %tessera-nvcc ./nvcc -DN=64 -Iinc -c src/main.cu -o out.o 2>&1 | not grep remark
// RUN: env TESSERA_OPTIONS=--remarks=passed %tessera-nvcc ./nvcc -DN=64 -Iinc -c src/main.cu -o out.o 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: %tessera-nvcc -Xtessera --remarks=passed ./nvcc -DN=64 -Iinc -c src/main.cu -o out.o 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: src/main.cu:8:12: remark: staged 'in' in shared memory
// RUN: %tessera-nvcc ./nvcc -DN=64 -Iinc -Xtessera=--no-tiles,-q -c src/main.cu -o out.o | FileCheck %s --check-prefix=OFF
// OFF: arguments: -DN=64 -Iinc -c src/main.cu -o out.o{{$}}

// As a compiler of its own, which finds the real one.
// RUN: env TESSERA_NVCC=%t/nvcc %tessera-nvcc -DN=64 -Iinc -c src/main.cu -o out.o | FileCheck %s --check-prefix=ALONE
// RUN: env PATH=%t:$PATH %tessera-nvcc -DN=64 -Iinc -c src/main.cu -o out.o | FileCheck %s --check-prefix=ALONE
// ALONE: -c out.o.tessera/main.cu
// RUN: env -u TESSERA_NVCC PATH=/nowhere CUDA_PATH=/nowhere TESSERA_NVCC=/nowhere/nvcc not %tessera-nvcc -c src/main.cu 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: tessera-nvcc: error: '/nowhere/nvcc':

// Behind another launcher's name, as ccache's.
// RUN: %tessera-nvcc env ./nvcc -DN=64 -Iinc -c src/main.cu -o out.o | FileCheck %s --check-prefix=ALONE

// Flags in a file; a source in it, too.
// RUN: echo "-DN=64 -Iinc -c src/main.cu" > options
// RUN: %tessera-nvcc ./nvcc --options-file options -o out.o | FileCheck %s --check-prefix=FILE
// FILE: arguments: -DN=64 -Iinc -c out.o.tessera/main.cu -o out.o

// What compiles no CUDA goes through, and so do exit codes.
// RUN: %tessera-nvcc ./nvcc -E src/main.cu | FileCheck %s --check-prefix=PREPROCESS
// PREPROCESS: arguments: -E src/main.cu{{$}}
// RUN: %tessera-nvcc ./nvcc --version | FileCheck %s --check-prefix=VERSION
// VERSION: arguments: --version{{$}}
// RUN: %tessera-nvcc ./nvcc a.o b.o -o prog | FileCheck %s --check-prefix=LINK
// LINK: arguments: a.o b.o -o prog{{$}}
// RUN: %python %S/../Diagnostics/Inputs/exits.py 3 %tessera-nvcc ./nvcc -fail -DN=64 -Iinc -c src/main.cu -o out.o
// A file that the compiler reads and Clang does not.
// RUN: %tessera-nvcc ./nvcc -c src/other.cu -o out.o 2>&1 | FileCheck %s --check-prefix=THROUGH
// THROUGH: warning: the compiler gets this file as it is
// THROUGH: arguments: -c src/other.cu -o out.o{{$}}
// A program that must be translated, and cannot be, ends the build.
// RUN: %python %S/../Diagnostics/Inputs/exits.py 1 %tessera-nvcc ./nvcc -c src/shared.cu -o no.o 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: src/shared.cu:1:{{[0-9]+}}: error: shared array 'a' has no size
// RUN: not ls no.o
// The headers' copies are beside the translated source, with their lines; for
// dependencies they are the headers.
// RUN: %tessera-nvcc ./nvcc -MD -MF out.d -c src/header.cu -o out.o > /dev/null
// RUN: FileCheck %s --input-file=out.d --check-prefix=HEADER
// HEADER-DAG: src/header.cu
// HEADER-DAG: src/kernel.cuh
// HEADER-NOT: {{\.tessera/}}
// RUN: %tessera-nvcc ./nvcc -keep -c src/header.cu -o kept.o > /dev/null
// RUN: FileCheck %s --input-file=kept.o.tessera/header.kernel.cuh --check-prefix=COPY
// COPY: #line 1 "src/kernel.cuh"
// COPY: __shared__
//--- src/main.cu
#include "size.h"
// As a sum.
__global__ void window(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum =
      0;
  for (int k = 0; k < N; ++k)
    sum += in[k];
  out[i] = sum;
}
int main() {
  float *in, *out;
  cudaMalloc(&in, SIZE * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  window<<<32, 128>>>(in, out);
}
//--- inc/size.h
#define SIZE 4160
//--- src/other.cu
int main() { return missing; }
//--- src/shared.cu
__global__ float *a;
int main() { return 0; }
//--- src/header.cu
#include "kernel.cuh"
int main() {
  float *in, *out;
  cudaMalloc(&in, 4160 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  window<<<32, 128>>>(in, out);
}
//--- src/kernel.cuh
static __global__ void window(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 64; ++k)
    sum += in[k];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
