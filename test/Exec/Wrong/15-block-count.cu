// Pitfall 15: too few blocks where the size is no multiple, and none for zero.
// RUN: sh -c '%tessera-verify -DN=40 %s %S/Inputs/block-count.cu; echo exit $?' 2>&1 | FileCheck %s
// RUN: %tessera-run -DN=0 %S/Inputs/block-count.cu 2>&1 | FileCheck %s --check-prefix=NONE
// CHECK: tessera-verify: error: 'a'[32] is 1 in the original and 0 in the rewritten program, written by launch 1 of kernel 'k' and by no kernel; 8 of 40 elements differ
// CHECK: exit 1
// NONE: block-count.cu:{{[0-9]+}}:{{[0-9]+}}: warning: the launch of kernel 'k' failed (invalid configuration argument), and the program never asks [unchecked-launch]

__managed__ int a[N ? N : 1];

__global__ void k(int n) {
  int i = blockIdx.x * 32 + threadIdx.x;
  if (i < n)
    a[i] = 1;
}

int main() {
  k<<<(N + 31) / 32, 32>>>(N);
  cudaDeviceSynchronize();
}
