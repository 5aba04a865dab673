// A function that returns a reference or a pointer into an array does nothing
// with it: its callers do.
// RUN: %tessera --cuda-path=none --no-tiles %s -o %t.cu 2>&1 | FileCheck %s --check-prefix=SAY
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
#include <stdio.h>
#define N 64
// SAY: 'a' is uploaded once and read back at 2 places
__global__ int a[N];
// SAY: 'b' is uploaded never and read back once
__global__ int b[N];
// SAY: 'kept' is placed in managed memory: a function returns a reference to it
__global__ int kept[N];

__global__ void next(int *x) { x[threadIdx.x] += 1; }

static int &at(int i) { return a[i]; }
static int *row(int *x, int i) { return x + i; }
static const int &look(const int *x, int i) { return *row((int *)x, i); }
static int *either(bool first) { return first ? &at(0) : row(b, 0); }
static int &unseen(int i) { return kept[i]; }

int main(int argc, char **argv) {
  for (int i = 0; i < N; i++)
    at(i) = i;
  // CHECK: cudaMemcpy(a_dev, a,
  next<<<1, N>>>(a);
  // CHECK: cudaMemcpy(a, a_dev,
  // CHECK: look(a, 3)
  printf("%d\n", look(a, 3));
  // CHECK-NOT: cudaMemcpy(a_dev, a,
  // CHECK: next<<<1, N>>>(a_dev);
  next<<<1, N>>>(a);
  next<<<1, N>>>(b);
  // CHECK: either(argc > 1)
  // CHECK: cudaMemcpy(a, a_dev,
  // CHECK: cudaMemcpy(b, b_dev,
  // CHECK: some[4]
  const int *some = either(argc > 1);
  printf("%d\n", some[4]);
  int &(*get)(int) = unseen;
  next<<<1, N>>>(kept);
  printf("%d\n", get(2));
}
