// Kernels write through casts of const: the program's own uploads of what they
// write stay in the loop, each of its own memory.
// RUN: %meaning %s --original --options=--improve-copies
// PRINTS: 299094 584472 301380 292236
#include <cstdio>
#define N 256

static int start[N];

__global__ void by_cast(const int *x, int *r) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  ((int *)x)[i] += 3;
  r[i] += x[i];
}
__global__ void by_reference(const int *x, int *r) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  (int &)x[i] *= 2;
  r[i] += x[i];
}
__device__ void raise(const int *x, int i) { const_cast<int *>(x)[i] += 4; }
__global__ void by_function(const int *x, int *r) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  raise(x, i);
  r[i] += x[i];
}
__global__ void only_read(const int *x, int *r) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  r[i] += x[i];
}

static int out[N];

static void total() {
  long sum = 0;
  for (int i = 0; i < N; ++i)
    sum += (long)out[i] * (i % 7);
  printf("%ld ", sum);
}

int main() {
  const size_t bytes = sizeof(start);
  int *cast, *reference, *function, *read, *r;
  cudaMalloc(&cast, bytes);
  cudaMalloc(&reference, bytes);
  cudaMalloc(&function, bytes);
  cudaMalloc(&read, bytes);
  cudaMalloc(&r, bytes);
  cudaMemset(r, 0, bytes);
  for (int i = 0; i < N; ++i)
    start[i] = i;
  for (int t = 0; t < 3; ++t) {
    cudaMemcpy(cast, start, bytes, cudaMemcpyHostToDevice);
    by_cast<<<N / 64, 64>>>(cast, r);
  }
  cudaMemcpy(out, r, bytes, cudaMemcpyDeviceToHost);
  cudaMemset(r, 0, bytes);
  total();
  for (int t = 0; t < 3; ++t) {
    cudaMemcpy(reference, start, bytes, cudaMemcpyHostToDevice);
    by_reference<<<N / 64, 64>>>(reference, r);
  }
  cudaMemcpy(out, r, bytes, cudaMemcpyDeviceToHost);
  cudaMemset(r, 0, bytes);
  total();
  for (int t = 0; t < 3; ++t) {
    cudaMemcpy(function, start, bytes, cudaMemcpyHostToDevice);
    by_function<<<N / 64, 64>>>(function, r);
  }
  cudaMemcpy(out, r, bytes, cudaMemcpyDeviceToHost);
  cudaMemset(r, 0, bytes);
  total();
  for (int t = 0; t < 3; ++t) {
    cudaMemcpy(read, start, bytes, cudaMemcpyHostToDevice);
    only_read<<<N / 64, 64>>>(read, r);
  }
  cudaMemcpy(out, r, bytes, cudaMemcpyDeviceToHost);
  cudaMemset(r, 0, bytes);
  total();
  printf("\n");
  cudaFree(cast);
  cudaFree(reference);
  cudaFree(function);
  cudaFree(read);
  cudaFree(r);
}
