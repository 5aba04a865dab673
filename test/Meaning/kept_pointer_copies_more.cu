// Memory of the program's own, whose address a kernel keeps as a number,
// through a method, or in an array of addresses: no copy moves or goes. Each
// way has its own memory.
// RUN: %meaning %s --original --options=--improve-copies
// PRINTS: 100460 105032 32 103508
#include <cstdio>
#define N 256

struct Box {
  int *cells;
  __device__ void set(int *p) { cells = p; }
};
__device__ unsigned long long number;
__device__ Box box;
__device__ int *several[3];

static int h[N];
static int g[N];
static int k[N];

__global__ void keep_number(int *x) {
  atomicExch(&number, (unsigned long long)x);
}
__global__ void keep_by_method(int *x) { box.set(x); }
__global__ void keep_in_array(int *x) { several[2] = x; }
__global__ void add_number(int v) { ((int *)number)[threadIdx.x] += v; }
__global__ void add_box(int v) { box.cells[threadIdx.x] += v; }
__global__ void add_array(int v) { several[2][threadIdx.x] += v; }

static void total(const int *x) {
  long sum = 0;
  for (int i = 0; i < N; ++i)
    sum += (long)x[i] * (i % 7);
  printf("%ld ", sum);
}

int main() {
  const size_t bytes = N * sizeof(int);
  int *d, *e, *f;
  cudaMalloc(&d, bytes);
  cudaMalloc(&e, bytes);
  cudaMalloc(&f, bytes);
  for (int i = 0; i < N; ++i)
    h[i] = g[i] = k[i] = i;

  keep_number<<<1, 1>>>(d);
  for (int t = 0; t < 4; ++t) {
    cudaMemcpy(d, h, bytes, cudaMemcpyHostToDevice);
    add_number<<<1, N>>>(t + 1);
  }
  cudaMemcpy(h, d, bytes, cudaMemcpyDeviceToHost);
  total(h);

  keep_by_method<<<1, 1>>>(e);
  cudaMemcpy(e, g, bytes, cudaMemcpyHostToDevice);
  long sum = 0;
  for (int t = 0; t < 4; ++t) {
    add_box<<<1, N>>>(t + 1);
    cudaMemcpy(g, e, bytes, cudaMemcpyDeviceToHost);
    sum += g[3];
  }
  total(g);
  printf("%ld ", sum);

  keep_in_array<<<1, 1>>>(f);
  for (int t = 0; t < 4; ++t) {
    cudaMemcpy(f, k, bytes, cudaMemcpyHostToDevice);
    add_array<<<1, N>>>(2);
    cudaMemcpy(k, f, bytes, cudaMemcpyDeviceToHost);
  }
  total(k);
  printf("\n");
  cudaFree(d);
  cudaFree(e);
  cudaFree(f);
}
