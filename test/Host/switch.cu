// The branches of a switch are followed, also where one falls into the next;
// where they end with different valid copies they agree on one.
// RUN: %tessera --cuda-path=none --no-tiles %s -o %t.cu 2>&1 | FileCheck %s --check-prefix=SAY
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
#include <stdio.h>
#define N 64
// SAY: 'a' is uploaded never and read back once
// SAY: 'b' is uploaded never and read back repeatedly
// SAY: 'c' is uploaded never and read back once
// SAY: 'd' is uploaded repeatedly and read back repeatedly
__global__ int a[N];
__global__ int b[N];
__global__ int c[N];
__global__ int d[N];

__global__ void next(int *x) { x[threadIdx.x] += 1; }

// A label inside of another statement: nothing is followed.
// CHECK-LABEL: void deep(
void deep(int n) {
  switch (n) {
  case 1:
    // CHECK: cudaMemcpyHostToDevice
    // CHECK: next<<<1, N>>>(d_dev);
    // CHECK: cudaMemcpyDeviceToHost
    // CHECK: cudaMemcpyHostToDevice
    // CHECK: next<<<1, N>>>(d_dev);
    // CHECK: cudaMemcpyDeviceToHost
    next<<<1, N>>>(d);
    if (n > 2) {
    case 3:
      next<<<1, N>>>(d);
    }
  }
  d[2] += 1;
}

// CHECK-LABEL: int main(
int main(int argc, char **argv) {
  int rounds = 0;
  for (int t = 0; t < 12; t++) {
    // CHECK-NOT: cudaMemcpy(
    // CHECK:     rounds++;
    switch (int kind = t % 4; kind) {
    case 0:
      next<<<1, N>>>(a);
      continue;
    default:
      next<<<1, N>>>(a);
      next<<<1, N>>>(a);
    case 2:
      if (t == 10)
        break;
      next<<<1, N>>>(a);
    }
    rounds++;
  }
  for (int t = 0; t < 6; t++) {
    // CHECK:      next<<<1, N>>>(b_dev);
    // CHECK-NEXT: CUDA_CHECK
    // CHECK-NEXT: break;
    // CHECK-NEXT: case 1:
    // CHECK-NEXT: // The host needs the device's values.
    // CHECK-NEXT: CUDA_CHECK(cudaMemcpy(b, b_dev
    // CHECK-NEXT: printf
    switch (t % 3) {
    case 0:
      next<<<1, N>>>(b);
      break;
    case 1:
      printf("%d\n", b[0] + b[1] + b[2] + b[3] + b[4]);
    }
  }
  // The host's copy is the one that most branches leave valid.
  // CHECK: next<<<1, N>>>(c_dev);
  // CHECK: cudaMemcpy(c, c_dev
  // CHECK: break;
  switch (argc) {
  case 1:
    next<<<1, N>>>(c);
    break;
  case 2:
    c[1] = 2;
    break;
  default:
    c[2] = 3;
    return 1;
  }
  // CHECK-NOT: cudaMemcpy(c
  for (int t = 0; t < 4; t++)
    deep(t);
  printf("%d %d %d %d\n", rounds, a[3], c[3], d[3]);
}
