// A managed array that a header declares for other files stays as it is, also
// where that declaration leaves its size open.
// RUN: %tessera --cuda-path=none %s -o %t.cu -- 2>&1 | FileCheck %s
// RUN: grep -c '^__managed__ float' %t.cu | FileCheck %s --check-prefix=COUNT
// COUNT: {{^2$}}
// CHECK: 'sized' is placed in managed memory: it is declared more than once [tessera-kept-managed]
// CHECK: 'open' is placed in managed memory: it is declared more than once [tessera-kept-managed]
#include <stdio.h>
extern __managed__ float sized[64];
extern __managed__ float open[];

__managed__ float sized[64];
__managed__ float open[64];

__global__ void twice(float *a) { a[threadIdx.x] *= 2; }

int main() {
  for (int i = 0; i < 64; i++)
    sized[i] = open[i] = i;
  twice<<<1, 64>>>(sized);
  twice<<<1, 64>>>(open);
  cudaDeviceSynchronize();
  printf("%g %g\n", sized[3], open[5]);
}
