// RUN: not %tessera --cuda-path=none %s -- 2>&1 | FileCheck %s
// CHECK: shared variable 'flag' cannot be placed: it is volatile
__global__ volatile int flag;
__global__ void k() { flag = 1; }
int main() { k<<<1, 1>>>(); }
