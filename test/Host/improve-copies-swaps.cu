// Pointers that are exchanged take what is known of their memory along.
// RUN: %tessera --cuda-path=none -q --no-tiles --improve-copies %s -- | grep -v '// CHECK' > %t.cu
// RUN: FileCheck %s < %t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 0
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 1
#include <stdio.h>
#include <stdlib.h>
#include <utility>
#define N 64

__global__ void next(const int *in, int *out) {
  out[threadIdx.x] = in[threadIdx.x] + 1;
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 3, h[N], sum = 0, *d_in, *d_out;
  cudaMalloc(&d_in, sizeof(h));
  cudaMalloc(&d_out, sizeof(h));
  for (int i = 0; i < N; i++)
    h[i] = i;
  cudaMemcpy(d_in, h, sizeof(h), cudaMemcpyHostToDevice);
  for (int t = 0; t < rounds; t++) {
    next<<<1, N>>>(d_in, d_out);
    cudaMemcpy(h, d_out, sizeof(h), cudaMemcpyDeviceToHost);
    sum += h[t % N];
    std::swap(d_in, d_out);
  }
  // The last round, or the upload, made both the same.
  // CHECK:      std::swap(d_in, d_out);
  // CHECK-NEXT: }
  // CHECK-NOT:  cudaMemcpy(h, d_in,
  // CHECK:      for (int t = 0; t < rounds; t++) {
  cudaMemcpy(h, d_in, sizeof(h), cudaMemcpyDeviceToHost);
  sum += h[3];
  for (int t = 0; t < rounds; t++) {
    next<<<1, N>>>(d_in, d_out);
    cudaMemcpy(h, d_out, sizeof(h), cudaMemcpyDeviceToHost);
    sum += h[t % N];
    int *d_save = d_in;
    d_in = d_out;
    d_out = d_save;
  }
  // CHECK:      sum += h[4];
  // CHECK-NEXT: if (rounds > 0)
  // CHECK-NEXT:   cudaMemcpy(h, d_out, sizeof(h), cudaMemcpyDeviceToHost);
  sum += h[4];
  cudaMemcpy(h, d_in, sizeof(h), cudaMemcpyDeviceToHost);
  if (rounds > 0)
    cudaMemcpy(h, d_out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d %d\n", sum, h[5]);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
