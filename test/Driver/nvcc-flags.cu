// What tessera-nvcc takes from nvcc's own environment, and how options for
// tessera are split.
// RUN: rm -rf %t && split-file %s %t && cd %t && printf '#!/bin/sh\nexec %python %S/Inputs/fake_compiler.py "$@"\n' > nvcc && chmod +x nvcc

// nvcc adds them to its command itself; the translation needs them, too.
// RUN: env NVCC_PREPEND_FLAGS="-Iinc -DM=1" NVCC_APPEND_FLAGS="-DN='64'" %tessera-nvcc ./nvcc -c main.cu -o out.o | FileCheck %s --check-prefix=FLAGS
// FLAGS: arguments: -c out.o.tessera/main.cu -o out.o -Xcompiler=-iquote.
// FLAGS: __shared__ float in_tile
// A folder's name may have a space.
// RUN: mkdir "a b" && cp main.cu "a b" && %tessera-nvcc ./nvcc -DN=64 -Iinc -c "a b/main.cu" -o out.o | FileCheck %s --check-prefix=SPACE
// SPACE: arguments: {{.*}}-Xcompiler="-iquotea b"
// Clang knows neither.
// RUN: cp nvcc clang++ && env NVCC_APPEND_FLAGS=-DN=64 %tessera-nvcc ./clang++ -Iinc -c main.cu -o out.o 2>&1 | FileCheck %s --check-prefix=CLANG
// CLANG: warning: the compiler gets this file as it is

// Commas of a list, in quotes, and behind a backslash belong to a value.
// RUN: %tessera-nvcc -Xtessera=--remarks=passed,missed,--no-transfers ./nvcc -DN=64 -Iinc -c main.cu -o out.o 2>&1 | FileCheck %s --check-prefix=LIST
// RUN: %tessera-nvcc '-Xtessera=--remarks="passed,missed",--no-transfers' ./nvcc -DN=64 -Iinc -c main.cu -o out.o 2>&1 | FileCheck %s --check-prefix=LIST
// RUN: %tessera-nvcc '-Xtessera=--remarks=passed\,missed,--no-transfers' ./nvcc -DN=64 -Iinc -c main.cu -o out.o 2>&1 | FileCheck %s --check-prefix=LIST
// LIST: main.cu:7:12: remark: staged 'in' in shared memory
// RUN: not %tessera-nvcc '-Xtessera=--remarks=passed,--missed' ./nvcc -DN=64 -Iinc -c main.cu -o out.o 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: tessera: error: unknown command line argument '--missed'

// Options may be in files; what cannot be read is the compiler's to say.
// RUN: printf -- '-DN=64\n"-Iinc" -c' > words
// RUN: %tessera-nvcc ./nvcc --options-file words main.cu -o out.o | FileCheck %s --check-prefix=WORDS
// RUN: %tessera-nvcc ./nvcc -optf=words main.cu -o out.o | FileCheck %s --check-prefix=WORDS
// RUN: %tessera-nvcc ./clang++ @words main.cu -o out.o | FileCheck %s --check-prefix=WORDS
// WORDS: arguments: -DN=64 -Iinc -c out.o.tessera/main.cu -o out.o
// WORDS: __shared__ float in_tile
// RUN: %tessera-nvcc ./nvcc --options-file nowhere main.cu -o out.o | FileCheck %s --check-prefix=UNREAD
// UNREAD: arguments: --options-file nowhere main.cu -o out.o

// Beside a device nothing can be.
// RUN: %tessera-nvcc ./nvcc -DN=64 -Iinc -c main.cu -o /dev/null | FileCheck %s --check-prefix=NOWHERE
// NOWHERE: arguments: -DN=64 -Iinc -c {{.*}}tessera-nvcc{{.*}}/main.cu -o /dev/null

// An interrupt ends the compiler, too, and leaves nothing.
// RUN: printf '#!/bin/sh\necho begun >&2\nexec sleep 60\n' > slow && chmod +x slow
// RUN: %python %S/Inputs/interrupt.py --plain %t/temporary begun %tessera-nvcc ./slow -DN=64 -Iinc -c main.cu -o late.o
// RUN: not ls late.o.tessera

//--- main.cu
#include "size.h"
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
