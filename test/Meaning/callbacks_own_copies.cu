// The program's own copies stay before function objects that use their targets:
// each object has an array and a loop of its own.
// RUN: %meaning %s --original --options=--improve-copies
// PRINTS: 30 50 30 30 280
#include <algorithm>
#include <functional>
#include <numeric>
#include <stdio.h>
#include <vector>
#define N 128

__global__ void inc(int *x) { x[blockIdx.x * blockDim.x + threadIdx.x] += 1; }

static int summed[N];
static int held[N];
static int logged[N];
static int entered[N];
static int compared[N];
static int results[4];

struct Sum {
  int operator()(int s, int i) const { return s + summed[i]; }
};
struct Held {
  int operator()(int s, int i) const { return s + held[i]; }
};
struct Log {
  void operator()(int i) const { results[i] += logged[i + 4]; }
};
struct Entry {
  int i;
  operator int() const { return entered[i]; }
};
struct Less {
  bool operator()(int i, int j) const { return compared[i] < compared[j]; }
};

int main() {
  const size_t bytes = N * sizeof(int);
  int order[3] = {1, 2, 3};
  int *d;
  cudaMalloc(&d, bytes);
  cudaMemset(d, 0, bytes);
  long sum = 0;
  for (int t = 0; t < 4; ++t) {
    inc<<<2, 64>>>(d);
    cudaMemcpy(summed, d, bytes, cudaMemcpyDeviceToHost);
    sum += std::accumulate(order, order + 3, 0, Sum());
  }
  printf("%ld ", sum);
  cudaFree(d);

  cudaMalloc(&d, bytes);
  cudaMemset(d, 0, bytes);
  std::function<int(int, int)> call = Held();
  sum = 0;
  for (int t = 0; t < 4; ++t) {
    inc<<<2, 64>>>(d);
    cudaMemcpy(held, d, bytes, cudaMemcpyDeviceToHost);
    sum += call(10, t);
  }
  printf("%ld ", sum);
  cudaFree(d);

  cudaMalloc(&d, bytes);
  cudaMemset(d, 0, bytes);
  for (int t = 0; t < 4; ++t) {
    inc<<<2, 64>>>(d);
    cudaMemcpy(logged, d, bytes, cudaMemcpyDeviceToHost);
    std::for_each(order, order + 3, Log());
  }
  printf("%d ", results[1] + results[2] + results[3]);
  cudaFree(d);

  cudaMalloc(&d, bytes);
  cudaMemset(d, 0, bytes);
  sum = 0;
  for (int t = 0; t < 4; ++t) {
    inc<<<2, 64>>>(d);
    cudaMemcpy(entered, d, bytes, cudaMemcpyDeviceToHost);
    Entry entries[2] = {{t}, {N - 1}};
    std::vector<int> both(entries, entries + 2);
    sum += both[0] * both[1];
  }
  printf("%ld ", sum);
  cudaFree(d);

  cudaMalloc(&d, bytes);
  cudaMemset(d, 0, bytes);
  sum = 0;
  for (int t = 0; t < 4; ++t) {
    inc<<<2, 64>>>(d);
    inc<<<1, 64>>>(d);
    cudaMemcpy(compared, d, bytes, cudaMemcpyDeviceToHost);
    int ids[3] = {1, 2, 70};
    std::sort(ids, ids + 3, Less());
    sum += ids[0];
  }
  printf("%ld\n", sum);
  cudaFree(d);
}
