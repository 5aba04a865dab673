// What the first statement behind a label changes has another value behind the
// `switch`: a pitch that makes rows overlap, an end, an offset, an array, a size
// in host code; a number of rounds, an offset and a step in kernels.
// RUN: %meaning %s --original
// RUN: %meaning %s --options=--pieces=3
// RUN: %meaning %s --options=--start=1
// PRINTS: 2941 762 79406 -33533855 33550335 681830001 483283571 480826931
#include <cstdio>
#define N 64
__global__ int a[N * N], b[N * N];

__global__ void number(int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = i;
}
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
__global__ void rounds(const int *x, int *y, int kind) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int n = 9;
  switch (kind) {
  case 1:
    n = 23;
    break;
  case 2:
    n = 8;
  }
  int sum = 0;
  for (int k = 0; k < n; ++k)
    sum += x[i + k];
  y[i] = sum;
}
__global__ void shifted(const int *x, int *y, int kind) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int from = 0;
  switch (kind)
  default:
    from = 40;
  int sum = 0;
  for (int k = 0; k < 16; ++k)
    sum += x[i + from + k];
  y[i] = sum;
}
__global__ void stepped(const int *x, int *y, int kind) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int step = 1;
  switch (kind) {
  case 7:
  case 1: {
    step = 5;
  }
  }
  int sum = 0;
  for (int k = 0; k < 16; ++k)
    sum += x[i + k * step];
  y[i] = sum;
}

void fill(int value) {
  for (int i = 0; i < N * N; ++i) {
    a[i] = value * i;
    b[i] = 1;
  }
}
long total(const int *x) {
  long sum = 0;
  for (int i = 0; i < N * N; ++i)
    sum += x[i] * long(i % 7 + 1);
  return sum;
}

long overlapping(int kind) {
  fill(0);
  int pitch = 64;
  switch (kind)
  case 1:
    pitch = 32;
  for (int i = 0; i < 8; ++i)
    twice<<<1, 64>>>(a + i * pitch, 64);
  return total(a);
}
long ends(int kind) {
  fill(0);
  int last = 8;
  switch (kind) {
  case 0:
    last = 5;
    break;
  case 1:
    last = 3;
  }
  for (int i = 0; i < last; ++i)
    again<<<1, 64>>>(a + i * 64, 64);
  return total(a);
}
long offset(int kind) {
  fill(0);
  int at = 0, n = 100;
  switch (kind) {
  default:
    at = 64;
  case 2:
    n = 200;
  }
  number<<<2, 128>>>(a + at, n);
  return total(a);
}
long pointed(int kind) {
  fill(1);
  int *where = a;
  switch (kind) {
  case 1:
    where = b;
  }
  where[3] = 7;
  number<<<1, 8>>>(where + 8, 8);
  return total(b) - total(a);
}
long nested(int kind) {
  int n = 1;
  switch (kind) {
  case 0:
    n = 2;
    break;
  case 1:
    switch (n) {
    case 1:
      n = N * N;
    }
  }
  fill(0);
  number<<<(n + 127) / 128, 128>>>(a, n);
  return total(a);
}

int main(int argc, char **) {
  printf("%ld", overlapping(argc));
  printf(" %ld", ends(argc));
  printf(" %ld", offset(argc));
  printf(" %ld", pointed(argc));
  printf(" %ld", nested(argc));
  fill(1);
  rounds<<<30, 128>>>(a, b, argc);
  printf(" %ld", total(b));
  fill(1);
  shifted<<<30, 128>>>(a, b, argc);
  printf(" %ld", total(b));
  fill(1);
  stepped<<<30, 128>>>(a, b, argc);
  printf(" %ld\n", total(b));
}
