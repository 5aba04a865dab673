// Calls of the runtime that start kernels are launches, with the values of
// their arguments. Some can start versions where they name the kernel.
// RUN: %tessera --cuda-path=none --print=model %s | FileCheck %s
__global__ void row(float *y, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = x[i] + x[i + 1];
}
__global__ void other(float *y, const float *x, int n) { y[n] = x[n]; }
__global__ void lost(float *y, const float *x, int n) { y[n] = x[n]; }

void keep(void **arguments);

int main() {
  int n = 1000;
  size_t wide = 1000;
  float *x, *y, *z;
  cudaMalloc(&x, (n + 1) * sizeof(float));
  cudaMalloc(&y, (n + 1) * sizeof(float));
  cudaMalloc(&z, (n + 1) * sizeof(float));
  void *arguments[] = {&y, (void *)&x, &n};
  cudaLaunchKernel((void *)row, dim3((n + 63) / 64), dim3(64), arguments, 0, 0);
  cudaLaunchKernel(row, (n + 127) / 128, 128, arguments);

  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(8, 1, 1);
  config.blockDim = dim3(32);
  cudaLaunchKernelEx(&config, row, y, (const float *)x, n);
  void (*kernel)(float *, const float *, int) = other;
  cudaLaunchKernelExC(&config, (const void *)kernel, arguments);

  // A size_t is no int; another function may change z by its address.
  void *wrong[] = {&y, &x, &wide}, *kept[] = {&z};
  cudaLaunchKernel((void *)lost, dim3(1), dim3(1), wrong, 0, 0);
  keep(kept);
  row<<<1, 512>>>(z, x, 512);
}
// CHECK: launch of kernel0 in main: grid 16x1x1 block 64x1x1, by its name
// CHECK-NEXT: y -> y
// CHECK-NEXT: x -> x
// CHECK-NEXT: n = 1000
// CHECK: launch of kernel0 in main: grid 8x1x1 block 128x1x1, by its name
// CHECK-NEXT: y -> y
// CHECK: launch of kernel0 in main: grid 8x1x1 block 32x1x1, fixed
// CHECK-NEXT: y -> y
// CHECK-NEXT: (const float *)x -> x
// CHECK-NEXT: n = 1000
// CHECK: launch of kernel1 in main: grid 8x1x1 block 32x1x1, through a pointer
// CHECK-NEXT: y -> y
// CHECK: launch of kernel0 in main: grid 1x1x1 block 512x1x1{{$}}
// CHECK-NEXT: z -> ?
// CHECK-NOT: launch of

// RUN: %tessera --cuda-path=none -o %t.cu %s 2>&1 | FileCheck %s --check-prefix=TAKEN
// TAKEN-NOT: address is taken
// TAKEN: kernel 'lost' not changed: its address is taken
// TAKEN-NOT: address is taken
