// The program says its own lines, if the result has #line.
// RUN: %tessera --cuda-path=none -q --line-directives %s -o %t.cu
// RUN: grep -c '^#line' %t.cu
// RUN: %tessera-run %s > %t.before && %tessera-run %t.cu | diff %t.before -
// RUN: %tessera --cuda-path=none -q --line-directives - < %s | grep -c '^#line 1 "<stdin>"'
// RUN: %python %S/../Diagnostics/Inputs/exits.py 2 %tessera --line-directives -i %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WRONG
// WRONG: --line-directives is for results that only compilers read: it excludes -i and --keep-original
// Nothing changes: nor do lines.
// RUN: %tessera --cuda-path=none -q --line-directives --no-tiles --no-transfers %s | diff %s -
#include <cstdio>
__global__ void set(int *a, int value) { a[threadIdx.x] = value; }
int main() {
  int *a;
  cudaMallocManaged(&a, 64 * sizeof(int));
  set<<<1, 64>>>(a, __LINE__);
  cudaDeviceSynchronize();
  printf("%d\n", a[3]);
  printf("%d\n",
         __LINE__);
  cudaFree(a);
}
