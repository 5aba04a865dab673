// Functions that attributes run before main, behind it, at the end of a scope
// and under another name; assembly that gets, names and calls things.
// RUN: %meaning %s --original
// PRINTS: 44 45 / 101 2 / 1002 1002 1002 / 101 2 / 10 6 / 7 13 / 13 / 36 / 71
// PRINTS: end 12
#include <stdio.h>
#define N 64

__global__ int a[N];
__global__ int b[N];
__global__ int c[N];
__global__ int d[N];
__global__ int e[N];
__global__ int f[N];
__global__ int g[N];
__global__ int h[N];
__global__ int k[N];
__global__ int m[N];

__global__ void fill(int *x) { x[threadIdx.x] = 3 + threadIdx.x; }
__global__ void inc(int *x) { x[threadIdx.x] += 1; }

__attribute__((constructor(200))) static void first() { a[1] = 40; }
__attribute__((constructor(300))) void second() {
  a[1] += 3;
  a[2] = 44;
}
__attribute__((destructor)) void last() { printf("end %d\n", m[9]); }

static void reset(int *i) { b[*i] = 100; }
struct Guard {
  int at;
};
static void done(Guard *guard) { c[guard->at] += 1000; }
static void through(int **p) { (*p)[4] = 100; }

extern "C" int readsE() { return e[7]; }
extern "C" int alsoReadsE() __attribute__((alias("readsE")));
int readsByLabel() __asm__("readsEAgain");
extern "C" int readsEAgain() { return e[3]; }

extern "C" void bump() { h[2] += 30; }

static int *kept;
static void keeps(int n, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, n);
  kept = __builtin_va_arg(list, int *);
  __builtin_va_end(list);
}

int main() {
  inc<<<1, N>>>(a);
  printf("%d %d / ", a[1], a[2]);

  {
    __attribute__((cleanup(reset))) int at = 9;
    inc<<<1, N>>>(b);
  }
  inc<<<1, N>>>(b);
  printf("%d %d / ", b[9], b[10]);

  for (int i = 0; i < 3; ++i) {
    Guard guard __attribute__((cleanup(done))) = {i};
    if (i == 1)
      continue;
    inc<<<1, N>>>(c);
  }
  printf("%d %d %d / ", c[0], c[1], c[2]);

  {
    __attribute__((cleanup(through))) int *p = d;
    inc<<<1, N>>>(d);
  }
  inc<<<1, N>>>(d);
  printf("%d %d / ", d[4], d[5]);

  fill<<<1, N>>>(e);
  printf("%d %d / ", alsoReadsE(), readsByLabel());

  fill<<<1, N>>>(f);
  int *p = &f[4], v;
  asm volatile("movl (%1), %0\n\taddl $5, (%1)"
               : "=&r"(v)
               : "r"(p)
               : "memory");
  inc<<<1, N>>>(f);
  printf("%d %d / ", v, f[4]);

  fill<<<1, N>>>(g);
  asm volatile("addl $5, %[to]" : [to] "+m"(g[4]));
  inc<<<1, N>>>(g);
  printf("%d / ", g[4]);

  fill<<<1, N>>>(h);
  asm volatile("call bump" ::
                   : "memory", "cc", "rax", "rcx", "rdx", "rsi", "rdi", "r8",
                     "r9", "r10", "r11");
  inc<<<1, N>>>(h);
  printf("%d / ", h[2]);

  fill<<<1, N>>>(k);
  keeps(1, k + 2);
  inc<<<1, N>>>(k);
  *kept = 70;
  inc<<<1, N>>>(k);
  printf("%d\n", k[2]);

  fill<<<1, N>>>(m);
}
