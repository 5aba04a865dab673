// Copies and fills by the CUDA library use the copy that their direction names,
// the device's if it names none; one of all the memory needs no upload before.
// RUN: %tessera --cuda-path=none --no-tiles %s -- | grep -v '// ' > %t.cu
// RUN: FileCheck %s < %t.cu
// RUN: %tessera-verify %s %t.cu
#include <stdio.h>
#include <string.h>
#define CHECK(call)                                                            \
  do {                                                                         \
    if ((call) != cudaSuccess)                                                 \
      return 1;                                                                \
  } while (0)

__global__ void add(const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] += x[i];
}

static void clear(float *x, size_t count) {
  // CHECK: cudaMemset(x, 0, count * sizeof(float));
  cudaMemset(x, 0, count * sizeof(float));
}

static void fetch(float *to, const float *from, size_t bytes) {
  // CHECK: cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost);
  cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost);
}

__managed__ float total[128];

int main(int argc, char **argv) {
  int n = 128 * argc;
  float values[128], result[128];
  for (int i = 0; i < 128; i++)
    values[i] = i;
  float *x, *y, *z;
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&y, n * sizeof(float));
  cudaMallocManaged(&z, n * sizeof(float));
  // All of it: nothing is uploaded.
  // CHECK:      CHECK(cudaMemcpy(x, values, n * sizeof(float), cudaMemcpyHostToDevice));
  // CHECK-NEXT: cudaMemset(y, 0, sizeof(float) * n);
  // CHECK:      cudaMemset(total_dev, 0, sizeof(total));
  // CHECK-NEXT: add<<<argc, 128>>>(x, y);
  CHECK(cudaMemcpy(x, values, n * sizeof(float), cudaMemcpyHostToDevice));
  cudaMemset(y, 0, sizeof(float) * n);
  cudaMemset(total, 0, sizeof(total));
  add<<<argc, 128>>>(x, y);
  // CHECK:      add<<<1, 128>>>(y, total_dev);
  add<<<1, 128>>>(y, total);
  // From one to the other, on the device.
  // CHECK:      cudaMemcpyAsync(z_dev, x, n * sizeof(float), cudaMemcpyDefault, 0);
  // CHECK-NEXT: add<<<argc, 128>>>(z_dev, y);
  cudaMemcpyAsync(z, x, n * sizeof(float), cudaMemcpyDefault, 0);
  add<<<argc, 128>>>(z, y);
  // A part is written: the rest has to be there.
  // CHECK:      z[n - 1] = 7;
  // CHECK:      CUDA_CHECK(cudaMemcpy(z_dev, z, n * sizeof(float), cudaMemcpyHostToDevice));
  // CHECK-NEXT: cudaMemset(z_dev + 1, 0, 64 * sizeof(float));
  // CHECK-NEXT: clear(&z_dev[64], 8);
  // CHECK-NEXT: add<<<argc, 128>>>(z_dev, y);
  cudaDeviceSynchronize();
  z[n - 1] = 7;
  cudaMemset(z + 1, 0, 64 * sizeof(float));
  clear(&z[64], 8);
  add<<<argc, 128>>>(z, y);
  // Straight from the device to other memory of the host.
  // CHECK:      CHECK(cudaMemcpy(result, y, 128 * sizeof(float), cudaMemcpyDefault));
  // CHECK-NEXT: fetch(values, total_dev, sizeof(values));
  CHECK(cudaMemcpy(result, y, 128 * sizeof(float), cudaMemcpyDefault));
  fetch(values, total, sizeof(values));
  // The host's side of a copy is the host's copy.
  // CHECK:      CUDA_CHECK(cudaMemcpy(z, z_dev, n * sizeof(float), cudaMemcpyDeviceToHost));
  // CHECK:      cudaMemcpy(z, y, 64 * sizeof(float), cudaMemcpyDeviceToHost);
  // CHECK-NEXT: printf
  cudaMemcpy(z, y, 64 * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g %g %g %g\n", result[5], values[5], z[5], z[n - 1]);
  cudaFree(x);
  cudaFree(y);
  cudaFree(z);
}
