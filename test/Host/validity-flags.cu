// Where paths join with different valid copies of a large array, flags tell at
// run time which to copy: no more than what the other side wrote. Functions
// leave the copies as they are for their callers.
// RUN: %tessera -q --cuda-path=none --no-tiles %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %tessera-run --trace-copies %t.cu 2>&1 | grep -c "'a_dev'" | FileCheck %s --check-prefix=TRACE
// RUN: %tessera --cuda-path=none --no-tiles --print=plan %s | FileCheck %s --check-prefix=PLAN
#include <stdio.h>
#define N 2048
// CHECK:      int a[N];
// CHECK-NEXT: // Copies on the device.
// CHECK-NEXT: static int *a_dev;
// CHECK-NEXT: // Which copies are up to date.
// CHECK-NEXT: static bool a_on_host = true, a_on_device = false;
// It is copied up once and down once.
// TRACE: {{^}}2{{$}}
__global__ int a[N];
// Small ones are not worth it.
// CHECK-NOT:  small_on_host
__global__ int small[16];

__global__ void next(int *x) { x[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

// CHECK-LABEL: void advance(
void advance(int k) {
  // CHECK:      if (k % 2) {
  // CHECK:        if (!a_on_device) {
  // CHECK-NEXT:     CUDA_CHECK(cudaMemcpy(a_dev, a,
  // CHECK-NEXT:     a_on_device = true;
  // CHECK-NEXT:   }
  // CHECK-NEXT:   a_on_host = false;
  // PLAN: upload a if not valid before line [[@LINE+3]]
  // PLAN: mark host's copy of a as not valid before line [[@LINE+2]]
  if (k % 2)
    next<<<N / 256, 256>>>(a);
  // CHECK:      if (k == 90) {
  // CHECK:        if (!a_on_host) {
  // CHECK-NEXT:     CUDA_CHECK(cudaMemcpy(a, a_dev,
  // CHECK-NEXT:     a_on_host = true;
  // CHECK-NEXT:   }
  // CHECK-NEXT:   a_on_device = false;
  // CHECK-NEXT:   a[3] = 1;
  if (k == 90)
    a[3] = 1;
}

int sum(const int *x, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

// CHECK-LABEL: int renew(
int renew(int n) {
  int s = 0;
  // CHECK: int *p_dev = nullptr;
  // CHECK: bool p_on_host = true, p_on_device = false;
  int *p;
  for (int k = 2; k < 5; k++) {
    // CHECK:      p_on_host = true;
    // CHECK-NEXT: p_on_device = false;
    // CHECK-NEXT: cudaMallocHost
    cudaMallocManaged(&p, n * sizeof(int));
    for (int i = 0; i < n; i++)
      p[i] = i;
    for (int t = 0; t < 9; t++) {
      if (t % k == 1) {
        next<<<4, 256>>>(p);
        cudaDeviceSynchronize();
      }
      // What a loop writes is known before it.
      // CHECK:      p_on_device = false;
      // CHECK-NEXT: for (int i = 0; i < n; i++)
      // CHECK-NEXT:   p[i] += t;
      if (t % 5 == k)
        for (int i = 0; i < n; i++)
          p[i] += t;
      if (t == 7 - k)
        s += sum(p, n);
    }
    cudaFree(p);
  }
  return s;
}

int main() {
  for (int i = 0; i < N; i++)
    a[i] = i;
  int total = 0;
  for (int t = 0; t < 80; t++) {
    advance(t);
    if (t % 3 == 0)
      next<<<1, 16>>>(small);
    else
      small[t % 16] += 1;
  }
  // CHECK:      if (!a_on_host) {
  // CHECK-NEXT:   CUDA_CHECK(cudaMemcpy(a, a_dev,
  total += sum(a, N) + renew(1024);
  printf("%d %d\n", total, small[3]);
}
