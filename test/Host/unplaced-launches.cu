// Launches in macros, methods, lambdas and parallel regions.
// RUN: %tessera --cuda-path=none --no-tiles --print=plan %s -- -fopenmp | FileCheck %s
#include <stdio.h>
#define N 64
#define LAUNCH(k, x) k<<<1, N>>>(x)
__global__ int in_macro[N];
__global__ int in_method[N];
__global__ int in_lambda[N];
__global__ int in_template[N];
__global__ int in_region[N];
__global__ int by_parameter[N];

__global__ void next(int *x) { x[threadIdx.x] += 1; }

struct Engine {
  int steps = 0;
  void run() {
    for (int i = 0; i < 2; i++, steps++)
      next<<<1, N>>>(in_method);
  }
};

template <class T> __global__ void add(T *x, T y) { x[threadIdx.x] += y; }

void outside(int *p) { next<<<1, N>>>(p); }

// CHECK: transfer in_macro: managed (a launch that uses it is not a statement of its own)
// CHECK: transfer in_method: device
// CHECK: transfer in_lambda: device
// CHECK: transfer in_template: device
// CHECK: transfer in_region: managed (a launch that uses it is not a statement of its own)
// CHECK: transfer by_parameter: device
int main() {
  LAUNCH(next, in_macro);
  Engine e;
  e.run();
  auto f = [] { next<<<1, N>>>(in_lambda); };
  f();
  add<int><<<1, N>>>(in_template, 2);
#pragma omp parallel
  {
#pragma omp single
    next<<<1, N>>>(in_region);
  }
  outside(by_parameter);
  printf("%d %d %d %d %d %d\n", in_macro[0], in_method[0], in_lambda[0],
         in_template[0], in_region[0], by_parameter[0]);
}
