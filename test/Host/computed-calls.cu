// A computed call does what any function whose address is taken may do with
// its arguments, a virtual one what any that overrides it may do.
// RUN: %tessera --cuda-path=none --no-tiles %s -o %t.cu 2>&1 | FileCheck %s --check-prefix=SAY
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
#include <stdio.h>
#define N 64
// SAY: 'a' is uploaded at 2 places and read back at 3 places
__global__ int a[N];
// SAY: 'launched' is placed in managed memory
__global__ int launched[N];
// SAY: 'kept' is placed in managed memory
__global__ int kept[N];

__global__ void next(int *x) { x[threadIdx.x] += 1; }

static int *last;
static int sum(const int *x, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}
static int first(const int *x, int) { return x[0]; }
static void launch(int *x) { next<<<1, N>>>(x); }
static void hold(int &x) { last = &x; }

struct Shape {
  virtual void add(int *x) {}
};
struct Square : Shape {
  void add(int *x) override { x[3] += 4; }
};

int main(int argc, char **argv) {
  int (*read)(const int *, int) = argc > 1 ? first : sum;
  void (*run)(int *) = launch;
  void (*held)(int &) = hold;
  for (int i = 0; i < N; i++)
    a[i] = i;
  next<<<1, N>>>(a);
  // CHECK: cudaMemcpy(a, a_dev,
  // CHECK: read(a, N)
  printf("%d\n", read(a, N));
  // CHECK-NOT: cudaMemcpy(
  // CHECK: next<<<1, N>>>(a_dev);
  next<<<1, N>>>(a);
  Square square;
  Shape *shape = &square;
  // CHECK: cudaMemcpy(a, a_dev,
  // CHECK: shape->add(a);
  // CHECK: cudaMemcpy(a_dev, a,
  // CHECK: next<<<1, N>>>(a_dev);
  shape->add(a);
  next<<<1, N>>>(a);
  run(launched);
  held(kept[0]);
  next<<<1, N>>>(kept);
  printf("%d %d %d\n", a[3], launched[2], *last);
}
