// Launches that macros, functions, pointers and calls of the runtime make: they
// start versions of the kernel by naming these where they name it.
// RUN: %tessera -q --cuda-path=none --no-transfers --coarsen=always %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu -- 100 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %s %t.cu -- 257 | FileCheck %s --check-prefix=SAME
// RUN: %tessera -q --cuda-path=none --no-transfers --coarsen=always %t.cu | diff %t.cu -
// RUN: %if nvcc %{ nvcc -arch=sm_90 -Werror all-warnings -c %t.cu -o %t.o %}
// SAME: same:
#include <cstdio>
#include <cstdlib>
#include <utility>

__global__ void byMacro(const float *a, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float sum = 0;
    for (int k = 0; k < n; ++k)
      sum += (a[k] - a[i]) * (a[k] - a[i]);
    c[i] = sum;
  }
}
template <typename T>
__global__ void byCall(const T *a, T *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    T sum = 0;
    for (int k = 0; k < n; ++k)
      sum += (a[k] - a[i]) * (a[k] + a[i]);
    c[i] = sum;
  }
}
namespace other {
__global__ void byPointer(const float *a, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float sum = 0;
    for (int k = 0; k < n; ++k)
      sum += (a[k] + a[i]) * 2;
    c[i] = sum;
  }
}
} // namespace other
__global__ void byFunction(const float *a, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float sum = 0;
    for (int k = 0; k < n; ++k)
      sum += (a[k] + a[i]) * 3;
    c[i] = sum;
  }
}
__global__ void inTemplate(const float *a, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float sum = 0;
    for (int k = 0; k < n; ++k)
      sum += (a[k] + a[i]) * 4;
    c[i] = sum;
  }
}

#define LAUNCH(k, grid, block, ...) k<<<grid, block>>>(__VA_ARGS__)
#define CHECKED(kernel, g, b, ...)                                             \
  do {                                                                         \
    kernel<<<(g), (b)>>>(__VA_ARGS__);                                         \
    if (cudaGetLastError() != cudaSuccess)                                     \
      exit(1);                                                                 \
  } while (0)
#define CHECK(call)                                                            \
  if ((call) != cudaSuccess)                                                   \
  exit(1)

template <typename K, typename... A>
static void start(dim3 grid, dim3 block, K kernel, A &&...arguments) {
  kernel<<<grid, block>>>(std::forward<A>(arguments)...);
}

// CHECK:      template <int Threads> static void run(
// CHECK:        ? inTemplate_tiled
// CHECK:        ? dim3(((n + Threads - 1) / Threads + 7) / 8)
template <int Threads> static void run(const float *a, float *c, int n) {
  inTemplate<<<(n + Threads - 1) / Threads, Threads>>>(a, c, n);
}

static void show(const float *c, int n) {
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += c[i] * (i % 5 + 1);
  printf("%.1f\n", sum);
}

int main(int, char **argv) {
  int n = atoi(argv[1]);
  float *a, *c;
  cudaMallocManaged(&a, n * sizeof(float));
  cudaMallocManaged(&c, n * sizeof(float));
  for (int i = 0; i < n; ++i)
    a[i] = i % 7;
  dim3 grid((n + 127) / 128), block(128);

  // CHECK:      const bool tiles_fit
  // CHECK:      const dim3 [[GRID:tile_grid[0-9]*]] =
  // CHECK:      LAUNCH((tiles_fit{{[0-9]* +}}? byMacro_tiled
  // CHECK:      [[GRID]], block, a, c, n);
  LAUNCH(byMacro, grid, block, a, c, n);
  show(c, n);
  // CHECK:      const dim3 [[CHECKED:tile_grid[0-9]*]] =
  // CHECK:      CHECKED((tiles_fit{{[0-9]* +}}? byMacro_tiled
  // CHECK:      [[CHECKED]], 128, a, c, n);
  CHECKED(byMacro, (n + 127) / 128, 128, a, c, n);
  show(c, n);
  // No declaration can stand before it.
  // CHECK:      if (n > 1)
  // CHECK-NEXT:   LAUNCH(
  // CHECK-NOT:      tiles_fit
  // CHECK:          ? byMacro_tiled
  // CHECK:          block, a, c, n - 1);
  if (n > 1)
    LAUNCH(byMacro, grid, block, a, c, n - 1);
  show(c, n);

  // CHECK:      cudaLaunchKernel((void *)(tiles_fit{{[0-9]* +}}? byCall_tiled<float>
  void *arguments[] = {&a, &c, &n};
  cudaLaunchKernel((void *)byCall<float>, grid, block, arguments, 0, 0);
  show(c, n);
  // CHECK:      CHECK(cudaLaunchKernel(
  // CHECK:          ? byCall_tiled<float>
  // CHECK:          block, arguments));
  CHECK(cudaLaunchKernel(byCall<float>, grid, block, arguments));
  show(c, n);

  // CHECK:      (tiles_fit{{[0-9]* +}}? ::other::byPointer_tiled
  // CHECK:      : kernel)<<<
  auto *kernel = &other::byPointer;
  kernel<<<grid, block>>>(a, c, n);
  show(c, n);

  // CHECK:      start(tile_grid{{[0-9]*}}, block,
  // CHECK-NEXT: (tiles_fit{{[0-9]* +}}? byFunction_tiled
  start(grid, block, byFunction, (const float *)a, c, n);
  show(c, n);

  run<128>(a, c, n);
  show(c, n);
}
