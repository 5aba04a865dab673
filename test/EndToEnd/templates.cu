// Instances that lead to the same text: it replaces the template's.
// RUN: %translate -q --array=a:shared %s -o %t.cu
// RUN: %translate --check %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// SAME: same: output, exit code
// CHECK: void diff(
// CHECK: __shared__ T a_tile[191];
// A size that the text relies on.
// CHECK: void flip(
// CHECK-NEXT: static_assert(B == 64, "tiled for the launches here");
// CHECK: void gs(
// CHECK: __shared__ typename Traits<T>::value a_tile[40];
// CHECK-NOT: _tiled
#include <cstdio>
#include <cstdlib>
template <typename T>
__global__ void diff(const T *__restrict__ a, T *__restrict__ b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  T s = 0;
  for (int k = 0; k < 64; ++k)
    s += a[i + k] * a[k];
  b[i] = s;
}
template <typename T, int B>
__global__ void flip(const T *__restrict__ a, T *__restrict__ b) {
  T s = 0;
  for (int k = 0; k < B; ++k)
    s += a[blockIdx.x * B + k] * threadIdx.x;
  b[blockIdx.x * B + threadIdx.x] = s;
}
template <typename T> struct Traits { typedef T value; };
template <typename T>
__global__ void gs(const typename Traits<T>::value *a, T *b, size_t n) {
  using V = typename Traits<T>::value;
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
       i += blockDim.x * (size_t)gridDim.x) {
    V s = 0;
    for (int k = 0; k < 40; ++k)
      s += a[k];
    b[i] = s;
  }
}
int main(int argc, char **argv) {
  float *a, *b;
  double *c, *d;
  int all = 4096;
  cudaMallocManaged(&a, all * sizeof(float));
  cudaMallocManaged(&b, all * sizeof(float));
  cudaMallocManaged(&c, all * sizeof(double));
  cudaMallocManaged(&d, all * sizeof(double));
  for (int i = 0; i < all; ++i) a[i] = i % 7, b[i] = 0, c[i] = i % 5, d[i] = 0;
  diff<<<4, 128>>>(a, b);
  diff<<<4, 128>>>(c, d);
  cudaDeviceSynchronize();
  double s = 0;
  for (int i = 0; i < all; ++i) s += b[i] * i + d[i];
  flip<float, 64><<<4, 64>>>(a, b);
  gs<<<3, 64>>>(a, b, 999);
  gs<double><<<3, 64>>>(c, d, 999);
  cudaDeviceSynchronize();
  for (int i = 0; i < all; ++i) s += b[i] * i + d[i];
  printf("%g\n", s);
}
