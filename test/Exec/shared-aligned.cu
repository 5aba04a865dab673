// Shared memory of bytes may be aligned by a template argument, in each spelling;
// the version of the compiler is known as nvcc tells it.
// RUN: %tessera-run %s | FileCheck %s
// CHECK: 26880 26880
#include <cstdio>
#define N 64
#define ALIGNED_FOR(T) __align__(sizeof(T))
template <typename T> __device__ T turned(unsigned char *bytes) {
  T *values = reinterpret_cast<T *>(bytes);
  values[threadIdx.x] = threadIdx.x;
  __syncthreads();
  return values[N - 1 - threadIdx.x];
}
template <typename T> __global__ void dynamic(T *out) {
  extern __shared__ __align__(sizeof(T)) unsigned char first[];
  out[threadIdx.x] = turned<T>(first);
}
template <typename T> __global__ void dynamic_by_macro(T *out) {
  extern __shared__ ALIGNED_FOR(T) unsigned char second[];
  out[threadIdx.x] += turned<T>(second);
}
template <typename T> __global__ void fixed(T *out) {
  __shared__ __attribute__((aligned(alignof(T)))) unsigned char fourth[1024];
  out[threadIdx.x] += turned<T>(fourth);
}
template <typename T> __global__ void fixed_by_type(T *out) {
  alignas(T) __shared__ unsigned char fifth[1024];
  out[threadIdx.x] += turned<T>(fifth);
}
template <typename T> double run() {
  T *out;
  cudaMallocManaged(&out, N * sizeof(T));
  dynamic<T><<<1, N, N * sizeof(T)>>>(out);
  dynamic_by_macro<T><<<1, N, N * sizeof(T)>>>(out);
  fixed<T><<<1, N>>>(out);
  fixed_by_type<T><<<1, N>>>(out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < N; ++i)
    sum += out[i] * (i % 8);
  cudaFree(out);
  return sum;
}
#if __CUDACC_VER_MAJOR__ >= 11
int main() { printf("%g %g\n", run<float>(), run<double>()); }
#endif
