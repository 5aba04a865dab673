// A declaration of shared arrays that a macro's semicolon ends is refused.
// RUN: not %tessera --cuda-path=none %s -o %t.cu 2>&1 | FileCheck %s
#define END ;
// CHECK: :[[@LINE+1]]:16: error: shared variable 'a' cannot be placed: a macro ends its declaration: write the semicolon out [tessera-unsupported-shared]
__global__ int a[64] END
__global__ void next() { a[threadIdx.x] += 1; }
int main() {
  next<<<1, 64>>>();
  return a[3];
}
