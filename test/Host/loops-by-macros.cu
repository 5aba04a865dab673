// What waits for launches in a loop whose head a macro makes is put into its
// block.
// RUN: %tessera -q --cuda-path=none %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu
#include <cstdio>
#define N 1024
#define FOR(i, n) for (int i = 0; i < (n); i++)
#define EVER for (;;)

__global__ int a[N];
__global__ int b[N];

__global__ void add(int *x, const int *y, int by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = x[i] * 2 + y[(i + 1) % N] + by;
}

int main() {
  // CHECK: FOR(t, 3) {
  // CHECK-NEXT: add<<<4, 256>>>(a, b, t);
  // CHECK-NEXT: CUDA_CHECK(cudaGetLastError());
  // CHECK-NEXT: CUDA_CHECK(cudaDeviceSynchronize());
  // CHECK-NEXT: b[t] = a[2] + 1;
  FOR(t, 3) {
    add<<<4, 256>>>(a, b, t);
    b[t] = a[2] + 1;
  }
  FOR(t, 4) FOR(s, 2) {
    add<<<4, 256>>>(b, a, s);
    if (t == 2)
      b[7]++;
  }
  int t = 0;
  EVER {
    add<<<4, 256>>>(a, b, 1);
    if (++t > 3)
      break;
  }
  printf("%d %d %d\n", a[2], b[1], b[7]);
}
