// The counter of a window is read behind its loop, which two bounds end, a
// break, or an end of its own: it is what the loop left there, with a tile,
// too.
// RUN: %meaning %s --original
// RUN: %meaning %s --options=--array=x:shared
// RUN: %meaning %s --options=--coarsen=always
// PRINTS: 1326364422 994771974 1989544710 1417159176 1027667724 32896000 -24740861 1657956099 3573808712
#include <cstdio>
#define N 256
__global__ int from[2 * N];
__global__ int to[N];

__global__ void two_bounds(const int *x, int *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0, j;
  for (j = 0; j < n && j < 40; ++j)
    s += x[i + j];
  r[i] = s + j * 1000;
}
__global__ void first_bound(const int *x, int *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0, j;
  for (j = 0; j < 70 && j < n; ++j)
    s += x[i + j];
  r[i] = s + j * 1000;
}
__global__ void known(const int *x, int *r) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0, j;
  for (j = 3; j < 42; j += 4)
    s += x[i + j];
  r[i] = s + j * 1000;
}
__global__ void unknown(const int *x, int *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0, j = 1;
  for (; j <= n; ++j)
    s += x[i + j];
  r[i] = s + j * 1000;
}
__global__ void down(const int *x, int *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0, j;
  for (j = n; j >= 0; --j)
    s += x[i + j];
  r[i] = s + j * 1000;
}
__global__ void waits(const int *x, int *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0, j = 0;
  while (j < n && j < 50)
    s += x[i + j++];
  r[i] = s + j * 1000;
}
__global__ void nested(const int *x, int *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0, j, k;
  for (j = 0; j < n; ++j)
    for (k = 0; k < 12 && k < n + 2; ++k)
      s += x[i + j + k];
  r[i] = s + j * 1000 + k * 10000;
}

static void sum() {
  long all = 0;
  for (int i = 0; i < N; ++i)
    all += (long)to[i] * (i + 1);
  printf("%ld ", all);
}

int main(int argc, char **) {
  for (int i = 0; i < 2 * N; ++i)
    from[i] = 3 * i % 17;
  two_bounds<<<N / 64, 64>>>(from, to, 199 + argc);
  sum();
  two_bounds<<<N / 64, 64>>>(from, to, 29 + argc);
  sum();
  first_bound<<<N / 64, 64>>>(from, to, 59 + argc);
  sum();
  known<<<N / 64, 64>>>(from, to);
  sum();
  unknown<<<N / 64, 64>>>(from, to, 29 + argc);
  sum();
  unknown<<<N / 64, 64>>>(from, to, argc - 1);
  sum();
  down<<<N / 64, 64>>>(from, to, 29 + argc);
  sum();
  waits<<<N / 64, 64>>>(from, to, 69 + argc);
  sum();
  nested<<<N / 64, 64>>>(from, to, 7 + argc);
  sum();
  printf("\n");
}
