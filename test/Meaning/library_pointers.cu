// Pointers into an array that library functions return, keep or hand to
// functions whose address they get.
// RUN: %meaning %s --original
// PRINTS: 135 -3 44 48 61 / 12 22 51 / 41 21 41 14 0
#include <algorithm>
#include <functional>
#include <numeric>
#include <stdio.h>
#include <string>
#include <utility>
#include <vector>
#define N 64

__global__ int a[N];
__global__ int b[N];
__global__ int c[N];
__global__ int d[N];
__global__ int e[N];
__global__ int f[N];
__global__ int g[N];
__global__ int h[N];
__global__ int i0[N];
__global__ int j[N];
__global__ int k[N];
__global__ int l[N];
__global__ int m[N];

__global__ void fill(int *x) { x[threadIdx.x] = (threadIdx.x * 37 + 5) % N; }
__global__ void inc(int *x) { x[threadIdx.x] += 1; }

struct Third {
  int *operator()() const { return c + 2; }
};
static void raise(int *p) { p[1] += 5; }
static int *kept;
struct Keep {
  void operator()(int *p) const { kept = p; }
};
static void bump(int &x) { x += 10; }
static int *found;
static void find(int &x) {
  if (&x == h + 3)
    found = &x;
}
static int *everywhere;
struct Holder {
  int *p;
};

int main() {
  fill<<<1, N>>>(a);
  int *five = std::find(a, a + N, 5);
  inc<<<1, N>>>(a);
  *five = 90;
  inc<<<1, N>>>(a);
  printf("%d ", a[0] + a[1]);

  fill<<<1, N>>>(b);
  *std::max_element(b, b + N) = -4;
  inc<<<1, N>>>(b);
  printf("%d ", *std::min_element(b, b + N));

  inc<<<1, N>>>(c);
  int *third = std::invoke(Third());
  inc<<<1, N>>>(c);
  third[1] = 40;
  inc<<<1, N>>>(c);
  printf("%d ", c[3] + c[4]);

  std::function<void(int *)> by_pointer = raise;
  fill<<<1, N>>>(d);
  by_pointer(d);
  inc<<<1, N>>>(d);
  printf("%d ", d[1]);

  std::function<void(int *)> keeps = Keep();
  fill<<<1, N>>>(e);
  keeps(e);
  inc<<<1, N>>>(e);
  kept[1] = 60;
  inc<<<1, N>>>(e);
  printf("%d / ", e[1]);

  inc<<<1, N>>>(f);
  std::for_each(f, f + N, bump);
  inc<<<1, N>>>(f);
  inc<<<1, N>>>(g);
  std::for_each(g, g + N, +[](int &x) { x += 20; });
  inc<<<1, N>>>(g);
  inc<<<1, N>>>(h);
  std::for_each(h, h + N, find);
  inc<<<1, N>>>(h);
  *found = 50;
  inc<<<1, N>>>(h);
  printf("%d %d %d / ", f[1], g[1], h[3]);

  inc<<<1, N>>>(i0);
  std::exchange(everywhere, i0);
  inc<<<1, N>>>(i0);
  everywhere[3] = 40;
  inc<<<1, N>>>(i0);
  Holder holder{nullptr};
  std::exchange(holder.p, j);
  inc<<<1, N>>>(j);
  holder.p[3] = 20;
  inc<<<1, N>>>(j);
  printf("%d %d ", i0[3], j[3]);

  std::vector<int *> pointers;
  pointers.push_back(k);
  inc<<<1, N>>>(k);
  pointers[0][3] = 40;
  inc<<<1, N>>>(k);
  printf("%d ", k[3]);

  std::vector<std::reference_wrapper<int>> references(l, l + 4);
  inc<<<1, N>>>(l);
  references[1].get() = 13;
  inc<<<1, N>>>(l);
  printf("%d ", l[1]);

  std::vector<int> values(m, m + N); // these are copies
  inc<<<1, N>>>(m);
  printf("%d\n", std::accumulate(values.begin(), values.end(), 0));
}
