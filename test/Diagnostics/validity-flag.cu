// Flags that tell at run time which copy of an array is valid are named.
// RUN: %tessera --cuda-path=none --no-tiles %s 2>&1 > /dev/null | FileCheck %s
#include <stdio.h>
#define N 4096
// CHECK: :[[@LINE+1]]:16: remark: paths join with different valid copies of 'a': 'a_on_host' and 'a_on_device' tell at run time which to copy [tessera-validity-flag]
__global__ int a[N];
// CHECK-NOT: copies of 'unflagged'
// CHECK-NOT: copies of 'stepped'
__global__ int unflagged[N], stepped[N];

__global__ void next(int *x) { x[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

int main(int argc, char **argv) {
  for (int t = 0; t < 9; t++) {
    if (t % 4 == argc)
      next<<<N / 256, 256>>>(a);
    else if (t % 3 == argc)
      a[t] += 1;
    next<<<N / 256, 256>>>(unflagged);
  }
  // That a loop might have no rounds is no reason.
  for (int t = 0; t < 9; t++) {
    for (int k = 0; k < argc; k++)
      next<<<N / 256, 256>>>(stepped);
    for (int i = 0; i < N; i++)
      argc -= stepped[i];
  }
  printf("%d %d\n", a[3], unflagged[4]);
  return 0;
}
