// Launches that do not run in pieces, though all of their copies stand around
// them: the kernel does not name its block, or blocks write what others do.
// RUN: %tessera -q --cuda-path=none --pieces=4 %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 2 %s %t.cu
#include <stdio.h>
#define N 1000
#define ID (blockIdx.x * blockDim.x + threadIdx.x)

// CHECK-NOT: first_{{block}}
__global__ int a[N], b[N], c[N], d[N];
__global__ void in_macro(const int *a, int *b) {
  if (ID < N)
    b[ID] = a[ID] + 1;
}
__noinline__ __device__ int id() { return blockIdx.x * blockDim.x + threadIdx.x; }
__global__ void in_function(const int *b, int *c) {
  if (id() < N)
    c[id()] = b[id()] + 1;
}
__global__ void overlapping(const int *c, int *d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N && (threadIdx.x < 100 || i % 2 == 0))
    d[i / 2] = c[i / 2 * 2] + 1;
}

int main() {
  for (int i = 0; i < N; i++)
    a[i] = i;
  in_macro<<<8, 125>>>(a, b);
  printf("%d\n", b[N - 1]);
  b[3] = 4;
  in_function<<<8, 125>>>(b, c);
  printf("%d\n", c[N - 1]);
  c[3] = 4;
  overlapping<<<8, 125>>>(c, d);
  printf("%d\n", d[7]);
}
