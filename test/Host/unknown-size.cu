// RUN: not %tessera --cuda-path=none %s -- 2>&1 | FileCheck %s
// CHECK: shared array 'a' has no size
__global__ int *a;
__global__ void k(int *x) { x[0] = 1; }
int main() { k<<<1, 1>>>(a); }
