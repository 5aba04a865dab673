// Nothing can wait behind a launch that is a return statement's.
// RUN: not %tessera --cuda-path=none -q %s 2>&1 | FileCheck %s
// RUN: not %tessera --cuda-path=none -q %s -- -DONE_OF_TWO 2>&1 | FileCheck %s
#include <cstdio>
#define N 128
__global__ int a[N], b[N];

__global__ void scale(const int *x, int *y, int by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i] * by;
}

void start(int by) {
#ifdef ONE_OF_TWO
  if (by > 2)
#endif
    // CHECK: :[[@LINE+1]]:12: error: {{.*}}: a return statement launches a kernel: nothing can wait
    return scale<<<N / 64, 64>>>(a, b, by);
  a[0] = by;
}

int main() {
  for (int i = 0; i < N; ++i)
    a[i] = i;
  start(3);
  printf("%d\n", b[5]);
}
