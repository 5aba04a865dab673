// Flags come from compile_commands.json as CMake writes it for nvcc: from the
// one of -p, or the first in the folders above the file.
// RUN: rm -rf %t && split-file %s %t && sed -i "s,DIR,%t," %t/build/compile_commands.json
// RUN: not %tessera --cuda-path=none %t/src/main.cu 2>&1 | FileCheck %s --check-prefix=WITHOUT
// WITHOUT: 'size.h' file not found
// RUN: %tessera --cuda-path=none -q -p %t/build %t/src/main.cu > %t/with.cu
// RUN: FileCheck %s --input-file=%t/with.cu
// CHECK: in_tile[191]
// RUN: %tessera --cuda-path=none -q -p %t/build/compile_commands.json %t/src/main.cu | diff %t/with.cu -
// RUN: mv %t/build/compile_commands.json %t
// RUN: %tessera --cuda-path=none -q %t/src/main.cu | diff %t/with.cu -
// RUN: cd / && %tessera --cuda-path=none -q %t/src/main.cu | diff %t/with.cu -
// One more flag.
// RUN: %tessera --cuda-path=none -q --extra-arg=-DN=32 %t/src/main.cu | FileCheck %s --check-prefix=EXTRA
// EXTRA: in_tile[159]
// The device is the lowest architecture of the flags, unless one is named.
// RUN: %tessera --cuda-path=none --print=plan --no-transfers %t/src/main.cu > %t/sm13
// RUN: %tessera --cuda-path=none --print=plan --no-transfers --gpu=tesla-c1060 %t/src/main.cu | diff %t/sm13 -
// RUN: %tessera --cuda-path=none --print=plan --no-transfers --gpu=h200 %t/src/main.cu | not diff -q %t/sm13 -
//--- src/main.cu
#include "size.h"
#ifndef PADDED
#error "a flag is missing"
#endif
#ifdef N
#undef SIZE
#define SIZE N
#endif
__global__ void window(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < SIZE; ++k)
    sum += in[i + k];
  out[i] = sum;
}
int main() {
  float *in, *out;
  cudaMalloc(&in, 4160 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  window<<<32, 128>>>(in, out);
}
//--- include/size.h
#define SIZE 64
//--- build/flags.rsp
-I../include
//--- build/compile_commands.json
[{"directory": "DIR/build",
  "command": "/usr/local/cuda/bin/nvcc -forward-unknown-to-host-compiler -DPADDED --options-file DIR/build/flags.rsp -O3 -std=c++17 \"--generate-code=arch=compute_13,code=[compute_13,sm_13]\" -gencode arch=compute_90,code=sm_90 -Xcompiler=-fPIC -Wunknown -MD -MT main.cu.o -MF main.cu.o.d -x cu -rdc=true -c DIR/src/main.cu -o main.cu.o",
  "file": "DIR/src/main.cu", "output": "main.cu.o"}]
