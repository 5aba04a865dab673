// Addresses that kernels keep: directly, in a structure, by a function, a method,
// a lambda, as a number, in a list in managed memory, of an element, by name.
// Whoever loads one reads what the host wrote since, and the host reads what it
// writes.
// RUN: %meaning %s --original
// PRINTS: 52 70 52 70 52 70 52 70 52 70 52 70 52 70 52 70 52 70
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
__global__ int a1[N], a2[N], a3[N], a4[N], a5[N], a6[N], a7[N], a8[N], a9[N];

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

// Writes on both sides behind what is kept; prints a[3] and a[5].
#define TRY(a, keep, add)                                                      \
  do {                                                                         \
    for (int i = 0; i < N; ++i)                                                \
      a[i] = i;                                                                \
    keep;                                                                      \
    cudaDeviceSynchronize();                                                   \
    a[3] = 50;                                                                 \
    add<<<1, 32>>>(2);                                                         \
    cudaDeviceSynchronize();                                                   \
    printf("%d ", a[3]);                                                       \
    a[5] = 67;                                                                 \
    add<<<1, 32>>>(3);                                                         \
    cudaDeviceSynchronize();                                                   \
    printf("%d ", a[5]);                                                       \
  } while (0)

int main() {
  TRY(a1, (keep_here<<<1, 1>>>(a1)), add_here);
  TRY(a2, (keep_view<<<1, 1>>>(a2)), add_view);
  TRY(a3, (keep_by_function<<<1, 1>>>(a3)), add_here);
  TRY(a4, (keep_by_method<<<1, 1>>>(a4)), add_here);
  TRY(a5, (keep_by_lambda<<<1, 1>>>(a5)), add_here);
  TRY(a6, (keep_number<<<1, 1>>>(a6)), add_number);
  TRY(a7, (keep_in_slot<<<1, 1>>>(a7)), add_in_slot);
  TRY(a8, (keep_element<<<1, 1>>>(a8)), add_element);
  TRY(a9, (keep_by_name<<<1, 1>>>()), add_here);
}
