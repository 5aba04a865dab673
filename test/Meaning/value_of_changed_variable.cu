// What a variable was made from has changed when it is used: a pitch that makes
// rows overlap, ends of loops, and the elements that the host writes.
// RUN: %meaning %s --original
// PRINTS: 7200 7200 480 64
#include <cstdio>
#define N 64
__global__ int a[N * N];

__global__ void twice(int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = 2 * x[i] + 1;
}
__global__ void again(int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = 2 * x[i] + 1;
}
__global__ void add(int *x, int by) {
  x[threadIdx.x] = x[threadIdx.x] * 2 + by;
}

void fill(int value) {
  for (int i = 0; i < N * N; ++i)
    a[i] = value;
}

long total() {
  long sum = 0;
  for (int i = 0; i < N * N; ++i)
    sum += a[i];
  return sum;
}

void overlapping(int wide) {
  int pitch = wide;
  wide = 64;
  for (int i = 0; i < 8; ++i)
    twice<<<1, 64>>>(a + i * pitch, wide);
}

void throughTwo(int wide) {
  const int pitch = wide, same = pitch;
  wide *= 4;
  for (int i = 0; i < 8; ++i)
    again<<<1, 64>>>(a + i * same, wide);
}

int main(int argc, char **) {
  fill(1);
  overlapping(15 + argc);
  printf("%ld ", total());
  fill(1);
  throughTwo(15 + argc);
  printf("%ld ", total());

  fill(0);
  int few = 5, rows = few;
  few += 40;
  for (int i = 0; i < rows; ++i)
    add<<<1, 32>>>(a + i * N, few - 42);
  printf("%ld ", total());

  fill(1);
  int &alias = few;
  const int count = few;
  alias = 0;
  for (int i = few; i < count + 51; ++i)
    a[i] = 0;
  add<<<1, 32>>>(a + N, 1);
  long sum = 0;
  for (int i = N; i < 2 * N; ++i)
    sum += a[i];
  printf("%ld\n", sum);
}
