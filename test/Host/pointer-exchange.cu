// Where pointers are exchanged, their copies on the device are: a time loop
// uploads both arrays once and reads back the one that is looked at.
// RUN: %tessera --cuda-path=none --no-tiles %s -- | FileCheck %s
#include <algorithm>
#include <stdio.h>

__global__ void step(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (0 < i && i < n - 1)
    out[i] = 0.5f * (in[i - 1] + in[i + 1]);
}

// CHECK: #include <utility>
int main(int argc, char **argv) {
  const int n = 1000;
  float *a, *b;
  cudaMallocManaged(&a, n * sizeof(float));
  cudaMallocManaged(&b, n * sizeof(float));
  for (int i = 0; i < n; i++)
    a[i] = b[i] = i % 7;
  // CHECK:      cudaMemcpy(a_dev, a, n * sizeof(float)
  // CHECK:      cudaMemcpy(b_dev, a_dev, n * sizeof(float)
  // CHECK-NEXT: for (int t = 0; t < 10; t++) {
  // CHECK-NEXT:   step<<<8, 128>>>(a_dev, b_dev, n);
  // CHECK-NEXT:   CUDA_CHECK(cudaGetLastError());
  // CHECK-NEXT:   std::swap(a, b);
  // CHECK-NEXT:   // The copies on the device, too.
  // CHECK-NEXT:   std::swap(a_dev, b_dev);
  // CHECK-NEXT: }
  for (int t = 0; t < 10; t++) {
    step<<<8, 128>>>(a, b, n);
    std::swap(a, b);
  }
  // CHECK-NEXT: for (int t = 0; t < 10; t++) {
  // CHECK-NEXT:   step<<<8, 128>>>(a_dev, b_dev, n);
  // CHECK-NEXT:   CUDA_CHECK(cudaGetLastError());
  // CHECK-NEXT:   float *old = a;
  // CHECK-NEXT:   a = b;
  // CHECK-NEXT:   b = old;
  // CHECK-NEXT:   // The copies on the device, too.
  // CHECK-NEXT:   std::swap(a_dev, b_dev);
  // CHECK-NEXT: }
  for (int t = 0; t < 10; t++) {
    step<<<8, 128>>>(a, b, n);
    float *old = a;
    a = b;
    b = old;
  }
  // CHECK-NEXT: cudaDeviceSynchronize();
  // CHECK-NEXT: // The host needs
  // CHECK-NEXT: CUDA_CHECK(cudaMemcpy(a, a_dev
  // CHECK-NEXT: printf
  cudaDeviceSynchronize();
  printf("%g\n", a[n / 2]);

  // The sizes change places with the memory.
  // CHECK:      c_bytes = 100 * sizeof(float);
  // CHECK-NEXT: CUDA_CHECK(cudaMallocHost(&c, c_bytes));
  // CHECK-NEXT: CUDA_CHECK(device_malloc(&c_dev, c_bytes));
  // CHECK-NEXT: d_bytes = 200 * sizeof(float);
  float *c, *d;
  cudaMallocManaged(&c, 100 * sizeof(float));
  cudaMallocManaged(&d, 200 * sizeof(float));
  std::fill(c, c + 100, 1.0f);
  std::fill(d, d + 200, 2.0f);
  // CHECK:      std::swap(c_dev, d_dev);
  // CHECK-NEXT: std::swap(c_bytes, d_bytes);
  std::swap(c, d);
  // CHECK:      cudaMemcpy(c_dev, c, c_bytes, cudaMemcpyHostToDevice)
  // CHECK-NEXT: CUDA_CHECK(cudaMemcpy(d_dev, d, d_bytes, cudaMemcpyHostToDevice)
  step<<<1, 128>>>(c, d, 100);
  cudaDeviceSynchronize();
  printf("%g\n", d[1]);
}
