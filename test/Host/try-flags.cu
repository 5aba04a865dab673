// Where exceptions are caught, flags tell the handlers which copies of large
// arrays are valid; launches in a row copy nothing between them.
// RUN: %tessera -q --cuda-path=none --no-tiles %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
#include <stdio.h>
#define N 2048
__global__ int a[N], b[N];

__global__ void next(int *x) { x[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
__global__ void clear(int *x) { x[blockIdx.x * blockDim.x + threadIdx.x] = 0; }

int blocks(int k) {
  if (k % 7 == 3)
    throw 1.5;
  return N / 256;
}

// CHECK-LABEL: void step(
void step(int k) {
  // CHECK:      if (!a_on_device) {
  // CHECK:      a_on_host = false;
  // CHECK-NEXT: next<<<N / 256, 256>>>(a_dev);
  // CHECK-NEXT: CUDA_CHECK(cudaGetLastError());
  // CHECK-NEXT: if (k % 5 == 2)
  // CHECK-NEXT:   throw k;
  // CHECK-NEXT: next<<<N / 256, 256>>>(a_dev);
  next<<<N / 256, 256>>>(a);
  if (k % 5 == 2)
    throw k;
  next<<<N / 256, 256>>>(a);
}

// It may be left in the middle: what it overwrites is read back before.
// CHECK-LABEL: void fill(
void fill(int k) {
  for (int i = 0; i < N; i++) {
    if (i == 900 && k % 4 == 1)
      throw 'c';
    b[i] = i + k;
  }
}

int sum(const int *x) {
  int s = 0;
  for (int i = 0; i < N; i++)
    s += x[i];
  return s;
}

// CHECK-LABEL: int main(
int main() {
  int total = 0;
  for (int t = 0; t < 20; t++) {
    try {
      // A launch that may not happen overwrites nothing for certain.
      // CHECK:      try {
      // CHECK:          step(t);
      step(t);
      // CHECK:      if (!b_on_device) {
      // CHECK:      b_on_host = false;
      // CHECK-NEXT: clear<<<blocks(t), 256>>>(b_dev);
      clear<<<blocks(t), 256>>>(b);
      if (t % 9 == 0) {
        // CHECK:      cudaMemcpy(b, b_dev,
        // CHECK-NEXT: b_on_host = true;
        // CHECK-NEXT: b_on_device = false;
        // CHECK-NEXT: fill(t);
        fill(t);
        continue;
      }
      if (t == 17)
        break;
    } catch (int k) {
      // CHECK:      catch (int k) {
      // CHECK:      if (!a_on_host) {
      // CHECK:      a_on_device = false;
      // CHECK-NEXT: a[k] += 1;
      a[k] += 1;
    } catch (...) {
      // CHECK:      catch (...) {
      // CHECK:      if (!b_on_host) {
      // CHECK:      total += sum(b);
      total += sum(b);
    }
  }
  printf("%d %d %d\n", total, sum(a), sum(b));
}
