// Shared objects whose members have initialisers: nvcc does not initialise them.
// Their kernels stay as they are, and the product beside them gets tiles.
// RUN: %meaning %s --original
// RUN: %tessera --cuda-path=none %s -o %t.cu 2>&1 | FileCheck %s
// RUN: %if nvcc %{ nvcc -arch=sm_90 -c %t.cu -o %t.o %}
// CHECK: kernel 'boxes' not changed: it has a shared object with a constructor
// CHECK: kernel 'place' not changed: it has a shared object with a constructor
// CHECK: kernel 'sums' not changed: 'sum', which it calls, has a shared object with a constructor
// CHECK: staged 'a' in shared memory
// PRINTS: 91243 96
#include <cstdio>
#define SHARED __shared__
#define N 32

struct Pair {
  float value = 0;
  int place = 0;
};
template <typename T> struct Box {
  T first{};
  T second = T(1);
};

__device__ float sum(float v) {
  __shared__ Pair all[N];
  all[threadIdx.x].value = v;
  __syncthreads();
  float result = 0;
  for (int i = 0; i < N; ++i)
    result += all[i].value;
  return result;
}
template <typename T> __global__ void boxes(float *out) {
  SHARED Box<T> x, y[2];
  if (threadIdx.x == 0) {
    x.first = 3;
    y[1].second = 4;
  }
  __syncthreads();
  out[threadIdx.x] += x.first + y[1].second;
}
__global__ void place(float *out) {
  static __shared__ Pair p;
  if (threadIdx.x == 0)
    p.place = 7;
  __syncthreads();
  out[threadIdx.x] += p.place;
}
__global__ void sums(float *out) {
  out[threadIdx.x] += sum(out[threadIdx.x]);
}
__global__ void product(const float *a, const float *b, float *c, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n) {
    float sum = 0;
    for (int k = 0; k < n; ++k)
      sum += a[y * n + k] * b[k * n + x];
    c[y * n + x] = sum;
  }
}

int main() {
  float *out, *a, *b, *c;
  cudaMallocManaged(&out, N * sizeof(float));
  cudaMallocManaged(&a, N * N * sizeof(float));
  cudaMallocManaged(&b, N * N * sizeof(float));
  cudaMallocManaged(&c, N * N * sizeof(float));
  for (int i = 0; i < N; ++i)
    out[i] = i;
  for (int i = 0; i < N * N; ++i) {
    a[i] = i % 3;
    b[i] = i % 4;
  }
  boxes<float><<<1, N>>>(out);
  boxes<int><<<1, N>>>(out);
  place<<<1, N>>>(out);
  sums<<<1, N>>>(out);
  product<<<dim3(2, 2), dim3(16, 16)>>>(a, b, c, N);
  cudaDeviceSynchronize();
  double all = 0;
  for (int i = 0; i < N; ++i)
    all += out[i] * (i + 1) / 7;
  printf("%.0f %g\n", all, c[N + 3]);
  cudaFree(out);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
