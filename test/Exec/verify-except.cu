// Arrays whose last values nobody reads can be left out of the comparison.
// RUN: not %tessera-verify %s %S/Inputs/verify-except.cu 2>&1 | FileCheck %s
// RUN: %tessera-verify --except=b %s %S/Inputs/verify-except.cu | FileCheck %s --check-prefix=SAME
// RUN: not %tessera-verify --except=a,c %s %S/Inputs/verify-except.cu 2>&1 | FileCheck %s
// RUN: %tessera-verify --except=b,c %s %S/Inputs/verify-except.cu 2>&1 | FileCheck %s --check-prefix=SLIP
// CHECK: 'b'[0] is 1 in the original and 2 in the rewritten program
// SAME: same: output, exit code and 1 array, 2 orders of execution
// SLIP: warning: --except: there is no array 'c'
__managed__ int a[4], b[4];

__global__ void fill() { a[threadIdx.x] = b[threadIdx.x] = 1; }

int main() {
  fill<<<1, 4>>>();
  cudaDeviceSynchronize();
  return a[0];
}
