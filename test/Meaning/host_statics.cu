// What is initialised at the first passage is written once; what is initialised
// before main, before main; of a thread, at its first use.
// RUN: %meaning %s --original
// PRINTS: 13 14 / 448 / 192 / 832 / 13 13 / 9 9 / 3 4 / 10 8 21 20 / 1 1
// PRINTS: 9
#include <stdio.h>
#include <string.h>
#define N 64

__global__ int a[4];
__global__ int b[N];
__global__ int c[N];
__global__ int d[N];
__global__ int e[N];
__global__ int f[N];
__global__ int g[N];
__global__ int h[N];
__global__ int k[N];

__global__ void inc(int *x) { x[threadIdx.x] += 1; }

static int put(int *x, int to) {
  for (int i = 0; i < N; ++i)
    x[i] = to;
  return to;
}

struct Sets {
  Sets() { put(f, 5); }
  ~Sets() { printf("%d\n", f[2]); }
};

struct Member {
  static int v;
  static inline int w = (h[3] = 9);
};
int Member::v = (h[5] = 7, 1);
template <class T> struct Instance {
  static int z;
};
template <class T> int Instance<T>::z = (h[6] = 20);

thread_local int lazy = put(k, 100);

static int step() {
  thread_local int once = put(d, 10);
  inc<<<1, N>>>(d);
  return once;
}
static void stepSets() {
  static Sets sets;
  inc<<<1, N>>>(f);
}

int main() {
  for (int t = 0; t < 3; ++t) {
    static int ready = (a[0] = a[1] = a[2] = 10, a[3] = 11);
    inc<<<1, 4>>>(a);
    (void)ready;
  }
  printf("%d %d / ", a[0], a[3]);

  int sum = 0;
  for (int t = 0; t < 4; ++t) {
    static const int ready = put(b, 3);
    inc<<<1, N>>>(b);
    (void)ready;
  }
  for (int i = 0; i < N; ++i)
    sum += b[i];
  printf("%d / ", sum);

  for (int t = 0; t < 3; ++t) {
    static bool ready = memset(c, 0, sizeof(c)) != nullptr;
    inc<<<1, N>>>(c);
    (void)ready;
  }
  sum = 0;
  for (int i = 0; i < N; ++i)
    sum += c[i];
  printf("%d / ", sum);

  for (int t = 0; t < 3; ++t)
    step();
  sum = 0;
  for (int i = 0; i < N; ++i)
    sum += d[i];
  printf("%d / ", sum);

  for (int t = 0; t < 3; ++t) {
    if (t == 1)
      continue;
    static struct {
      int v = put(e, 11);
    } object;
    inc<<<1, N>>>(e);
  }
  printf("%d %d / ", e[0], e[63]);

  for (int t = 0; t < 4; ++t)
    stepSets();
  printf("%d %d / ", f[0], f[63]);

  int first = 0;
  for (int t = 0; t < 3; ++t) {
    static const int of = [] { return put(g, 1), g[4]; }();
    inc<<<1, N>>>(g);
    first += of;
  }
  printf("%d %d / ", first, g[9]);

  inc<<<1, N>>>(h);
  printf("%d %d %d %d / ", h[3], h[5], h[6], Instance<int>::z);

  inc<<<1, N>>>(k);
  int used = lazy == 100;
  inc<<<1, N>>>(k);
  printf("%d %d\n", k[0] > 50, used);
}
