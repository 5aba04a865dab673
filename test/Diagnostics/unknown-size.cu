// An array that the tool has to allocate needs a size.
// RUN: echo old > %t.cu
// RUN: not %tessera --cuda-path=none %s -o %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: echo old | diff - %t.cu
// CHECK: unknown-size.cu:[[@LINE+1]]:23: error: shared array 'a' has no size: the tool allocates it and must know how much [tessera-unknown-size]
extern __global__ int a[];

__global__ void next() { a[threadIdx.x] += 1; }

int main() { next<<<1, 64>>>(); }
// CHECK-NOT: {{error:|warning:|remark:}}
