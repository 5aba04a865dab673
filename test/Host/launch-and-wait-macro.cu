// What waits behind a launch in the same statement is seen.
// RUN: %tessera -q --cuda-path=none %s -o %t.cu
// RUN: %tessera-verify %s %t.cu
// RUN: not %tessera -q --cuda-path=none %s -o %t.2.cu -- -DLATE 2>&1 | FileCheck %s
#include <cstdio>
#define N 128
#define GO(x, y) { add<<<1, N>>>(x, y); cudaDeviceSynchronize(); }
#ifdef LATE
#define SEE(x, y) { add<<<1, N>>>(x, y); printf("%d\n", x[1]); cudaDeviceSynchronize(); }
#else
#define SEE(x, y) { add<<<1, N>>>(x, y); cudaDeviceSynchronize(); printf("%d\n", x[1]); }
#endif

__global__ int a[N];
__global__ int b[N];

__global__ void add(int *x, const int *y) {
  int i = threadIdx.x;
  x[i] = x[i] * 2 + y[(i + 1) % N] + 1;
}

int main() {
  for (int t = 0; t < 3; t++) {
    GO(a, b)
    b[3] = a[2] + 1;
    // CHECK: [[#@LINE+1]]:5: error: shared variable '{{.}}' cannot be placed: the rest of a statement that launches a kernel may use it
    SEE(b, a)
  }
  printf("%d\n", a[2]);
}
