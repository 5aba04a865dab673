// A GPU makes one NaN; which one a CPU makes is up to its compiler. All are the
// same, and nothing else is the same as one.
// RUN: split-file %s %t
// RUN: %tessera-verify %t/plus.cu %t/minus.cu
// RUN: %tessera-verify -D COPIED %t/plus.cu %t/minus.cu
// RUN: not %tessera-verify %t/plus.cu %t/number.cu 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER: 'x'[1] is nan in the original and -0 in the rewritten program
// RUN: not %tessera-verify %t/zero.cu %t/number.cu 2>&1 | FileCheck %s --check-prefix=ZERO
// ZERO: 'x'[1] is 0 in the original and -0 in the rewritten program
// RUN: not %tessera-verify %t/zero.cu %t/least.cu 2>&1 | FileCheck %s --check-prefix=LEAST
// LEAST: 'x'[1] is 0 in the original and 4.940656{{[0-9]+}}e-324 in the rewritten program
//--- plus.cu
#define VALUE __builtin_nan("")
#include "program.h"
//--- minus.cu
#define VALUE -__builtin_nan("7")
#include "program.h"
//--- number.cu
#define VALUE -0.0
#include "program.h"
//--- zero.cu
#define VALUE 0.0
#include "program.h"
//--- least.cu
#define VALUE 4.94065646e-324
#include "program.h"
//--- program.h
#include <stdio.h>
#include <stdlib.h>
__global__ void set(double *x, double value) { x[threadIdx.x] = value; }
int main() {
  double *x, *host;
#ifdef COPIED
  cudaMalloc((void **)&x, 4 * sizeof(double));
  host = (double *)malloc(4 * sizeof(double));
#else
  cudaMallocManaged(&x, 4 * sizeof(double));
  host = x;
#endif
  set<<<1, 4>>>(x, 1);
  set<<<1, 2>>>(x, VALUE);
  cudaDeviceSynchronize();
#ifdef COPIED
  cudaMemcpy(host, x, 4 * sizeof(double), cudaMemcpyDeviceToHost);
#endif
  host[0] = 1;
  printf("%g\n", host[1] == 0 ? 0 : host[1] < 1e-300 ? 0 : host[1]);
  cudaFree(x);
  return 0;
}
