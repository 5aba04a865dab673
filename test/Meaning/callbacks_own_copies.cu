// The program's own copies stay before function objects that use their targets.
// RUN: %meaning %s --original --options=--improve-copies
// PRINTS: 6339200 16 1092
#include <algorithm>
#include <functional>
#include <numeric>
#include <stdio.h>
#include <vector>
#define N 128

__global__ void inc(int *x) { x[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
__global__ void twice(const int *x, int *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = 2 * x[i];
}

static int h[N], g[N], log_of[N];

struct Sum {
  int operator()(int s, int i) const { return s + h[i]; }
};
struct Log {
  void operator()(int i) const { log_of[i] += g[i]; }
};
struct Entry {
  int i;
  operator int() const { return g[i]; }
};

int main() {
  const size_t bytes = N * sizeof(int);
  int order[3] = {1, 2, 3};
  int *d, *e;
  cudaMalloc(&d, bytes);
  cudaMalloc(&e, bytes);
  for (int i = 0; i < N; ++i)
    h[i] = i;
  std::function<int(int, int)> held = Sum();
  cudaMemcpy(d, h, bytes, cudaMemcpyHostToDevice);
  long sum = 0, more = 0;
  for (int t = 0; t < 4; ++t) {
    inc<<<2, 64>>>(d);
    cudaMemcpy(h, d, bytes, cudaMemcpyDeviceToHost);
    g[t] = std::accumulate(order, order + 3, 0, Sum());
    more += held(0, t);
    std::for_each(order, order + 3, Log());
  }
  for (int t = 0; t < 4; ++t) {
    twice<<<2, 64>>>(d, e);
    cudaMemcpy(g, e, bytes, cudaMemcpyDeviceToHost);
    Entry entries[2] = {{t}, {N - 1}};
    std::vector<int> both(entries, entries + 2);
    sum += both[0] + both[1];
  }
  long all = 0;
  for (int i = 0; i < N; ++i)
    all += (h[i] + 3 * g[i]) * (i + log_of[i % 4]);
  printf("%ld %ld %ld\n", all, more, sum);
  cudaFree(d);
  cudaFree(e);
}
