// Memory of the program's own, whose address a kernel keeps: no copy moves.
// RUN: %meaning %s --original --options=--improve-copies
// PRINTS: 32896 7 33
#include <cstdio>
#define N 256

__device__ int *kept;
struct View {
  int *cells;
};
__device__ View view;
static int h[N], g[N];

__global__ void keep(int *x) { kept = x; }
__global__ void keep_view(View v) { view = v; }
__global__ void add(int v) { kept[threadIdx.x] += v; }
__global__ void add_view(int v) { view.cells[threadIdx.x] += v; }

int main() {
  const size_t bytes = N * sizeof(int);
  int *d, *e;
  cudaMalloc(&d, bytes);
  cudaMalloc(&e, bytes);
  for (int i = 0; i < N; ++i) {
    h[i] = i;
    g[i] = 3 * i;
  }
  keep<<<1, 1>>>(d);
  for (int t = 0; t < 4; ++t) {
    cudaMemcpy(d, h, bytes, cudaMemcpyHostToDevice);
    add<<<1, N>>>(t - 2);
  }
  cudaMemcpy(h, d, bytes, cudaMemcpyDeviceToHost);
  long sum = 0;
  for (int i = 0; i < N; ++i)
    sum += h[i];
  printf("%ld ", sum);
  keep_view<<<1, 1>>>(View{e});
  for (int t = 0; t < 4; ++t) {
    cudaMemcpy(e, g, bytes, cudaMemcpyHostToDevice);
    add_view<<<1, N>>>(1);
    if (t == 0)
      cudaMemcpy(g, e, bytes, cudaMemcpyDeviceToHost);
  }
  cudaMemcpy(g, e, bytes, cudaMemcpyDeviceToHost);
  printf("%d %d\n", g[0] + 5, g[10] + 1);
  cudaFree(d);
  cudaFree(e);
}
