// Pointers of the file are followed through functions; a function that only
// launches with its parameters is handed the copies.
// RUN: %tessera --cuda-path=none --no-tiles %s -- | FileCheck %s
#include <stdio.h>

// CHECK:      static float *u, *v;
// CHECK-NEXT: // Copies on the device.
// CHECK-NEXT: static float *u_dev;
// CHECK-NEXT: static size_t u_bytes;
// CHECK-NEXT: static float *v_dev;
// CHECK-NEXT: static size_t v_bytes;
static float *u, *v;
static int n = 1000;

__global__ void add(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] += x[i];
}

static void setup() {
  // CHECK:      u_bytes = n * sizeof(float);
  // CHECK-NEXT: CUDA_CHECK(cudaMallocHost(&u, u_bytes));
  // CHECK-NEXT: CUDA_CHECK(device_malloc(&u_dev, u_bytes));
  cudaMallocManaged(&u, n * sizeof(float));
  cudaMallocManaged(&v, n * sizeof(float));
  for (int i = 0; i < n; i++) {
    u[i] = i;
    v[i] = 1;
  }
}

// CHECK:      static void several(float *x, float *y, int times) {
// CHECK-NEXT:   for (int t = 0; t < times; t++)
// CHECK-NEXT:     add<<<10, 128>>>(x, y, n);
// CHECK-NEXT: }
static void several(float *x, float *y, int times) {
  for (int t = 0; t < times; t++)
    add<<<10, 128>>>(x, y, n);
}

static void once() {
  // CHECK: add<<<10, 128>>>(u_dev, v_dev, n);
  add<<<10, 128>>>(u, v, n);
}

static void cleanup() {
  // CHECK:      CUDA_CHECK(cudaFreeHost(u));
  // CHECK-NEXT: CUDA_CHECK(cudaFree(u_dev));
  cudaFree(u);
  cudaFree(v);
}

int main() {
  // CHECK:      setup();
  // CHECK-NEXT: // The device needs
  // CHECK-NEXT: CUDA_CHECK(cudaMemcpy(u_dev, u, u_bytes
  // CHECK-NEXT: CUDA_CHECK(cudaMemcpy(v_dev, v, v_bytes
  // CHECK-NEXT: once();
  // CHECK-NEXT: several(u_dev, v_dev, 3);
  // CHECK-NEXT: cudaDeviceSynchronize();
  // CHECK-NEXT: // The host needs
  // CHECK-NEXT: CUDA_CHECK(cudaMemcpy(v, v_dev, v_bytes
  // CHECK-NEXT: printf
  setup();
  once();
  several(u, v, 3);
  cudaDeviceSynchronize();
  printf("%g %g\n", u[3], v[5]);
  cleanup();
}
