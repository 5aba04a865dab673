// A copy is removed if both sides are the same already, or if it is overwritten
// before it is read.
// RUN: %tessera --cuda-path=none -q --no-tiles --improve-copies %s -- | grep -v '// CHECK' > %t.cu
// RUN: FileCheck %s < %t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu -- more
// RUN: %tessera-run --trace-copies %t.cu 2>&1 | FileCheck %s --check-prefix=TRACE
// TRACE: 5 copies,
#include <stdio.h>
#define N 64

__global__ void twice(int *x) { x[threadIdx.x] *= 2; }

static int a[N];

int main(int argc, char **argv) {
  int *d;
  for (int i = 0; i < N; i++)
    a[i] = i;
  cudaMalloc(&d, sizeof(a));
  cudaMemcpy(d, a, sizeof(a), cudaMemcpyHostToDevice);
  // CHECK:      twice<<<1, N>>>(d);
  // CHECK-NEXT: twice<<<1, N>>>(d);
  // CHECK-NEXT: cudaMemcpy(a, d,
  twice<<<1, N>>>(d);
  cudaMemcpy(a, d, sizeof(a), cudaMemcpyDeviceToHost); // nobody looks
  twice<<<1, N>>>(d);
  cudaMemcpy(a, d, sizeof(a), cudaMemcpyDeviceToHost);
  // The device has the same still.
  // CHECK:      printf
  // CHECK-NEXT: twice<<<1, N>>>(d);
  printf("%d\n", a[5]);
  cudaMemcpy(d, a, sizeof(a), cudaMemcpyHostToDevice);
  twice<<<1, N>>>(d);
  // On one path only: it stays.
  // CHECK:      if (argc > 1)
  // CHECK-NEXT:   cudaMemcpy(a, d,
  // CHECK:      cudaMemcpy(a, d,
  if (argc > 1)
    cudaMemcpy(a, d, sizeof(a), cudaMemcpyDeviceToHost);
  printf("%d\n", a[6]);
  cudaMemcpy(a, d, sizeof(a), cudaMemcpyDeviceToHost);
  // Without braces something must stand there.
  // CHECK:      if (argc > 2) {
  // CHECK-NEXT: }
  // CHECK-NEXT: else
  // CHECK-NEXT:   a[0] = 3;
  if (argc > 2)
    cudaMemcpy(a, d, sizeof(a), cudaMemcpyDeviceToHost);
  else
    a[0] = 3;
  // Fewer bytes are among them, more are not.
  // CHECK:      cudaMemcpy(d, a, sizeof(a) / 2,
  // CHECK-NEXT: twice
  // CHECK-NEXT: cudaMemcpy(d, a, sizeof(a), cudaMemcpyHostToDevice);
  // CHECK-NOT: cudaMemcpy
  // CHECK: cudaFree
  cudaMemcpy(d, a, sizeof(a) / 2, cudaMemcpyHostToDevice);
  cudaMemcpy(d, a, sizeof(a) / 4, cudaMemcpyHostToDevice);
  twice<<<1, 1>>>(d);
  cudaMemcpy(d, a, sizeof(a), cudaMemcpyHostToDevice);
  cudaFree(d);
  printf("%d\n", a[N - 1]);
  return 0;
}
