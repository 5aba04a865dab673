// Around launches in a function with labels the host's copy stays valid: upload
// before, readback after. So it does in a branch that others join on the host.
// RUN: %tessera --cuda-path=none --no-tiles %s -- | FileCheck %s
#include <stdio.h>
#define N 64
__global__ int a[N];

__global__ void next(int *x) { x[threadIdx.x] += 1; }

// CHECK-LABEL: void choose(
void choose(int n) {
  switch (n) {
  // CHECK:      case 1:
  // CHECK-NEXT: // The device
  // CHECK-NEXT: cudaMemcpyHostToDevice
  // CHECK-NEXT: next<<<1, N>>>(a_dev);
  // CHECK-NEXT: CUDA_CHECK
  // CHECK-NEXT: // The host
  // CHECK-NEXT: cudaMemcpyDeviceToHost
  // CHECK-NEXT: break;
  case 1:
    next<<<1, N>>>(a);
    break;
  case 2:
    a[0] = 9;
    return;
  default:
    break;
  }
  a[1] += 1;
}

// CHECK-LABEL: int jump(
int jump(int n) {
again:
  // CHECK: HostToDevice
  // CHECK: DeviceToHost
  next<<<1, N>>>(a);
  if (--n > 0)
    goto again;
  return a[2];
}

int main() {
  for (int i = 0; i < 4; i++)
    choose(i);
  int r = jump(3);
  printf("%d %d %d %d\n", a[0], a[1], a[2], r);
}
