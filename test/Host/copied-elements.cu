// Copies of elements, and constructors that nobody wrote, read the array.
// RUN: %tessera --cuda-path=none --no-tiles %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
#include <stdio.h>
#define N 64
struct Point {
  int x, y;
};
__global__ Point p[N];
__global__ int a[N];

__global__ void move(Point *q) { q[threadIdx.x].x += threadIdx.x; }
__global__ void next(int *x) { x[threadIdx.x] += 1; }

struct First {
  int value;
  First() : value(a[5]) {}
};
struct Both {
  First first;
  int second = a[6];
};

int main() {
  move<<<1, N>>>(p);
  // CHECK: cudaMemcpy(p, p_dev,
  // CHECK: Point one = p[3];
  Point one = p[3];
  p[4] = one;
  // CHECK: cudaMemcpy(p_dev, p,
  move<<<1, N>>>(p);
  // CHECK: cudaMemcpy(p, p_dev,
  // CHECK: other = p[4];
  Point other;
  other = p[4];
  next<<<1, N>>>(a);
  // CHECK: cudaMemcpy(a, a_dev,
  // CHECK: Both both;
  Both both;
  printf("%d %d %d %d\n", one.x, other.x, both.first.value, both.second);
}
