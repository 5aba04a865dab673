// With flags, what is behind a label finds the copies in any state: a function
// with 'goto' copies large arrays only where it must. Around a small one every
// launch uploads and reads back.
// RUN: %tessera -q --cuda-path=none --no-tiles %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
#include <stdio.h>
#define N 2048
__global__ int a[N], b[N], small[16];

__global__ void next(int *x) { x[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

// CHECK-LABEL: int jump(
int jump(int n) {
  // CHECK:      again:
  // CHECK-NEXT: // The device needs the host's values.
  // CHECK-NEXT: if (!a_on_device) {
  // CHECK:      a_on_host = false;
  // CHECK-NEXT: next<<<N / 256, 256>>>(a_dev);
again:
  next<<<N / 256, 256>>>(a);
  if (n % 4 == 0) {
    a[n] = 3;
    goto middle;
  }
  next<<<N / 256, 256>>>(a);
  next<<<N / 256, 256>>>(a);
middle:
  for (int i = 0; i < 3; i++) {
    next<<<N / 256, 256>>>(b);
    if (n % 5 == 2 && i == 1)
      goto out;
    // Into a statement inside of the switch, and out of it.
    switch (n) {
    case 3:
      next<<<N / 256, 256>>>(b);
      if (i > 1) {
      // CHECK:      case 4:
      // CHECK-NEXT: // The host needs the device's values.
      // CHECK-NEXT: if (!b_on_host) {
      // CHECK:      b_on_device = false;
      // CHECK-NEXT: b[1] += 2;
      case 4:
        b[1] += 2;
        break;
      }
    case 5:
      b[2] = 7;
      continue;
    default:
      next<<<N / 256, 256>>>(b);
    }
  }
  if (--n > 0)
    goto again;
  return a[2];
  // CHECK:      out:
  // CHECK-NEXT: // The host needs the device's values.
  // CHECK-NEXT: if (!b_on_host) {
out:
  b[3] = 4;
  return b[2] + a[4];
}

// CHECK-LABEL: int main(
int main(int argc, char **argv) {
  int total = 0;
  for (int t = 0; t < 10; t++)
    total += jump(t);
  // CHECK:      HostToDevice
  // CHECK:      next<<<1, 16>>>(small_dev);
  // CHECK:      DeviceToHost
  for (int t = 0; t < 10; t++)
    next<<<1, 16>>>(small);
  if (argc > 1)
    goto fail;
  printf("%d %d %d\n", total, a[4], small[3]);
  return 0;
fail:
  printf("failed\n");
  return 1;
}
