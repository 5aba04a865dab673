// Assembly in device code changes what it names: what depends on that is not
// taken for known, and arrays it may write keep both sides' values.
// RUN: %tessera --cuda-path=none %s -o %t.cu 2>&1 | FileCheck %s
// RUN: %tessera --cuda-path=none --array=x:shared -q %s -o %t.forced.cu
// RUN: not grep '_tile\[' %t.forced.cu
// CHECK-DAG: 'r1' is uploaded once and read back once
// CHECK-DAG: 'r2' is placed in managed memory: 'stores' keeps its address
// CHECK-DAG: 'r3' is uploaded once and read back once
// CHECK-DAG: kernel 'moves' not changed
// CHECK-DAG: kernel 'adds' not changed
#include <stdio.h>
#define N 256
__global__ int x[N + 64];
__global__ int r1[N];
__global__ int r2[N];
__global__ int r3[N];
__global__ void moves(const int *x, int *r) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0, base = 0;
  asm("mov.s32 %0, 40;" : "=r"(base));
  for (int k = 0; k < 12; ++k)
    s += x[i + k + base];
  r[i] = s;
}
__global__ void stores(int *r) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 2)
    asm volatile("st.global.s32 [%0], %1;" : : "l"(r + i), "r"(i) : "memory");
}
__global__ void adds(int *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  asm("add.s32 %0, %0, 1;" : "+r"(n));
  if (i < n)
    r[i] = 1;
}
int main() {
  for (int i = 0; i < N + 64; ++i)
    x[i] = i;
  for (int i = 0; i < N; ++i)
    r1[i] = r2[i] = r3[i] = 2;
  moves<<<N / 64, 64>>>(x, r1);
  stores<<<N / 64, 64>>>(r2);
  adds<<<N / 64, 64>>>(r3, N - 10);
  printf("%d %d %d\n", r1[3], r2[5], r3[N - 1]);
}
