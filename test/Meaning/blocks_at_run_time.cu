// Blocks of a size that only run time knows: versions start in blocks of their
// own, where the user's could start and their threads cover what guards allow.
// RUN: %tessera --cuda-path=none --coarsen=always %s -o %t.cu 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %s %t.cu -- 100 8 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %s %t.cu -- 65 7 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %s %t.cu -- 1 32 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %s %t.cu -- 40 33 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %s %t.cu -- -3 4 | FileCheck %s --check-prefix=SAME
// RUN: %tessera -q --cuda-path=none %s -o %t.2.cu
// RUN: %tessera-verify %s %t.2.cu -- 96 12 | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ nvcc -arch=sm_90 -Werror all-warnings -c %t.cu -o %t.o %}
// SAME: same: output
#include <cstdio>
#include <cstdlib>

// SAID-DAG: launches of 'product', whose blocks only run time knows, start versions with blocks of 16x16x1 threads
// SAID-DAG: launches of 'narrow', whose blocks only run time knows, start versions with blocks of 32x4x1 threads
// SAID-DAG: launches of 'once', whose blocks only run time knows, start versions with blocks of 16x16x1 threads
// SAID-NOT: launches of 'ranks',

// CHECK: {{^}}void launch_product(
// CHECK: n >= 1
// CHECK: (long long)block.x * block.y <= 1024
// CHECK: dim3((n + 127u) / 128, (n + 127u) / 128, grid.z)
__global__ void product(const float *a, const float *b, float *c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n && col < n) {
    float sum = 0;
    for (int k = 0; k < n; ++k)
      sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
  }
}

// One of its launches has a block that is known: the other takes that.
__global__ void narrow(const float *a, const float *b, float *c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n || col >= n)
    return;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[k * n + row] * b[k * n + col];
  c[row * n + col] += sum;
}

// Its third axis is not asked for: threads there would do it once more.
__global__ void once(const float *a, const float *b, float *c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n && col < n) {
    float sum = 0;
    for (int k = 0; k < n; ++k)
      sum += a[row * n + k] * b[k * n + col];
    atomicAdd(&c[row * n + col], sum);
  }
}

// A thread that knows its block stays in it.
__global__ void ranks(const float *a, const float *b, float *c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n && col < n) {
    float sum = threadIdx.x;
    for (int k = 0; k < n; ++k)
      sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] += sum;
  }
}

void launch_product(const float *a, const float *b, float *c, int n, int s) {
  dim3 block(s, s);
  dim3 grid((n + s - 1) / s, (n + s - 1) / s);
  product<<<grid, block>>>(a, b, c, n);
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 130;
  const int s = argc > 2 ? atoi(argv[2]) : 16;
  const int cells = n > 0 ? n * n : 1;
  float *a, *b, *c;
  cudaMallocManaged(&a, cells * sizeof(float));
  cudaMallocManaged(&b, cells * sizeof(float));
  cudaMallocManaged(&c, cells * sizeof(float));
  for (int i = 0; i < cells; ++i) {
    a[i] = i % 7 - 2;
    b[i] = i % 5 - 1;
    c[i] = 0;
  }
  launch_product(a, b, c, n, s);
  dim3 block(s, s), grid((n + s - 1) / s, (n + s - 1) / s);
  // Not all of the rows.
  narrow<<<dim3((n + 31) / 32, (n + 3) / 4), dim3(32, 4)>>>(a, b, c, n);
  narrow<<<dim3(grid.x, n / s), block>>>(a, b, c, n);
  block.z = 2;
  once<<<grid, block>>>(a, b, c, n);
  block.z = 1;
  once<<<grid, block>>>(a, b, c, n);
  ranks<<<grid, block>>>(a, b, c, n);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < cells; ++i)
    sum += (i % 11 + 1) * c[i];
  printf("%d %.1f\n", cudaGetLastError() == cudaSuccess, sum);
}
