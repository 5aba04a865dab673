// A readback behind a loop that may not run is made only if it does; without a
// test for that it stays.
// RUN: %tessera --cuda-path=none --no-tiles --improve-copies %s -- 2> %t.err | grep -v '// CHECK' > %t.cu
// RUN: FileCheck %s < %t.cu
// RUN: FileCheck %s --check-prefix=REMARK < %t.err
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu -- more
// RUN: %tessera-verify --seeds 4 %s %t.cu -- even more
#include <stdio.h>
#define N 100

__global__ void grow(int *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N)
    x[i] += i;
}

int main(int argc, char **argv) {
  int steps = argc - 1, a[N], *d;
  for (int i = 0; i < N; i++)
    a[i] = i;
  cudaMalloc(&d, sizeof(a));
  cudaMemcpy(d, a, sizeof(a), cudaMemcpyHostToDevice);
  a[0] = 1000; // the device has another value
  // CHECK:      for (int t = 0; t < steps; t++) {
  // CHECK-NEXT:   grow<<<1, 128>>>(d);
  // CHECK-NEXT: }
  // CHECK-NEXT: // The last values are enough.
  // CHECK-NEXT: if (0 < steps)
  // CHECK-NEXT:   cudaMemcpy(a, d, sizeof(a), cudaMemcpyDeviceToHost);
  for (int t = 0; t < steps; t++) {
    grow<<<1, 128>>>(d);
    cudaMemcpy(a, d, sizeof(a), cudaMemcpyDeviceToHost);
  }
  printf("%d %d\n", a[0], a[N - 1]);
  a[0] = 2000;
  // CHECK:      for (int t = steps; t > 0; --t)
  // CHECK-NEXT:   for (int k = 0; k < 3; k++) {
  // CHECK-NEXT:     grow<<<1, 128>>>(d);
  // CHECK-NEXT:   }
  // CHECK-NEXT: // The last values are enough.
  // CHECK-NEXT: if (steps > 0)
  // CHECK-NEXT:   cudaMemcpy(a, d, sizeof(a), cudaMemcpyDeviceToHost);
  for (int t = steps; t > 0; --t)
    for (int k = 0; k < 3; k++) {
      grow<<<1, 128>>>(d);
      cudaMemcpy(a, d, sizeof(a), cudaMemcpyDeviceToHost);
    }
  printf("%d %d\n", a[0], a[N - 1]);
  a[0] = 3000;
  // CHECK:      while (left > 0 && argv[left]) {
  // CHECK-NEXT:   grow
  // CHECK-NEXT:   cudaMemcpy(a, d,
  // REMARK: :[[@LINE+4]]:5: remark: the copy of 'd' to 'a' stays: line [[@LINE+3]] writes 'd', and the loop may end without the copy
  int left = steps;
  while (left > 0 && argv[left]) {
    grow<<<1, 128>>>(d);
    cudaMemcpy(a, d, sizeof(a), cudaMemcpyDeviceToHost);
    left--;
  }
  printf("%d %d\n", a[0], a[N - 1]);
  // CHECK:      do {
  // CHECK-NEXT:   grow
  // CHECK-NEXT:   left++;
  // CHECK-NEXT: } while (left < 3);
  // CHECK-NEXT: // The last values are enough.
  // CHECK-NEXT: cudaMemcpy(a, d,
  do {
    grow<<<1, 128>>>(d);
    cudaMemcpy(a, d, sizeof(a), cudaMemcpyDeviceToHost);
    left++;
  } while (left < 3);
  printf("%d %d\n", a[0], a[N - 1]);
  // Nobody reads it any more: wherever it stands.
  // CHECK:      while (left-- > 0) {
  // CHECK-NEXT:   grow
  // CHECK-NEXT: }
  // CHECK-NEXT: // The last values are enough.
  // CHECK-NEXT: cudaMemcpy(a, d,
  while (left-- > 0) {
    grow<<<1, 128>>>(d);
    cudaMemcpy(a, d, sizeof(a), cudaMemcpyDeviceToHost);
  }
  cudaFree(d);
  return 0;
}
