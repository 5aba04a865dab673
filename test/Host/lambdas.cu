// A lambda that is only called, or given to functions that run it, is like a
// function; one that goes elsewhere may run where no call is seen.
// RUN: %tessera --cuda-path=none --no-tiles %s -o %t.cu 2>&1 | FileCheck %s --check-prefix=SAY
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
#include <algorithm>
#include <functional>
#include <stdio.h>
#define N 64
// SAY: 'a' is uploaded once and read back at 3 places
__global__ int a[N];
// SAY: 'b' is uploaded once and read back once
__global__ int b[N];
// SAY: 'unseen' is placed in managed memory: 'operator()', which uses it, may be called unseen
__global__ int unseen[N];
// SAY: 'kept' is placed in managed memory: a pointer to it is kept
__global__ int kept[N];

__global__ void next(int *x) { x[threadIdx.x] += 1; }

template <class F> void each(int n, F f) {
  for (int i = 0; i < n; i++)
    f(i);
}

int main() {
  // CHECK:      auto step = [&](int blocks) {
  // CHECK-NEXT:   next<<<blocks, N>>>(a_dev);
  auto step = [&](int blocks) {
    next<<<blocks, N>>>(a);
  };
  auto sum = [] {
    int s = 0;
    for (int x : a)
      s += x;
    return s;
  };
  auto twice = [&] {
    step(1);
    step(1);
  };
  std::generate(a, a + N, [i = 0]() mutable { return i++; });
  each(N, [&](int i) { b[i] = a[i] + 1; });
  // CHECK:     cudaMemcpy(a_dev, a,
  // CHECK-NOT: cudaMemcpy(
  // CHECK:     twice();
  for (int t = 0; t < 4; t++)
    twice();
  // CHECK:     cudaMemcpy(a, a_dev,
  // CHECK-NOT: cudaMemcpy(
  // CHECK:     sum()
  printf("%d\n", sum());
  // CHECK-NOT: cudaMemcpy(
  // CHECK:     step(1);
  step(1);
  next<<<1, N>>>(b);
  // CHECK:     cudaMemcpy(a, a_dev,
  // CHECK:     cudaMemcpy(b, b_dev,
  // CHECK:     count_if
  int above = std::count_if(a, a + N, [&](int x) { return x > b[3]; });
  step(1);

  std::function<int(int)> f = [](int i) { return unseen[i]; };
  next<<<1, N>>>(unseen);
  next<<<1, N>>>(kept);
  auto g = [q = kept + 1](int i) { return q[i]; };
  printf("%d %d %d %d\n", above, f(2), g(3), sum());
}
