// Programs that take too long are verified by some blocks of each launch, the
// same in both programs.
// RUN: %tessera-verify --blocks=2 %s %s | FileCheck %s
// CHECK: same: output, exit code and 1 array, 2 orders of execution, at most 2 of the blocks of each launch
// RUN: sh -c '%tessera-run --blocks=2 %s' | FileCheck %s --check-prefix=COUNT
// RUN: sh -c '%tessera-run --seed=3 --blocks=2 %s' | FileCheck %s --check-prefix=COUNT
// RUN: sh -c '%tessera-run --blocks=100 %s' | FileCheck %s --check-prefix=ALL
// COUNT: 2 of 8
// ALL: 8 of 8
// RUN: sed 's/= 1/= 2/' %s > %t.cu
// RUN: not %tessera-verify --blocks=1 %s %t.cu 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: tessera-verify: error: 'done'{{.*}} is 1 in the original and 2 in the rewritten program
// Where a launch has other blocks, some of them say nothing.
// RUN: sed 's/<<<8, 4>>>/<<<4, 8>>>/' %s > %t.cu
// RUN: %tessera-verify %s %t.cu
// RUN: sh -c '%tessera-verify --blocks=1 %s %t.cu; echo exit $?' 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: tessera-verify: error: some blocks cannot stand for all: launch 1 is kernel 'mark' of (8,1,1) blocks in the original and kernel 'mark' of (4,1,1) blocks in the rewritten program
// OTHER: exit 125
#include <stdio.h>

__managed__ int done[32];

__global__ void mark() { done[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

int main() {
  mark<<<8, 4>>>();
  cudaDeviceSynchronize();
  int blocks = 0;
  for (int b = 0; b < 32; b += 4)
    blocks += done[b] == 1;
  printf("%d of 8\n", blocks);
  return 0;
}
