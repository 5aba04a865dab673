// A macro of several statements is one statement, also where it returns, breaks,
// goes on, jumps, declares or begins what another macro ends.
// RUN: %meaning %s --original
// RUN: %tessera -q --cuda-path=none %s | FileCheck %s
// CHECK: cudaMemcpy(a, a_dev,
// RUN: %meaning %s --options=--no-tiles
// RUN: %meaning %s --options=--pieces=3
// PRINTS: 18 14
// PRINTS: 8 20
// PRINTS: 21 20 33
// PRINTS: 22 4
// PRINTS: 2016 4032 18
// PRINTS: 3 7 18
// PRINTS: 2 1 3
#include <stdio.h>
#define N 64
#define LEAVE(at) a[5] += 4; if (a[5] > at) return a[5];
#define STOP(at) kept[1] += 1; if (kept[1] > at) break;
#define SKIP(odd) kept[1] += 1; if (kept[1] & odd) continue;
#define AGAIN(to) again: a[1] += 2; if (a[1] < to) goto again;
#define SUM(x, s) int s = 0; for (int i = 0; i < N; ++i) s += x[i];
#define BEGIN(n) for (int i = 0; i < n; ++i) { a[i] += 1;
#define END } a[2] += 2;
#define EXCHANGE(p, q) int *t = p; p = q; q = t;

// The first is moved, the others are not.
__global__ int a[N];
__global__ int kept[N], b[N], c[N];
__global__ void add(int *x) { x[threadIdx.x] += threadIdx.x; }

static void clear() {
  for (int i = 0; i < N; ++i)
    a[i] = kept[i] = 0;
}

static int leave(int at) {
  add<<<1, N>>>(a);
  LEAVE(at) add<<<1, N>>>(a);
  LEAVE(at) add<<<1, N>>>(a);
  return 0;
}

static void stop() {
  for (int i = 0; i < 10; ++i) {
    add<<<1, N>>>(kept);
    STOP(6) add<<<1, N>>>(kept);
  }
}

static void skip() {
  for (int i = 0; i < 10; ++i) {
    add<<<1, N>>>(kept);
    SKIP(1) kept[2] = i;
    add<<<1, N>>>(kept);
  }
}

static void again() {
  add<<<1, N>>>(a);
  AGAIN(20) add<<<1, N>>>(a);
}

static void sums() {
  add<<<1, N>>>(a);
  SUM(a, once) add<<<1, N>>>(a);
  SUM(a, twice) add<<<1, N>>>(a);
  printf("%d %d %d\n", once, twice, a[6]);
}

static void halves() {
  add<<<1, N>>>(a);
  BEGIN(3) a[3] += 4;
  END add<<<1, N>>>(a);
}

static void exchange() {
  int *p = b, *q = c;
  b[0] = 1;
  c[0] = 2;
  for (int i = 0; i < 3; ++i) {
    add<<<1, N>>>(p);
    EXCHANGE(p, q) add<<<1, N>>>(p);
  }
  printf("%d %d %d\n", p[0], q[0], p[1]);
}

int main() {
  clear();
  printf("%d ", leave(10));
  printf("%d\n", a[7]);
  clear();
  stop();
  printf("%d %d\n", kept[1], kept[4]);
  clear();
  skip();
  printf("%d %d %d\n", kept[1], kept[2], kept[3]);
  clear();
  again();
  printf("%d %d\n", a[1], a[2]);
  clear();
  sums();
  clear();
  halves();
  printf("%d %d %d\n", a[1], a[2], a[3]);
  clear();
  exchange();
}
