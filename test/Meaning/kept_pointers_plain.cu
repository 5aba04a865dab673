// The same without a macro around launches: no copy moves past what is kept, and
// views that only a thread has keep nothing.
// RUN: %meaning %s --original
// RUN: %tessera --cuda-path=none %s -o %t.cu 2>&1 | FileCheck %s
// CHECK: 'first' is placed in managed memory: 'keep' keeps its address on the device
// CHECK: 'second' is placed in managed memory: 'link' keeps its address on the device
// CHECK: 'third' is uploaded {{.*}} and read back
// PRINTS: 1 7 2016 1 40 64
#include <cstdio>
#define N 64

struct Node {
  int value;
  Node *next;
};
struct View {
  int *cells;
  int count;
  __device__ View(int *p, int n) : cells(p), count(n) {}
  __device__ int &at(int i) { return cells[i % count]; }
};
__device__ int *kept;
__global__ int first[N];
__global__ Node second[N];
__global__ int third[N];

__global__ void keep(int *p) { kept = p; }
__global__ void write(int v) { kept[threadIdx.x] = v; }
__global__ void link(Node *n) {
  int i = threadIdx.x;
  n[i].value = i;
  n[i].next = i + 1 < N ? &n[i + 1] : nullptr;
}
__global__ void look(int *x) {
  View all(x, N);
  View copy = all;
  copy.at(threadIdx.x) = kept[threadIdx.x];
}

int main() {
  for (int i = 0; i < N; ++i)
    first[i] = 1;
  keep<<<1, 1>>>(first);
  int before = first[5];
  write<<<1, N>>>(7);
  printf("%d %d ", before, first[5]);
  link<<<1, N>>>(second);
  int sum = 0;
  for (Node *n = second; n; n = n->next)
    sum += n->value;
  printf("%d ", sum);
  for (int i = 0; i < N; ++i)
    first[i] = 1;
  first[5] = 40;
  look<<<1, N>>>(third);
  printf("%d %d ", third[4], third[5]);
  sum = 0;
  for (int i = 0; i < N; ++i)
    sum += third[i] != 40;
  printf("%d\n", sum + 1);
}
