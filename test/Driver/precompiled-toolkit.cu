// What comes before the program is precompiled for a toolkit, too. The result is
// the same without that, and once the toolkit changes its headers count.
// REQUIRES: nvcc
// RUN: rm -rf %t && mkdir -p %t/bin %t/lib %t/toolkit/include
// RUN: cp %build/bin/tessera %build/bin/tessera-precompile %t/bin
// RUN: cp -r %build/lib/tessera %t/lib && sh -c 'rm %t/lib/tessera/prelude-*.pch'
// RUN: sh -c 'ln -s "$(dirname "$(readlink -f "$(command -v nvcc)")")" %t/toolkit/bin'
// RUN: sh -c 'cp -rs "$(readlink -f %t/toolkit/bin/../include)"/. %t/toolkit/include'
// RUN: %t/bin/tessera --cuda-path=%t/toolkit %s -o %t/none.cu -MD -MF %t/none.d 2> %t/none.txt
// RUN: env CUDA_PATH=%t/toolkit %t/bin/tessera-precompile %t/lib/tessera
// RUN: sh -c 'cp %t/lib/tessera/prelude-*.pch %t/whole.pch'
// RUN: %t/bin/tessera --cuda-path=%t/toolkit %s -o %t/usual.cu -MD -MF %t/usual.d 2> %t/usual.txt
// RUN: sh -c 'echo broken > "$(echo %t/lib/tessera/prelude-*.pch)"'
// RUN: %t/bin/tessera --cuda-path=%t/toolkit %s -o %t/broken.cu 2> %t/broken.txt
// RUN: diff %t/usual.cu %t/none.cu && diff %t/usual.txt %t/none.txt
// RUN: diff %t/usual.cu %t/broken.cu && diff %t/usual.txt %t/broken.txt
// RUN: sort %t/none.d | sed s/none.cu/usual.cu/ > %t/none.sorted
// RUN: sort %t/usual.d | diff - %t/none.sorted
// RUN: grep -q toolkit/include/vector_types.h %t/usual.d
// RUN: FileCheck %s --input-file=%t/usual.txt --implicit-check-not=later
// CHECK: 'a' is uploaded once

// RUN: sh -c 'mv %t/whole.pch "$(echo %t/lib/tessera/prelude-*.pch)"'
// RUN: cp %t/toolkit/include/vector_types.h %t/changed.h
// RUN: echo "#define LATER" >> %t/changed.h
// RUN: mv %t/changed.h %t/toolkit/include/vector_types.h
// RUN: %t/bin/tessera --cuda-path=%t/toolkit --print=model %s | FileCheck %s --check-prefix=CHANGED
// CHANGED: kernel{{.*}} later
#include <math.h>
#include <stdio.h>
#define N 256
__global__ float a[N + 2], b[N];
__global__ void mean() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = (a[i] + a[i + 1] + a[i + 2]) / 3;
}
#ifdef LATER
__global__ void later() { b[threadIdx.x] = 0; }
#endif
int main() {
  for (int i = 0; i < N + 2; i++)
    a[i] = i;
  mean<<<N / 64, 64>>>();
  printf("%g\n", sqrt(b[0]));
  return 0;
}
