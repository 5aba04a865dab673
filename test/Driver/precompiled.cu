// What comes before the program is precompiled when Tessera is built. Where
// that is missing or of no use, everything is the same, only slower.
// RUN: rm -rf %t && mkdir -p %t/bin %t/lib
// RUN: cp %build/bin/tessera %t/bin && cp -r %build/lib/tessera %t/lib
// RUN: %tessera --cuda-path=none %s -o %t/usual.cu -MD -MF %t/usual.d 2> %t/usual.txt
// RUN: echo broken > %t/lib/tessera/prelude.pch
// RUN: %t/bin/tessera --cuda-path=none %s -o %t/broken.cu 2> %t/broken.txt
// RUN: rm %t/lib/tessera/prelude.pch
// RUN: %t/bin/tessera --cuda-path=none %s -o %t/none.cu -MD -MF %t/none.d 2> %t/none.txt
// RUN: diff %t/usual.cu %t/broken.cu && diff %t/usual.txt %t/broken.txt
// RUN: diff %t/usual.cu %t/none.cu && diff %t/usual.txt %t/none.txt
// RUN: sort %t/none.d | sed s/none.cu/usual.cu/ > %t/none.sorted
// RUN: sort %t/usual.d > %t/usual.sorted
// RUN: diff %t/usual.sorted %t/none.sorted
// RUN: FileCheck %s --input-file=%t/usual.txt
// CHECK: 'a' is uploaded once
#include <math.h>
#include <stdio.h>
#define N 256
__global__ float a[N + 2], b[N];
__global__ void mean() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = (a[i] + a[i + 1] + a[i + 2]) / 3;
}
#ifdef LATER // in precompiled-toolkit.test
__global__ void later() { b[threadIdx.x] = 0; }
#endif
int main() {
  for (int i = 0; i < N + 2; i++)
    a[i] = i;
  mean<<<N / 64, 64>>>();
  printf("%g\n", sqrt(b[0]));
  return 0;
}
