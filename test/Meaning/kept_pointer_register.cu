// An element that a kept pointer may name, too, stays in memory over a loop: by
// the pointer itself, in a view, in a list, in a called function.
// RUN: %meaning %s --original
// PRINTS: 63 132 / 1792 / 2176 / 2944
#include <cstdio>
#define N 64

struct View {
  float *cells;
  int count;
};
__device__ float *kept;
__device__ View view;
__device__ float *list[2];
__device__ float *called;
__global__ float a[N];
__global__ float b[N];
__global__ float of_view[N];
__global__ float of_list[N];
__global__ float of_call[N];

__global__ void keep(float *x) { kept = x; }
__global__ void keep_view(float *x) { view = View{x, N}; }
__global__ void keep_in_list(float *x) { list[1] = x; }
__global__ void keep_for_call(float *x) { called = x; }

__global__ void halve(float *x) {
  int t = threadIdx.x;
  for (int r = 0; r < 6; ++r) {
    x[t] += 1;
    kept[t] *= 0.5f;
  }
}
__global__ void sums(const float *x, float *y) {
  int t = threadIdx.x;
  for (int k = 0; k < 2; ++k) {
    y[t] += x[0];
    if (t == 0)
      kept[0] = 3;
    __syncthreads();
  }
}
__global__ void by_view(float *x) {
  int t = threadIdx.x;
  for (int r = 0; r < 3; ++r) {
    x[t] += 2;
    if (t < view.count)
      view.cells[t] *= 2;
  }
}
__global__ void by_list(float *x) {
  int t = threadIdx.x;
  for (int r = 0; r < 4; ++r) {
    x[t] += 1;
    list[1][t] *= 2;
    x[t] += 0;
  }
}
__device__ void twice(int t) { called[t] += called[t]; }
__global__ void by_call(float *x) {
  int t = threadIdx.x;
  for (int r = 0; r < 4; ++r) {
    x[t] += 1;
    twice(t);
  }
}

static float total(const float *x) {
  float sum = 0;
  for (int i = 0; i < N; ++i)
    sum += x[i];
  return sum;
}

int main() {
  for (int i = 0; i < N; ++i) {
    a[i] = b[i] = of_view[i] = 0;
    of_list[i] = .25f;
    of_call[i] = 1;
  }
  keep<<<1, 1>>>(a);
  halve<<<1, N>>>(a);
  printf("%g ", total(a));
  a[0] = 1;
  sums<<<1, 1>>>(a, b);
  printf("%g / ", b[0] * 33);
  keep_view<<<1, 1>>>(of_view);
  by_view<<<1, N>>>(of_view);
  printf("%g / ", total(of_view));
  keep_in_list<<<1, 1>>>(of_list);
  by_list<<<1, N>>>(of_list);
  printf("%g / ", total(of_list));
  keep_for_call<<<1, 1>>>(of_call);
  by_call<<<1, N>>>(of_call);
  printf("%g\n", total(of_call));
}
