// A rotation of three pointers is two exchanges of their copies, in order.
// RUN: %tessera --cuda-path=none --no-tiles %s -- | grep -v '// CHECK' > %t.cu
// RUN: FileCheck %s < %t.cu
// RUN: %tessera-verify %s %t.cu
#include <stdio.h>

__global__ void wave(const float *old, const float *now, float *next, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (0 < i && i < n - 1)
    next[i] = now[i - 1] + now[i + 1] - old[i];
}

int main() {
  const int n = 1000;
  float *next, *old, *now;
  cudaMallocManaged(&old, n * sizeof(float));
  cudaMallocManaged(&now, n * sizeof(float));
  cudaMallocManaged(&next, n * sizeof(float));
  for (int i = 0; i < n; i++)
    old[i] = now[i] = next[i] = i % 7;
  // CHECK:      for (int t = 0; t < 10; t++) {
  // CHECK-NEXT:   wave<<<8, 128>>>(old_dev, now_dev, next_dev, n);
  // CHECK-NEXT:   CUDA_CHECK(cudaGetLastError());
  // CHECK-NEXT:   float *oldest = old;
  // CHECK-NEXT:   old = now;
  // CHECK-NEXT:   now = next;
  // CHECK-NEXT:   next = oldest;
  // CHECK-NEXT:   // The copies on the device, too.
  // CHECK-NEXT:   std::swap(old_dev, now_dev);
  // CHECK-NEXT:   std::swap(now_dev, next_dev);
  // CHECK-NEXT: }
  for (int t = 0; t < 10; t++) {
    wave<<<8, 128>>>(old, now, next, n);
    float *oldest = old;
    old = now;
    now = next;
    next = oldest;
  }
  // CHECK:      cudaMemcpy(now, now_dev,
  // CHECK-NEXT: printf
  cudaDeviceSynchronize();
  printf("%g\n", now[n / 2]);
  cudaFree(old);
  cudaFree(now);
  cudaFree(next);
}
