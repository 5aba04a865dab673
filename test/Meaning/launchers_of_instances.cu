// A text that starts several instances calls a function that starts versions of
// each: in host templates and arguments of macros, with arguments named or
// deduced, in namespaces, with any number of operands.
// RUN: %tessera -q --cuda-path=none --no-transfers --coarsen=always %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera -q --cuda-path=none --no-transfers --coarsen=always %t.cu | diff %t.cu -
// RUN: %if nvcc %{ nvcc -arch=sm_90 -std=c++17 -Werror all-warnings -c %t.cu -o %t.o %}
// Before C++17 there is no such branch: the kernel calls versions.
// RUN: %tessera -q --cuda-path=none --no-transfers %s -- -std=c++14 | FileCheck %s --check-prefix=OLD
// OLD-NOT: launch_
// SAME: same: {{.*}}; not started: product_tiled_3, product_tiled_5, square_tiled_4{{$}}
#include <stdio.h>

namespace math {
// CHECK-COUNT-4: void product
// CHECK:      // Starts the version of product that fits.
// CHECK-NEXT: template <typename T, int Scale>
// CHECK-NEXT: static void launch_product(dim3 grid, dim3 block, size_t bytes,
// CHECK-NEXT: cudaStream_t stream, const T *a,
// CHECK:        if constexpr (std::is_same<T, float>::value && (Scale == 1 || Scale == 2)) {
// CHECK:          <<<tile_grid, block, bytes, stream>>>(a, b, c, n);
// CHECK:        } else {
// CHECK-NEXT:     product<T, Scale><<<grid, block, bytes, stream>>>(a, b, c, n);
template <typename T, int Scale>
__global__ void product(const T *a, const T *b, T *c, int n) {
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < n && y < n) {
    T sum = 0;
    for (int k = 0; k < n; ++k)
      sum += a[y * n + k] * b[k * n + x];
    c[y * n + x] = Scale * sum;
  }
}
} // namespace math

// CHECK:      static void launch_square(dim3 grid, dim3 block_,
template <typename T>
__global__ void square(const T *in, T *out, int block) {
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < block && y < block) {
    T sum = 0;
    for (int k = 0; k < block; ++k)
      sum += in[y * block + k] * in[k * block + x];
    out[y * block + x] = sum;
  }
}

// CHECK: math::launch_product<T, 1>(grid, dim3(16, 16), 0, 0, a, b, c, n);
// CHECK: math::launch_product<T, 2>(grid, dim3(16, 16), 0, stream, a, b, c, n);
// CHECK: launch_square(grid, dim3(16, 16), b, c, n);
template <typename T>
void run(T *a, T *b, T *c, int n, cudaStream_t stream) {
  dim3 grid((n + 15) / 16, (n + 15) / 16);
  math::product<T, 1><<<grid, dim3(16, 16)>>>(a, b, c, n);
  math::product<T, 2><<<grid, dim3(16, 16), 0, stream>>>(a, b, c, n);
  cudaDeviceSynchronize();
  square<<<grid, dim3(16, 16)>>>(b, c, n);
  cudaDeviceSynchronize();
  // CHECK: square<<<grid, dim3(16, 16)>>>(b, c, n);
  // tessera: off
  square<<<grid, dim3(16, 16)>>>(b, c, n);
  cudaDeviceSynchronize();
}

#define FOR_EACH_TYPE(TYPE, ...)                                               \
  if (TYPE == 0) {                                                             \
    using scalar_t = float;                                                    \
    __VA_ARGS__;                                                               \
  } else {                                                                     \
    using scalar_t = long long;                                                \
    __VA_ARGS__;                                                               \
  }

template <typename T> double test(int n) {
  T *a, *b, *c;
  cudaMallocManaged(&a, n * n * sizeof(T));
  cudaMallocManaged(&b, n * n * sizeof(T));
  cudaMallocManaged(&c, n * n * sizeof(T));
  for (int i = 0; i < n * n; ++i)
    a[i] = i % 7, b[i] = i % 5;
  run(a, b, c, n, 0);
  double sum = 0;
  for (int i = 0; i < n * n; ++i)
    sum += (i % 11) * c[i];
  // CHECK: launch_square<scalar_t>(dim3(n / 16 + 1, n / 16 + 1), dim3(16, 16),
  FOR_EACH_TYPE(sizeof(T) - 4, {
    square<scalar_t><<<dim3(n / 16 + 1, n / 16 + 1), dim3(16, 16)>>>(
        (const scalar_t *)(void *)a, (scalar_t *)(void *)c, n);
  })
  cudaDeviceSynchronize();
  for (int i = 0; i < n * n; ++i)
    sum += (i % 13) * c[i];
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  return sum;
}

int main() {
  printf("%.1f %.1f %.1f %.1f\n", test<float>(50), test<float>(52), test<long long>(40),
         test<float>(7));
}
