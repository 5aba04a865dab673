// Kernels that a library starts on its callers' pointers: each launch compares
// what the arrays cover, and starts the user's kernel where they overlap. On a
// device without asynchronous copies rows stay where they are.
// RUN: %tessera -q --cuda-path=none --gpu=v100 %s > %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %tessera -q --cuda-path=none --gpu=v100 --check %t.cu
#include <stdio.h>

__global__ void sums(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += in[blockIdx.x * 64 + k];
  if (i < n)
    out[i] = sum;
}

__global__ void rows(const float *a, const float *x, float *y, int n,
                     int pitch) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i < n)
    for (int k = 0; k < n; k++)
      y[i] += a[i * pitch + k] * x[k];
}

__global__ void counts(const float (*a)[16], int *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int k = 0; k < 16; k++)
      c[i] += a[i][k] > 3;
}

// CHECK: void sums_all(
void sums_all(const float *in, float *out, int n) {
  // CHECK: const bool tiles_fit = (in + 512 <= out || out + 512 <= in);
  // CHECK-NEXT: (tiles_fit ? sums_tiled : sums)<<<8, 64>>>(in, out, n);
  sums<<<8, 64>>>(in, out, n);
}

// CHECK: void multiply(
void multiply(const float *a, const float *x, float *y, int n, int pitch) {
  // CHECK: const bool [[FIT:.*]] = pitch >= 1 &&
  // CHECK-NEXT: (a + (long long)n + (long long)n * pitch - pitch <= y ||
  // CHECK-NEXT: y + (long long)n <= a) &&
  // CHECK-NEXT: (x + (long long)n <= y || y + (long long)n <= x);
  // CHECK-NEXT: ([[FIT]] ? rows_registers : rows)<<<(n + 63) / 64, 64>>>
  rows<<<(n + 63) / 64, 64>>>(a, x, y, n, pitch);
}

// CHECK: void count(
void count(const float (*a)[16], int *c, int n, int threads) {
  // CHECK: const bool apart2 =
  // CHECK-NEXT: ((const void *)((const float *)a + (long long)n * 16) <=
  // CHECK-NEXT: (const void *)c ||
  // CHECK-NEXT: (const void *)(c + (long long)n) <= (const void *)((const float *)a));
  // CHECK-NEXT: (apart2 ? counts_registers
  // CHECK-NEXT: : counts)<<<
  counts<<<(n + threads - 1) / threads, threads>>>(a, c, n);
}

// A declaration would stand between the labels.
// CHECK: void either(
void either(const float *in, float *out, int which) {
  switch (which) {
  case 1:
    // CHECK: case 1:
    // CHECK-NEXT: ((in + 512 <= out || out + 512 <= in) ? sums_tiled
    // CHECK-NEXT: : sums)<<<8, 64>>>(
    sums<<<8, 64>>>(in, out, 512);
    break;
  default:
    sums<<<8, 64>>>(in + 1, out, 3);
  }
}

int main() {
  float *a, *x, *y;
  cudaMallocManaged(&a, 100 * 128 * sizeof(float));
  cudaMallocManaged(&x, 512 * sizeof(float));
  cudaMallocManaged(&y, 1024 * sizeof(float));
  for (int i = 0; i < 12800; i++)
    a[i] = i % 17;
  for (int i = 0; i < 512; i++)
    x[i] = i % 5;
  for (int i = 0; i < 1024; i++)
    y[i] = 0;
  sums_all(x, y, 500);
  multiply(a, x, y, 100, 128);
  multiply(a, y, y + 100, 100, 128); // side by side
  multiply(a, y, y + 8, 7, 3);
  multiply(a, y + 40, y + 41, 1, 128);
  sums_all(y, y + 512, 1);           // nothing is in both
  either(x, y, 1);
  count((const float(*)[16])a, (int *)(y + 600), 97, 32);
  count((const float(*)[16])a, (int *)(a + 97 * 16), 97, 256);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 512; i++)
    sum += y[i] * (i % 9);
  int counted = 0;
  for (int i = 0; i < 97; i++)
    counted += ((int *)y)[600 + i] * i;
  printf("%g %d\n", sum, counted);
}
