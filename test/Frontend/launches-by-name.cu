// Launches by calls, macros, pointers and functions may name versions of their
// kernel, unless its name is used for more, or more than it may start.
// RUN: %tessera --cuda-path=none --print=model %s | grep '^launch of' | FileCheck %s
#include <cassert>
#include <cstdio>
#include <utility>
__global__ void k(float *a, int n) { a[n] = n; }
__global__ void other(float *a, int n) { a[n] = -n; }

#define LAUNCH(k, grid, block, ...) k<<<grid, block>>>(__VA_ARGS__)
#define CHECKED(k, g, b, ...)                                                  \
  do {                                                                         \
    k<<<(g), (b)>>>(__VA_ARGS__);                                              \
    assert(cudaGetLastError() == cudaSuccess);                                 \
  } while (0)
#define THROUGH(kernel, ...) LAUNCH(kernel, __VA_ARGS__)
#define NAMED(k, ...) (puts(#k), LAUNCH(k, __VA_ARGS__))
#define NAMED_INSIDE(k, ...) THROUGH_NAMED(k, __VA_ARGS__)
#define THROUGH_NAMED(k, ...) NAMED(k, __VA_ARGS__)
#define TWICE(k, grid, a, n)                                                   \
  k<<<grid, 32>>>(a, n);                                                       \
  k<<<grid, 64>>>(a, n)
#define OWN(k, grid, block, a, n)                                              \
  do {                                                                         \
    int m = 2;                                                                 \
    k<<<grid, block>>>(a, n);                                                  \
  } while (0)

template <typename K, typename... A>
void start(dim3 grid, dim3 block, K kernel, A &&...arguments) {
  kernel<<<grid, block>>>(std::forward<A>(arguments)...);
}
void (*lastStarted)(float *, int);
void noted(dim3 grid, dim3 block, void (*kernel)(float *, int), float *a, int n) {
  if (kernel != k)
    n = 0;
  kernel<<<grid, block>>>(a, n);
}

int main() {
  float *a;
  int n = 5, m = 6;
  cudaMalloc(&a, 4096);
  dim3 grid(2), block(32);
  // CHECK: launch of kernel0 in noted: grid ?x?x? block ?x?x?, through a pointer
  // CHECK-NEXT: in main: {{.*}} block 32x1x1, by its name
  LAUNCH(k, grid, 32, a, n);
  // CHECK-NEXT: in main: {{.*}} block 33x1x1, by its name
  CHECKED(k, grid, 33, a, n);
  // CHECK-NEXT: in main: {{.*}} block 34x1x1, by its name
  THROUGH(k, grid, 34, a, n);
  // Its name is printed.
  // CHECK-NEXT: in main: {{.*}} block 35x1x1, fixed
  NAMED(k, grid, 35, a, n);
  // CHECK-NEXT: in main: {{.*}} block 36x1x1, fixed
  NAMED_INSIDE(k, grid, 36, a, n);
  // CHECK-NEXT: in main: {{.*}} block 32x1x1, fixed
  // CHECK-NEXT: in main: {{.*}} block 64x1x1, fixed
  TWICE(k, grid, a, n);
  // There m is another variable.
  // CHECK-NEXT: in main: {{.*}} block 37x1x1, fixed
  OWN(k, grid, 37, a, m);
  // CHECK-NEXT: in main: {{.*}} block 38x1x1, by its name
  OWN(k, grid, 38, a, n);

  // CHECK-NEXT: in main: {{.*}} block 39x1x1, by its name
  void *arguments[] = {&a, &n};
  cudaLaunchKernel((void *)k, grid, dim3(39), arguments, 0, 0);
  // What a configuration has stands elsewhere.
  // CHECK-NEXT: in main: {{.*}} block 40x1x1, fixed
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(8);
  config.blockDim = dim3(40);
  cudaLaunchKernelEx(&config, k, a, n);

  // CHECK-NEXT: in main: {{.*}} block 41x1x1, by its name
  auto *kernel = k;
  kernel<<<grid, 41>>>(a, n);
  // CHECK-NEXT: in main: {{.*}} block 42x1x1, through a pointer
  void (*later)(float *, int) = nullptr;
  later = k;
  later<<<grid, 42>>>(a, n);
  // CHECK-NEXT: kernel0 in main: {{.*}} block 43x1x1, through a pointer
  // CHECK-NEXT: kernel1 in main: {{.*}} block 43x1x1, through a pointer
  auto *either = n > 3 ? k : other;
  either<<<grid, 43>>>(a, n);

  // CHECK-NEXT: in main: {{.*}} block 44x1x1, by its name
  start(grid, dim3(44), k, a, n);
  // It looks at what it gets: see above.
  // CHECK-NOT: launch
  noted(grid, block, k, a, n);
}
