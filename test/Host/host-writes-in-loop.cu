// What the host writes in every iteration is uploaded in every iteration; what
// it only wrote before is uploaded once.
// RUN: %tessera --cuda-path=none --no-tiles %s -- | FileCheck %s
#include <stdio.h>
#define N 64
__global__ int fixed[N], varying[N], sum[N];

__global__ void add(const int *f, const int *v, int *s) {
  s[threadIdx.x] += f[threadIdx.x] * v[threadIdx.x];
}

int main() {
  for (int i = 0; i < N; i++)
    fixed[i] = i;
  // CHECK:     cudaMemset(sum_dev, 0, sizeof(sum))
  // CHECK:     cudaMemcpy(fixed_dev, fixed, sizeof(fixed), cudaMemcpyHostToDevice)
  // CHECK-NOT: cudaMemcpy(
  // CHECK:     for (int t
  for (int t = 0; t < 5; t++) {
    for (int i = 0; i < N; i++)
      varying[i] = t + i;
    // CHECK:     cudaMemcpy(varying_dev, varying
    // CHECK-NOT: cudaMemcpy(
    // CHECK:     add<<<1, N>>>(fixed_dev, varying_dev, sum_dev);
    add<<<1, N>>>(fixed, varying, sum);
  }
  // CHECK:     cudaMemcpy(sum, sum_dev, sizeof(sum), cudaMemcpyDeviceToHost)
  // CHECK-NOT: DeviceToHost
  printf("%d %d\n", sum[3], sum[N - 1]);
}
