// Handlers read and write what nothing that was tried uses, and what it uses;
// handlers of constructors and of whole functions.
// RUN: %meaning %s --original
// PRINTS: 65 8 / 102 6 / 13 3 / 5 102 / 3 7
#include <stdio.h>
#include <stdlib.h>
#define N 64

__global__ int a[N];
__global__ int b[N];
__global__ int d[N];
__global__ int e[N];
__global__ int f[N];

__global__ void inc(int *x) { x[threadIdx.x] += 1; }

static int parse(int n) {
  if (n % 2)
    throw n;
  return n;
}
static void stepB(int n) {
  inc<<<1, N>>>(b);
  parse(n);
  inc<<<1, N>>>(b);
}
struct Member {
  int v;
  Member(int n) { v = parse(n); }
};
struct Whole {
  Member m;
  Whole(int n) try : m(n) {
    inc<<<1, N>>>(e);
  } catch (...) {
    e[3] = 100;
  }
};
static void function(int n) try {
  inc<<<1, N>>>(f);
  parse(n);
} catch (int thrown) {
  f[thrown] += 4;
}

int main() {
  int sum = 0;
  inc<<<1, N>>>(a);
  for (int i = 0; i < 4; ++i) {
    try {
      sum += parse(i);
    } catch (int n) {
      a[0] += 20;
      sum += a[1];
    }
    inc<<<1, N>>>(a);
    if (i == 1)
      a[0] += 20;
  }
  printf("%d %d / ", a[0], sum);

  for (int i = 0; i < 4; ++i) {
    try {
      stepB(i);
    } catch (int n) {
      b[n] += b[0] * 10;
    }
  }
  printf("%d %d / ", b[1] + b[3], b[0]);

  inc<<<1, N>>>(d);
  try {
    try {
      parse(3);
    } catch (int n) {
      d[n] = 11;
      throw;
    }
  } catch (...) {
    inc<<<1, N>>>(d);
  }
  inc<<<1, N>>>(d);
  printf("%d %d / ", d[3], d[4]);

  Whole first(2);
  try {
    Whole second(5);
  } catch (int) {
    inc<<<1, N>>>(e);
    e[0] += 2;
  }
  inc<<<1, N>>>(e);
  printf("%d %d / ", e[0], e[3]);

  for (int i = 0; i < 3; ++i)
    function(i);
  printf("%d %d\n", f[0], f[1]);
}
