// Arrays that lambdas and classes of kernels name, default arguments and
// initialisers of members that kernels run.
// RUN: %meaning %s --original
// PRINTS: 1684800 11 1279
#include <stdio.h>
#define N 64

__global__ int a[N], b[N], c[N], d[N], e[N], s, t;

struct Both {
  int v = d[3];
  int w[2] = {e[1], e[2]};
};
__device__ int plus(int i, int with = c[2]) { return i + with; }

__global__ void by_lambda() {
  auto f = [](int i) {
    a[i] += 1;
    return a[i];
  };
  b[threadIdx.x] = f(threadIdx.x);
}
__global__ void by_copying_lambda() {
  auto f = [=](int i) { b[i] += 1; };
  f(threadIdx.x);
}
__global__ void by_default_argument() {
  auto f = [&](int i) { b[i] += plus(i); };
  f(threadIdx.x);
}
__global__ void by_member() {
  Both x;
  b[threadIdx.x] += x.v + x.w[1];
  Both y{};
  b[threadIdx.x] += y.v;
}
__global__ void scalar_in_lambda() {
  auto f = [=](int i) mutable {
    if (i == 3)
      s += i;
  };
  f(threadIdx.x);
}
__global__ void by_class() {
  struct Local {
    __device__ int get(int i) { return t + i; }
  };
  Local l;
  b[threadIdx.x] += l.get(2);
}
template <typename F> __global__ void run(F f) { f(threadIdx.x); }

void all() {
  by_lambda<<<1, N>>>();
  by_copying_lambda<<<1, N>>>();
  by_default_argument<<<1, N>>>();
  by_member<<<1, N>>>();
  scalar_in_lambda<<<1, N>>>();
  by_class<<<1, N>>>();
}

int main() {
  for (int i = 0; i < N; ++i) {
    a[i] = i;
    b[i] = 0;
    c[i] = i;
    d[i] = 2 * i;
    e[i] = 3;
  }
  s = 4;
  t = 10;
  all();
  for (int i = 0; i < N; ++i) {
    a[i] += 100;
    c[i] += 1;
    d[i] += 1;
    e[i] += 2;
  }
  s++;
  t++;
  all();
  long sum = 0;
  for (int i = 0; i < N; ++i)
    sum += (a[i] + 3 * b[i]) * (i + 1);
  printf("%ld %d ", sum, s);
  sum = 0;
  for (int i = 0; i < N; ++i)
    sum += d[i] % 7 + e[i] * 3 + a[i] % 5;
  printf("%ld\n", sum);
}
