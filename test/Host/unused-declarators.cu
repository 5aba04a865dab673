// What only a removed prefetch used goes out of a declaration of several: from
// its beginning, its middle and its end, or with all of it.
// RUN: %tessera --cuda-path=none -q --no-tiles --pieces=1 %s \
// RUN:   | FileCheck %s

// CHECK-LABEL: int main() {
// CHECK-NEXT: int n = 1000, *p = &n;
// CHECK-NEXT: int kept = 4;
// CHECK-NEXT: int *q = &n, first = 7;
// CHECK-NEXT: float *a;
#include <cstdio>
__global__ void add(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] += 1;
}
int main() {
  int n = 1000, bytes = 4000, dev = 0, *p = &n, last = 0;
  int only = 4, both = only;
  int kept = 4, gone = 5;
  int lost = 1, *q = &n, first = 7;
  float *a;
  cudaMallocManaged(&a, n * sizeof(float));
  for (int i = 0; i < n; i++)
    a[i] = i;
  cudaMemPrefetchAsync(a, bytes, dev, 0);
  cudaMemPrefetchAsync(a, bytes + last + both + only + gone + lost, dev, 0);
  add<<<4, 256>>>(a, n);
  cudaDeviceSynchronize();
  printf("%g %d %d\n", a[10], *p + *q + first, kept);
}
