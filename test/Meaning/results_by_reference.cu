// What a function returns by reference is changed through the call: a captured
// variable, a static one, one of another function's result, on both sides.
// RUN: %meaning %s --original
// RUN: %meaning %s --options=--start=1
// RUN: %meaning %s --options=--array=x:shared
// PRINTS: 2140 2320 2500 7 64 20 96
#include <cstdio>
#define N 256
__global__ unsigned from[N + 64], to[N];

__global__ void by_lambda(const unsigned *x, unsigned *r, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, j = i, s = 0;
  [&]() -> unsigned & { return j; }() = i + 20;
  for (int c = 0; c < n; c++)
    s += x[j + c];
  r[i] = s;
}

__global__ void by_name(const unsigned *x, unsigned *r, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, j = i, s = 0;
  auto inner = [&]() -> unsigned & { return j; };
  auto outer = [&]() -> unsigned & { return inner(); };
  outer() += 30;
  for (int c = 0; c < n; c++)
    s += x[j + c];
  r[i] = s;
}

template <typename F> __device__ unsigned &call(F f) { return f(); }

__global__ void by_template(const unsigned *x, unsigned *r, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
  int k = n;
  unsigned j = i;
  call([&]() -> unsigned & { return j; }) = i + 40;
  [&](bool b) -> int & { return b ? k : n; }(n > 0) = 10;
  for (int c = 0; c < k; c++)
    s += x[j + c];
  r[i] = s;
}

static int count = 7;
static int &counted() { return count; }
static int &size() {
  static int of = 1;
  return of;
}

int main() {
  for (int i = 0; i < N + 64; i++)
    from[i] = i;
  by_lambda<<<N / 64, 64>>>(from, to, 10);
  printf("%u ", to[100 + 89] + 5);
  by_name<<<N / 64, 64>>>(from, to, 10);
  printf("%u ", to[100 + 97] + 5);
  by_template<<<N / 64, 64>>>(from, to, 20);
  printf("%u ", to[200 + 5] + 5);
  printf("%d ", count);
  size() = 64;
  printf("%d ", size());
  counted() = 20;
  by_lambda<<<count / 5, size()>>>(from, to, count / 20);
  printf("%d %u\n", count, to[76]);
}
