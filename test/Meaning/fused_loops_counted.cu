// Loops that become one launch end as they were written, with `!=` too, and
// only there is their counter known: not around pieces, and not for each GPU.
// RUN: %meaning %s --original
// RUN: %meaning %s --options=--pieces=3
// RUN: %meaning %s '--options=--pieces=3 --graphs'
// RUN: %meaning %s --options=--gpus=all --run=--devices=2
// PRINTS: 190 78 45 110 66 55
#include <cstdio>
#define ROWS 20
#define N 32
__global__ int a[ROWS][N];

__global__ void unequal(int *x, int v) {
  x[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
__global__ void large(int *x, int v) {
  x[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
__global__ void floating(int *x, int v) {
  x[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
__global__ void steps(int *x, int v) {
  x[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
__global__ void mixed(int *x, int v) {
  x[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
__global__ void known(int *x, int v) {
  x[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

long total() {
  long sum = 0;
  for (int i = 0; i < ROWS; ++i)
    for (int k = 0; k < N; ++k)
      sum += a[i][k];
  for (int i = 0; i < ROWS; ++i)
    for (int k = 0; k < N; ++k)
      a[i][k] = 0;
  return sum / N;
}

int main(int argc, char **argv) {
  int rows = ROWS - 1 + argc;
  for (int i = 0; i != rows; ++i)
    unequal<<<2, N / 2>>>(a[i], i);
  printf("%ld ", total());

  unsigned some = 12 + argc;
  for (unsigned i = 0; i != some; ++i)
    large<<<2, N / 2>>>(a[i], i);
  printf("%ld ", total());

  double end = 8.5 + argc;
  for (int i = 0; i < end; ++i)
    floating<<<2, N / 2>>>(a[i], i);
  printf("%ld ", total());

  for (int i = 0; i <= rows; i += 2)
    if (i == 0)
      a[0][0] = 0;
  for (int i = 2; i <= rows; i += 2)
    steps<<<2, N / 2>>>(a[i - 1], i);
  printf("%ld ", total());

  unsigned char few = 255 + 12 + argc;
  for (int i = 0; i < few; ++i)
    mixed<<<2, N / 2>>>(a[i], i);
  printf("%ld ", total());

  for (int i = 0; i != 11; ++i)
    known<<<2, N / 2>>>(a[i], i);
  printf("%ld\n", total());
}
