// Variables whose names are macros, too, are found all the same.
// RUN: %tessera-run %s | FileCheck %s
// RUN: %tessera -q --cuda-path=none %s -o %t.cu
// RUN: %tessera-verify %s %t.cu
// CHECK: 190280
#include <stdio.h>
#define N 64
namespace outer { namespace inner {
__global__ int a[N];
__global__ int b[N];
__managed__ int m[N];
} }
namespace alias = outer::inner;
#define a alias::a
#define b (outer::inner::b)
#define at(i) m[(i)]
#define m outer::inner::m
namespace plain { __global__ int c[N]; }
#define plain plain

__global__ void add(int *x) { x[threadIdx.x] += 1; }
__global__ void by_name() {
  a[threadIdx.x] += 2;
  at(threadIdx.x) += 4;
}

#define MADE(name, op)                                                         \
  __global__ void name(int *x) { x[threadIdx.x] = x[threadIdx.x] op 2; }
MADE(doubled, *)
MADE(reduced, -)

int main() {
  for (int i = 0; i < N; ++i) {
    a[i] = i;
    b[i] = 2 * i;
    m[i] = 3;
    plain::c[i] = 7;
  }
  add<<<1, N>>>(a);
  add<<<1, N>>>(b);
  add<<<1, N>>>(m);
  add<<<1, N>>>(plain::c);
  by_name<<<1, N>>>();
  doubled<<<1, N>>>(a);
  reduced<<<1, N>>>(a);
  cudaDeviceSynchronize();
  a[3] += 10;
  add<<<1, N>>>(a);
  cudaDeviceSynchronize();
  long sum = 0;
  for (int i = 0; i < N; ++i)
    sum += (long)a[i] * (i + 1) + b[i] + m[i] + plain::c[i];
  printf("%ld\n", sum);
}
