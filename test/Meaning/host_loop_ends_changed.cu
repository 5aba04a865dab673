// Loops of the host that would write a whole array end where their bodies say:
// by a cast, a reference, a closure, a function, a comma. What they leave is
// the device's.
// RUN: %meaning %s --original
// PRINTS: 393780 393868 393952 394030 394100 394160 394288
#include <cstdio>
#define N 512

__global__ int by_cast[N];
__global__ int by_reference[N];
__global__ int by_closure[N];
__global__ int by_function[N];
__global__ int by_comma[N];
__global__ int by_counter[N];
__global__ int by_object[N];

__global__ void fill(int *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = i % 5 + 1;
}
static void end(int &n, int to) { n = to; }
struct Ends {
  int &n;
  ~Ends() { n = 16; }
};

static void total(const int *x) {
  long sum = 0;
  for (int i = 0; i < N; ++i)
    sum += (long)x[i] * (i + 1);
  printf("%ld ", sum);
}

int main() {
  int n = N, t = 0;
  fill<<<N / 64, 64>>>(by_cast);
  for (int i = 0; i < n; ++i) {
    by_cast[i] = 9;
    (int &)n = 10;
  }
  fill<<<N / 64, 64>>>(by_reference);
  int m = N, &same = m;
  for (int i = 0; i < m; ++i) {
    by_reference[i] = 9;
    same = 11;
  }
  fill<<<N / 64, 64>>>(by_closure);
  int k = N;
  auto to = [&k](int v) { k = v; };
  for (int i = 0; i < k; ++i) {
    by_closure[i] = 9;
    to(12);
  }
  fill<<<N / 64, 64>>>(by_function);
  int l = N;
  for (int i = 0; i < l; ++i) {
    by_function[i] = 9;
    end(l, 13);
  }
  fill<<<N / 64, 64>>>(by_comma);
  int o = N;
  for (int i = 0; i < o; ++i) {
    by_comma[i] = 9;
    (t, o) = 14;
  }
  fill<<<N / 64, 64>>>(by_counter);
  for (int i = 0; i < N; ++i) {
    by_counter[i] = 9;
    if (i == 14)
      static_cast<int &>(i) = N;
  }
  fill<<<N / 64, 64>>>(by_object);
  int p = N;
  for (int i = 0; i < p; ++i) {
    by_object[i] = 9;
    Ends ends{p};
  }
  total(by_cast);
  total(by_reference);
  total(by_closure);
  total(by_function);
  total(by_comma);
  total(by_counter);
  total(by_object);
  printf("\n");
}
