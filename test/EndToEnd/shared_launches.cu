// Launches whose text starts several kernels: in templates of the host, and of
// what a local pointer holds. A function starts versions of the former; what
// becomes of a kernel takes its place for all of the latter.
// RUN: %translate -q %s -o %t.cu
// RUN: %translate --check %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 1 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 1 2 | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// SAME: same: output, exit code
// CHECK: void sums(const T *in, T *out, int n)
// CHECK: __shared__ T
// CHECK: void plain(
// CHECK: __shared__ float
// CHECK: void turned(
// CHECK: __shared__ float
// CHECK: launch_sums<T>((n + 63) / 64, 64, in, out, n);
// CHECK: kernel<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(in, out, n);
#include <cstdio>
template <typename T>
__global__ void sums(const T *in, T *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  T sum = 0;
  for (int k = 0; k < 128; ++k)
    sum += in[i + k];
  if (i < n)
    out[i] = sum;
}
__global__ void plain(const float *__restrict__ in, float *__restrict__ out, int n) {
  int x = blockIdx.x * 16 + threadIdx.x;
  int y = blockIdx.y * 16 + threadIdx.y;
  if (x >= n || y >= n)
    return;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += in[y * n + k] * in[k * n + x];
  out[y * n + x] = sum;
}
__global__ void turned(const float *__restrict__ in, float *__restrict__ out, int n) {
  int x = blockIdx.x * 16 + threadIdx.x;
  int y = blockIdx.y * 16 + threadIdx.y;
  if (x < n && y < n)
    out[x * n + y] = in[y * n + x];
}
template <typename T> void start(int n) {
  T *in, *out;
  cudaMalloc(&in, (n + 256) * sizeof(T));
  cudaMalloc(&out, (n + 256) * sizeof(T));
  T *host = new T[n + 256];
  for (int i = 0; i < n + 256; ++i)
    host[i] = T(i % 13) / 2;
  cudaMemcpy(in, host, (n + 256) * sizeof(T), cudaMemcpyHostToDevice);
  sums<T><<<(n + 63) / 64, 64>>>(in, out, n);
  cudaMemcpy(host, out, n * sizeof(T), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    printf("%g ", double(host[i]));
  printf("\n");
}
int main(int argc, char **) {
  int n = 35 * argc;
  start<float>(n);
  start<double>(n);
  float *host = new float[n * n], *in, *out;
  cudaMalloc(&in, n * n * sizeof(float));
  cudaMalloc(&out, n * n * sizeof(float));
  for (int i = 0; i < n * n; ++i)
    host[i] = i % 7;
  cudaMemcpy(in, host, n * n * sizeof(float), cudaMemcpyHostToDevice);
  void (*kernel)(const float *, float *, int) = nullptr;
  for (int turn = 0; turn < 2; ++turn) {
    switch (turn) {
    case 0: kernel = &plain; break;
    case 1: kernel = turned; break;
    }
    kernel<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(in, out, n);
    cudaMemcpy(host, out, n * n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n * n; i += 3)
      printf("%g ", host[i]);
    printf("\n");
  }
}
