// What neither changes in a loop nor is used between is copied once, before or
// behind it.
// RUN: %tessera --cuda-path=none %s 2>&1 > /dev/null | FileCheck %s
// RUN: %tessera --cuda-path=none --improve-copies %s 2>&1 > /dev/null | FileCheck %s --check-prefix=FIXED
// RUN: %tessera --cuda-path=none %s -- -DFIXED 2>&1 > /dev/null | FileCheck %s --check-prefix=FIXED --allow-empty
// FIXED-NOT: tessera-copy-in-loop
#include <cstdio>
#include <cstdlib>
const int N = 1024;
__global__ void step(const float *a, float *b) {
  b[blockIdx.x * 64 + threadIdx.x] += a[blockIdx.x * 64 + threadIdx.x];
}

int main() {
  size_t bytes = N * sizeof(float);
  float *ha = (float *)malloc(bytes), *hb = (float *)malloc(bytes);
  float *a, *b;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  for (int i = 0; i < N; ++i)
    ha[i] = i;
  cudaMemset(b, 0, bytes);
#ifdef FIXED
  cudaMemcpy(a, ha, bytes, cudaMemcpyHostToDevice);
  for (int t = 0; t < 10; ++t)
    step<<<N / 64, 64>>>(a, b);
  cudaMemcpy(hb, b, bytes, cudaMemcpyDeviceToHost);
#else
  for (int t = 0; t < 10; ++t) {
    // CHECK: :[[@LINE+1]]:5: warning: the copy of 'ha' to 'a' is made in each round, and once is enough: --improve-copies moves it [tessera-copy-in-loop]
    cudaMemcpy(a, ha, bytes, cudaMemcpyHostToDevice);
    step<<<N / 64, 64>>>(a, b);
    // CHECK: :[[@LINE+1]]:5: warning: the copy of 'b' to 'hb' is made in each round{{.*}} [tessera-copy-in-loop]
    cudaMemcpy(hb, b, bytes, cudaMemcpyDeviceToHost);
  }
#endif
  // CHECK-NOT: tessera-copy-in-loop
  for (int t = 0; t < 10; ++t) {
    ha[t] = t;
    cudaMemcpy(a, ha, bytes, cudaMemcpyHostToDevice);
    step<<<N / 64, 64>>>(a, b);
    cudaMemcpy(hb, b, bytes, cudaMemcpyDeviceToHost);
    printf("%f\n", hb[t]);
  }
}
