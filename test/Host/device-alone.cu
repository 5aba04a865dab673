// Managed memory that the device alone uses is the device's: it has no copy on
// the host, whatever exchanges, clears and passes on its pointers.
// RUN: %tessera --cuda-path=none --no-tiles %s -- | grep -v '// ' > %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu
// RUN: %tessera --cuda-path=none --no-tiles %s --print=plan -- | FileCheck %s --check-prefix=PLAN
// PLAN: transfer a: device alone
// PLAN: transfer b: device alone
// PLAN: transfer c: device{{$}}
#include <stdio.h>
#include <utility>

__global__ void fill(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = i % 16;
}
__global__ void smooth(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1)
    b[i] = 0.25f * a[i - 1] + 0.5f * a[i] + 0.25f * a[i + 1];
}

int main(int argc, char **argv) {
  int n = 1000 * argc;
  float *a, *b, *c;
  // CHECK:      CUDA_CHECK(cudaMalloc(&a, n * sizeof(float)));
  // CHECK-NEXT: if (cudaMalloc((void **)&b, n * sizeof(float)) != cudaSuccess)
  // CHECK-NOT:  cudaMallocHost(&{{[ab]}},
  cudaMallocManaged(&a, n * sizeof(float), cudaMemAttachGlobal);
  if (cudaMallocManaged((void **)&b, n * sizeof(float)) != cudaSuccess)
    return 1;
  cudaMallocManaged(&c, n * sizeof(float));
  cudaMemset(b, 0, n * sizeof(float));
  // CHECK: fill<<<(n + 127) / 128, 128>>>(a, n);
  fill<<<(n + 127) / 128, 128>>>(a, n);
  for (int i = 0; i < 3; i++) {
    // CHECK:      smooth<<<(n + 127) / 128, 128>>>(a, b, n);
    // CHECK:      std::swap(a, b);
    // CHECK-NEXT: }
    smooth<<<(n + 127) / 128, 128>>>(a, b, n);
    std::swap(a, b);
  }
  fill<<<(n + 127) / 128, 128>>>(c, n);
  smooth<<<(n + 127) / 128, 128>>>(a, c, n);
  cudaDeviceSynchronize();
  printf("%g %g\n", c[10], c[n / 2]);
  // CHECK:      cudaFree(a);
  // CHECK-NEXT: cudaFree(b);
  // CHECK-NEXT: CUDA_CHECK(cudaFreeHost(c));
  // CHECK-NEXT: CUDA_CHECK(cudaFree(c_dev));
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
