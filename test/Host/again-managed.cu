// What a rewritten kernel reads only needs no copy back: a second run leaves
// managed memory as the first did.
// RUN: %tessera --cuda-path=none %s -o %t.cu 2>&1 | FileCheck %s
// RUN: grep -q "Tiled by tessera" %t.cu
// RUN: %tessera --cuda-path=none %t.cu -o %t.again.cu 2>&1 | FileCheck %s
// RUN: cmp %t.cu %t.again.cu
#include <cstdio>

// CHECK: remark: 'a' is placed in managed memory: one copy does not make up for
// CHECK: remark: 'b' is placed in managed memory: one copy does not make up for
__global__ void sum(float *a, float *b, float *result, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    result[i] = a[i] + b[i];
}

int main() {
  const int n = 1 << 24;
  float *a, *b, *result;
  cudaMallocManaged(&a, n * sizeof(float));
  cudaMallocManaged(&b, n * sizeof(float));
  cudaMallocManaged(&result, n * sizeof(float));
  for (int i = 0; i < n; i++) {
    a[i] = i;
    b[i] = 2 * i;
  }
  sum<<<n / 512, 512>>>(a, b, result, n);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < n; i++)
    wrong += result[i] != a[i] + b[i];
  printf("%d wrong\n", wrong);
  cudaFree(a);
  cudaFree(b);
  cudaFree(result);
}
