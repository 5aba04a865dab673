// What cudaMallocManaged allocates becomes page-locked host memory with a copy
// on the device; calls that are errors for such memory go.
// RUN: %tessera --cuda-path=none --no-tiles %s -- | FileCheck %s
#include <stdio.h>
#define CHECK(call)                                                            \
  do {                                                                         \
    if ((call) != cudaSuccess)                                                 \
      return 1;                                                                \
  } while (0)

__global__ void scale(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = 2 * x[i];
}

static void init(float *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = i;
}
static float sum(const float *x, int n) {
  float s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

int main(int argc, char **argv) {
  int n = 100 + argc;
  // CHECK:      float *x, *y = nullptr;
  // CHECK-NEXT: // Copies on the device.
  // CHECK-NEXT: float *x_dev = nullptr;
  // CHECK-NEXT: float *y_dev = nullptr;
  // CHECK-NEXT: CHECK(cudaMallocHost(&x, n * sizeof(float)));
  // CHECK-NEXT: CUDA_CHECK(device_malloc(&x_dev, n * sizeof(float)));
  // CHECK-NEXT: CUDA_CHECK(cudaMallocHost(&y, n * sizeof(float)));
  // CHECK-NEXT: CUDA_CHECK(device_malloc(&y_dev, n * sizeof(float)));
  // CHECK-NEXT: init(x, n);
  float *x, *y = nullptr;
  CHECK(cudaMallocManaged(&x, n * sizeof(float)));
  cudaMallocManaged(&y, n * sizeof(float), cudaMemAttachGlobal);
  init(x, n);
  // CHECK-NEXT: cudaError_t e = cudaSuccess;
  CHECK(cudaMemAdvise(x, n * sizeof(float), cudaMemAdviseSetReadMostly, 0));
  cudaMemPrefetchAsync(x, n * sizeof(float), 0);
  cudaError_t e = cudaMemPrefetchAsync(y, n * sizeof(float), 0);
  // CHECK:      cudaMemcpy(x_dev, x, n * sizeof(float), cudaMemcpyHostToDevice)
  // CHECK-NEXT: scale<<<(n + 31) / 32, 32>>>(x_dev, y_dev, n);
  // CHECK-NEXT: scale<<<1, 32>>>(x_dev + 32, y_dev + 32, n - 32);
  // CHECK-NEXT: cudaDeviceSynchronize();
  scale<<<(n + 31) / 32, 32>>>(x, y, n);
  scale<<<1, 32>>>(x + 32, y + 32, n - 32);
  cudaDeviceSynchronize();
  // CHECK-NOT:  cudaMemcpy(x
  // CHECK:      cudaMemcpy(y, y_dev, n * sizeof(float), cudaMemcpyDeviceToHost)
  // CHECK-NEXT: printf
  printf("%d %g\n", e, sum(y, n));
  // CHECK-NEXT: CUDA_CHECK(cudaFreeHost(x));
  // CHECK-NEXT: CUDA_CHECK(cudaFree(x_dev));
  // CHECK-NEXT: CHECK(cudaFreeHost(y));
  // CHECK-NEXT: CUDA_CHECK(cudaFree(y_dev));
  cudaFree(x);
  CHECK(cudaFree(y));
}
