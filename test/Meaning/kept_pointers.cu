// Addresses that kernels keep: directly, in a structure, by a function, a
// method, a lambda, as a number, in a list in managed memory, of an element, by
// name. Whoever loads one reads what the host wrote since, and the host reads
// what it writes. Each way has an array of its own, whose launches are written
// plainly.
// RUN: %meaning %s --original
// RUN: %tessera --cuda-path=none %s -o %t.cu 2>&1 | FileCheck %s
// CHECK: 'a1' is placed in managed memory: 'keep_here' keeps its address
// CHECK: 'a2' is placed in managed memory: 'keep_view' keeps its address
// CHECK: 'a3' is placed in managed memory: 'keep_by_function' keeps its address
// CHECK: 'a4' is placed in managed memory: 'keep_by_method' keeps its address
// CHECK: 'a5' is placed in managed memory: 'keep_by_lambda' keeps its address
// CHECK: 'a6' is placed in managed memory: 'keep_number' keeps its address
// CHECK: 'a7' is placed in managed memory: 'keep_in_slot' keeps its address
// CHECK: 'a8' is placed in managed memory: 'keep_element' keeps its address
// CHECK: 'a9' is placed in managed memory: 'keep_by_name' keeps its address
// PRINTS: 60 121 63 125 66 129 69 133 72 137 75 141 78 145 81 149 84 153
#include <cstdio>
#include <cstring>
#define N 64

struct View {
  int *cells;
  int count;
};
struct Box {
  int *cells;
  __device__ void set(int *p) { cells = p; }
  __device__ void publish();
};

__device__ int *kept;
__device__ View view;
__device__ unsigned long long number;
__device__ int *several[2];
__managed__ View slots[2];
__global__ int a1[N];
__global__ int a2[N];
__global__ int a3[N];
__global__ int a4[N];
__global__ int a5[N];
__global__ int a6[N];
__global__ int a7[N];
__global__ int a8[N];
__global__ int a9[N];

__device__ void put(int *p) { kept = p; }
__device__ void Box::publish() { kept = cells; }
template <typename T> __device__ T *same(T *p) { return p; }

__global__ void keep_here(int *x) { kept = x; }
__global__ void keep_view(int *x) {
  View v;
  v.cells = x;
  v.count = N;
  view = v;
}
__global__ void keep_by_function(int *x) { put(x + 0); }
__global__ void keep_by_method(int *x) {
  Box box;
  box.set(x);
  box.publish();
}
__global__ void keep_by_lambda(int *x) {
  auto put = [&](int *p) { kept = p; };
  put(same(x));
}
__global__ void keep_number(int *x) {
  atomicExch(&number, (unsigned long long)x);
}
__global__ void keep_in_slot(int *x) { slots[1].cells = x; }
__global__ void keep_element(int *x) {
  int *element = &x[2], *copy = element;
  memcpy(&several[1], &copy, sizeof(copy));
}
__global__ void keep_by_name() { kept = a9; }

__global__ void add_here(int v) { kept[threadIdx.x] += v; }
__global__ void add_view(int v) {
  if (threadIdx.x < view.count)
    view.cells[threadIdx.x] += v;
}
__global__ void add_number(int v) { ((int *)number)[threadIdx.x] += v; }
__global__ void add_in_slot(int v) { slots[1].cells[threadIdx.x] += v; }
__global__ void add_element(int v) { several[1][threadIdx.x] += v; }

static void fill(int *a) {
  for (int i = 0; i < N; ++i)
    a[i] = i;
}

int main() {
  fill(a1);
  keep_here<<<1, 1>>>(a1);
  a1[3] = 51;
  add_here<<<1, 32>>>(2);
  printf("%d ", a1[3] + a1[5]);
  a1[5] = 62;
  add_here<<<1, 32>>>(3);
  printf("%d ", a1[3] + a1[5]);

  fill(a2);
  keep_view<<<1, 1>>>(a2);
  a2[3] = 52;
  add_view<<<1, 32>>>(3);
  printf("%d ", a2[3] + a2[5]);
  a2[5] = 64;
  add_view<<<1, 32>>>(3);
  printf("%d ", a2[3] + a2[5]);

  fill(a3);
  keep_by_function<<<1, 1>>>(a3);
  a3[3] = 53;
  add_here<<<1, 32>>>(4);
  printf("%d ", a3[3] + a3[5]);
  a3[5] = 66;
  add_here<<<1, 32>>>(3);
  printf("%d ", a3[3] + a3[5]);

  fill(a4);
  keep_by_method<<<1, 1>>>(a4);
  a4[3] = 54;
  add_here<<<1, 32>>>(5);
  printf("%d ", a4[3] + a4[5]);
  a4[5] = 68;
  add_here<<<1, 32>>>(3);
  printf("%d ", a4[3] + a4[5]);

  fill(a5);
  keep_by_lambda<<<1, 1>>>(a5);
  a5[3] = 55;
  add_here<<<1, 32>>>(6);
  printf("%d ", a5[3] + a5[5]);
  a5[5] = 70;
  add_here<<<1, 32>>>(3);
  printf("%d ", a5[3] + a5[5]);

  fill(a6);
  keep_number<<<1, 1>>>(a6);
  a6[3] = 56;
  add_number<<<1, 32>>>(7);
  printf("%d ", a6[3] + a6[5]);
  a6[5] = 72;
  add_number<<<1, 32>>>(3);
  printf("%d ", a6[3] + a6[5]);

  fill(a7);
  keep_in_slot<<<1, 1>>>(a7);
  a7[3] = 57;
  add_in_slot<<<1, 32>>>(8);
  printf("%d ", a7[3] + a7[5]);
  a7[5] = 74;
  add_in_slot<<<1, 32>>>(3);
  printf("%d ", a7[3] + a7[5]);

  fill(a8);
  keep_element<<<1, 1>>>(a8);
  a8[3] = 58;
  add_element<<<1, 32>>>(9);
  printf("%d ", a8[3] + a8[5]);
  a8[5] = 76;
  add_element<<<1, 32>>>(3);
  printf("%d ", a8[3] + a8[5]);

  fill(a9);
  keep_by_name<<<1, 1>>>();
  a9[3] = 59;
  add_here<<<1, 32>>>(10);
  printf("%d ", a9[3] + a9[5]);
  a9[5] = 78;
  add_here<<<1, 32>>>(3);
  printf("%d ", a9[3] + a9[5]);
  printf("\n");
}
