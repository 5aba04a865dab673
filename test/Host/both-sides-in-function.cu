// A function that uses managed memory of its callers on the host and on the
// device gets the copy on the device by further parameters.
// RUN: %tessera --cuda-path=none --no-tiles %s -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=kept-managed
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu
// RUN: %tessera --cuda-path=none --gpus=all %s -o %t.gpus.cu -- 2>&1 | FileCheck %s --check-prefix=GPUS
// GPUS: the program uses one GPU: {{.*}} is handed on to a function
// RUN: %tessera-run --trace-copies %t.cu 2>&1 | FileCheck %s --check-prefix=COPIES
#include <stdio.h>

__global__ void scale(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] *= 2;
}

// REMARK: :[[@LINE+2]]:18: remark: 'a' is uploaded repeatedly and read back repeatedly
// CHECK: void step(float *a, float *a_dev{{[_0-9]*}}, size_t a_bytes, int n) {
void step(float *a, int n) {
  scale<<<1, 64>>>(a, n);
  cudaDeviceSynchronize();
  // CHECK: cudaMemcpy(a, a_dev{{[_0-9]*}}, a_bytes,
  // CHECK: a[0] = 1;
  a[0] = 1;
}

// CHECK: void steps(float *b, float *b_dev{{[_0-9]*}}, size_t b_bytes, int n) {
void steps(float *b, int n) {
  // CHECK: step(b, b_dev{{[_0-9]*}}, b_bytes, n);
  step(b, n);
  printf("%g\n", b[1]);
}

int main() {
  int n = 64;
  float *a, *c;
  // CHECK: cudaMallocHost(&a, n * sizeof(float))
  cudaMallocManaged(&a, n * sizeof(float));
  cudaMallocManaged(&c, 32 * sizeof(float));
  for (int i = 0; i < n; i++)
    a[i] = i;
  for (int i = 0; i < 32; i++)
    c[i] = 3 * i;
  // CHECK: steps(a, a_dev, n * sizeof(float), n);
  steps(a, n);
  // CHECK: step(c, c_dev, 32 * sizeof(float), 32);
  step(c, 32);
  scale<<<1, 64>>>(a, n);
  cudaDeviceSynchronize();
  printf("%g %g %g\n", a[0], a[5], c[7]);
  cudaFree(a);
  cudaFree(c);
}
// COPIES: 6 copies, 640 bytes to the device, 640 bytes to the host
