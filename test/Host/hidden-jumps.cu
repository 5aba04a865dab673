// Macros that return, break or continue: the copies are right behind those ways,
// too.
// RUN: %tessera --cuda-path=none -q %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %tessera-verify %s %t.cu -- 1
#include <stdio.h>
#define N 256
#define REQUIRE(condition)                                                     \
  do {                                                                         \
    if (!(condition)) {                                                        \
      printf("not so: %s\n", #condition);                                      \
      return 1;                                                                \
    }                                                                          \
  } while (0)
#define TRY(call)                                                              \
  if (cudaError_t error = (call))                                              \
  return printf("%d\n", error), 1
#define STOP_IF(condition)                                                     \
  if (condition)                                                               \
  break
#define NEXT_IF(condition)                                                     \
  if (condition)                                                               \
  continue

__global__ float a[N], b[N], c[N], d[N], total;

__global__ void twice(const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = 2 * x[i];
}

// b is on the host before the macro that may return: the caller reads it.
// CHECK-LABEL: int step
static int step(int k) {
  for (int i = 0; i < N; i++)
    a[i] = i + k;
  // CHECK: twice<<<
  twice<<<N / 64, 64>>>(a, b);
  // CHECK: cudaMemcpy(b, b_dev,
  // CHECK: REQUIRE(k < 3)
  REQUIRE(k < 3);
  TRY(cudaDeviceSynchronize());
  REQUIRE(b[3] == 2 * (3 + k));
  return 0;
}

// The same in a loop that is left, or whose round ends soon.
// CHECK-LABEL: float loops
static float loops(int limit) {
  float sum = 0;
  for (int i = 0; i < N; i++)
    c[i] = i;
  for (int k = 0; k < 4; k++) {
    twice<<<N / 64, 64>>>(c, d);
    NEXT_IF(k == 1);
    STOP_IF(k > limit);
    sum += d[k];
    c[k] += 1;
  }
  return sum + c[2] + d[2];
}

// In main nothing is left to do on that way.
// CHECK-LABEL: int main
int main(int argc, char **) {
  for (int k = 0; k < 5; k++) {
    printf("%d\n", step(k));
    total += b[k];
  }
  printf("%g %g %g\n", b[5], total, loops(argc));
  // CHECK: twice<<<
  twice<<<N / 64, 64>>>(b, d);
  // CHECK-NOT: cudaMemcpy
  // CHECK: TRY
  TRY(cudaGetLastError());
  // CHECK: cudaMemcpy(d, d_dev,
  for (int i = 0; i < 3; i++)
    REQUIRE(d[i] == 2 * b[i] && argc < 2);
}
