// Static arrays that are small enough alone, but have more than 2 GiB together,
// stay in managed memory, however they are declared; just below that they get
// copies.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none %t/three.cu -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=THREE
// RUN: %tessera --cuda-path=none %t/kinds.cu -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=KINDS
// RUN: %tessera --cuda-path=none %t/below.cu -o %t/out.cu 2>&1 | FileCheck %s --check-prefix=BELOW
// THREE: placed in managed memory: static arrays of more than 2 GiB cannot be linked
// KINDS: placed in managed memory: static arrays of more than 2 GiB cannot be linked
// BELOW-NOT: placed in managed memory
// BELOW: 'a' is uploaded once
// BELOW-NOT: placed in managed memory

//--- three.cu
#include <stdio.h>
__managed__ float a[1 << 28], b[1 << 28], c[1 << 28];
__global__ void add() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  c[i] = a[i] + b[i];
}
int main() {
  for (int i = 0; i < 1 << 28; ++i)
    a[i] = b[i] = i;
  add<<<(1 << 28) / 256, 256>>>();
  cudaDeviceSynchronize();
  printf("%g\n", c[77]);
}

//--- kinds.cu
#include <stdio.h>
struct Two {
  double x, y;
};
__global__ Two a[1 << 26];
__managed__ double b[1 << 14][1 << 13];
static __managed__ char c[1 << 30];
__global__ void add() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  c[i] = a[i].y + b[0][i];
}
int main() {
  for (int i = 0; i < 1 << 10; ++i)
    a[i].y = b[0][i] = i;
  add<<<4, 256>>>();
  cudaDeviceSynchronize();
  printf("%d\n", c[77]);
}

//--- below.cu
#include <stdio.h>
__managed__ float a[1 << 27], b[1 << 27], c[1 << 27];
__global__ void add() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  c[i] = a[i] + b[i];
}
int main() {
  for (int i = 0; i < 1 << 27; ++i)
    a[i] = b[i] = i;
  add<<<(1 << 27) / 256, 256>>>();
  cudaDeviceSynchronize();
  printf("%g\n", c[77]);
}
