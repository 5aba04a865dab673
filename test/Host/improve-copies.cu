// --improve-copies: in a loop over time the uploads go before the loop, the
// readback behind it.
// RUN: %tessera --cuda-path=none -q --no-tiles --improve-copies %s -- | grep -v '// CHECK' > %t.cu
// RUN: FileCheck %s < %t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 1 1
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 97 0
// RUN: %tessera-run --trace-copies %s 2>&1 | FileCheck %s --check-prefix=BEFORE
// RUN: %tessera-run --trace-copies %t.cu 2>&1 | FileCheck %s --check-prefix=AFTER
// RUN: %tessera --cuda-path=none -q --no-tiles %s -- | diff %s -
// RUN: %tessera --cuda-path=none -q --no-tiles --improve-copies %t.cu -- | diff %t.cu -
// BEFORE: 15 copies, 40000 bytes to the device, 20000 bytes to the host
// AFTER: 3 copies, 8000 bytes to the device, 4000 bytes to the host
#include <stdio.h>
#include <stdlib.h>
#define CHECK(call)                                                            \
  do {                                                                         \
    cudaError_t e = (call);                                                    \
    if (e != cudaSuccess) {                                                    \
      fprintf(stderr, "%s\n", cudaGetErrorString(e));                          \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

__global__ void add(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    b[i] += a[i];
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  int steps = argc > 2 ? atoi(argv[2]) : 5;
  size_t bytes = n * sizeof(float);
  float *a = (float *)malloc(bytes), *b = (float *)malloc(bytes);
  float *d_a, *d_b;
  CHECK(cudaMalloc((void **)&d_a, bytes));
  CHECK(cudaMalloc((void **)&d_b, bytes));
  for (int i = 0; i < n; i++) {
    a[i] = i;
    b[i] = 0;
  }
  // CHECK:      // The same in each round.
  // CHECK-NEXT: CHECK(cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice));
  // CHECK-NEXT: CHECK(cudaMemcpy(d_b, b, bytes, cudaMemcpyHostToDevice));
  // CHECK-NEXT: for (int t = 0; t < steps; t++) {
  // CHECK-NEXT:   add<<<(n + 127) / 128, 128>>>(d_a, d_b, n);
  // CHECK-NEXT: }
  // CHECK-NEXT: // The last values are enough.
  // CHECK-NEXT: CHECK(cudaMemcpy(b, d_b, bytes, cudaMemcpyDeviceToHost));
  for (int t = 0; t < steps; t++) {
    CHECK(cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice)); // to the device
    CHECK(cudaMemcpy(d_b, b, bytes, cudaMemcpyHostToDevice));
    add<<<(n + 127) / 128, 128>>>(d_a, d_b, n);
    CHECK(cudaMemcpy(b, d_b, bytes, cudaMemcpyDeviceToHost));
  }
  float sum = 0;
  for (int i = 0; i < n; i++)
    sum += b[i];
  printf("%g\n", sum);
  CHECK(cudaFree(d_a));
  CHECK(cudaFree(d_b));
  free(a);
  free(b);
  return 0;
}
