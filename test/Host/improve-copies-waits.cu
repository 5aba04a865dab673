// A copy waits for the device: where a clock is read, a wait stays.
// RUN: %tessera --cuda-path=none -q --no-tiles --improve-copies %s -- | grep -v '// CHECK' > %t.cu
// RUN: FileCheck %s < %t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %tessera-run --trace-copies %t.cu 2>&1 | FileCheck %s --check-prefix=TRACE
// TRACE: 4 copies,
#include <stdio.h>
#include <time.h>
#define N 64

__global__ void twice(int *x) { x[threadIdx.x] *= 2; }

int main() {
  int *d, h[N];
  cudaMalloc(&d, sizeof(h));
  for (int i = 0; i < N; i++)
    h[i] = i;
  clock_t spent = 0;
  // CHECK:      cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
  // CHECK-NEXT: for (int t = 0; t < 3; t++) {
  // CHECK-NEXT:   clock_t begin = clock();
  // CHECK-NEXT:   twice<<<1, N>>>(d);
  // CHECK-NEXT:   cudaDeviceSynchronize();
  // CHECK-NEXT:   spent += clock() - begin;
  // CHECK-NEXT: }
  // CHECK-NEXT: // The last values are enough.
  // CHECK-NEXT: cudaMemcpy(h, d,
  cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
  for (int t = 0; t < 3; t++) {
    clock_t begin = clock();
    twice<<<1, N>>>(d);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    spent += clock() - begin;
  }
  // Nothing looks before the next copy.
  // CHECK:      for (int t = 0; t < 3; t++) {
  // CHECK-NEXT:   twice<<<1, N>>>(d);
  // CHECK-NEXT: }
  // CHECK-NEXT: // The last values are enough.
  // CHECK-NEXT: cudaMemcpy(h, d,
  printf("%d\n", h[3]);
  for (int t = 0; t < 3; t++) {
    twice<<<1, N>>>(d);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
  }
  // CHECK:      cudaMemcpy(h, d,
  // CHECK-NEXT: spent -= clock();
  printf("%d\n", h[3]);
  twice<<<1, N>>>(d);
  cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
  spent -= clock();
  printf("%d %d\n", h[3], spent != 0);
  cudaFree(d);
  return 0;
}
