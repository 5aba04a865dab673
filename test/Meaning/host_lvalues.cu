// Host code writes arrays, or parts of their elements, through statement
// expressions, member pointers, casts, bindings, conditional and comma lvalues,
// `this`, and calls whose temporaries end with the statement.
// RUN: %meaning %s --original
// PRINTS: 2252 51 / 91 / 51 9 2 / 4 10 0 / 65538 65538 / 21 1 9 / 41 22 32
// PRINTS: 78 / 20 30 / 61 71 81 / 5 6
#include <stdio.h>
#include <string>
#define N 64

struct Pair {
  int x, y;
};
struct Base {
  int x;
};
struct Heir : Base {
  int y;
  int f : 4, g : 12;
};
struct Object {
  int x;
  void keep();
  Object *self() { return this; }
  void set(int v) const { const_cast<Object *>(this)->x = v; }
};

__global__ int a[N];
__global__ int b[N];
__global__ int d[N];
__global__ int e[N];
__global__ int k[N];
__global__ int m[N];
__global__ int n[N];
__global__ Pair c[N];
__global__ Heir f[N];
__global__ Object g[N];
__global__ Pair h[N];

static Object *kept;
void Object::keep() { kept = this; }

__global__ void fill(int *x) { x[threadIdx.x] = 3 + threadIdx.x; }
__global__ void inc(int *x) { x[threadIdx.x] += 1; }
__global__ void pairs(Pair *p) {
  p[threadIdx.x].x += 1;
  p[threadIdx.x].y = 2;
}
__global__ void heirs(Heir *p) {
  p[threadIdx.x].x = threadIdx.x;
  p[threadIdx.x].y = 5;
  p[threadIdx.x].f = 2;
  p[threadIdx.x].g = 9;
}
__global__ void sums(Heir *p) {
  p[threadIdx.x].y += p[threadIdx.x].x + p[threadIdx.x].g;
}
__global__ void objects(Object *p) { p[threadIdx.x].x += 1; }

static int *behind(int *p, const std::string &text) { return p + text.size(); }
static int byDefault(int *p = n + 2) { return *p; }
static int &choose(bool first, int &l, int &r) { return first ? l : r; }

int main(int argc, char **) {
  fill<<<1, N>>>(a);
  int *p = ({
    int *q = a;
    q + 1;
  });
  p[2] = 50;
  int sum = ({
    int t = 0;
    for (int i = 0; i < N; ++i)
      t += a[i];
    t;
  });
  inc<<<1, N>>>(a);
  printf("%d %d / ", sum, a[3]);

  fill<<<1, N>>>(b);
  int *q = behind(b, std::string("xyz"));
  *q = 90;
  inc<<<1, N>>>(b);
  printf("%d / ", b[3]);

  pairs<<<1, N>>>(c);
  int Pair::*to = &Pair::x;
  (c + 3)->*to = 50;
  c[4].*to += 7;
  pairs<<<1, N>>>(c);
  printf("%d %d %d / ", c[3].x, c[4].x, c[5].*to);

  fill<<<1, N>>>(d);
  for (int i = 0; i < N; ++i)
    (argc - 1) ?: (d[i] = i);
  int z = (argc > 5) && (d[3] = 8);
  inc<<<1, N>>>(d);
  for (int i = 0; i < N; ++i)
    (argc > 5) ? (d[i] = 7) : 0;
  printf("%d %d %d / ", d[3], d[9], z);

  fill<<<1, N>>>(e);
  for (int i = 0; i < N; ++i)
    (char &)e[i] = 1;
  inc<<<1, N>>>(e);
  for (int i = 0; i < N; ++i)
    reinterpret_cast<short *>(e)[2 * i + 1] = 1;
  printf("%d %d / ", e[5], e[63]);

  heirs<<<1, N>>>(f);
  for (int i = 0; i < N; ++i) {
    f[i].f = 1;
    static_cast<Base &>(f[i]) = Base{7};
  }
  sums<<<1, N>>>(f);
  printf("%d %d %d / ", f[3].y, (int)f[3].f, (int)f[3].g);

  objects<<<1, N>>>(g);
  g[4].keep();
  g[5].self()->x = 20;
  g[6].set(30);
  objects<<<1, N>>>(g);
  kept->x = 40;
  objects<<<1, N>>>(g);
  printf("%d %d %d\n", g[4].x, g[5].x, g[6].x);

  pairs<<<1, N>>>(h);
  for (int i = 0; i < N; ++i) {
    auto &[x, y] = h[i];
    x = 5 + i;
    (void)y;
  }
  pairs<<<1, N>>>(h);
  printf("%d / ", h[63].x + h[5].x - h[2].y);

  fill<<<1, N>>>(k);
  (argc > 1 ? k[4] : k[5]) = 19;
  (argc++, k[6]) = 29;
  inc<<<1, N>>>(k);
  printf("%d %d / ", k[5], k[6]);

  fill<<<1, N>>>(m);
  choose(argc > 100, m[1], m[2]) = 60;
  int *either = argc > 100 ? m : m + 3;
  *either = 70;
  int *swapped = m, *other = m + 4;
  std::swap(swapped, other);
  *swapped = 80;
  inc<<<1, N>>>(m);
  printf("%d %d %d / ", m[2], m[3], m[4]);

  fill<<<1, N>>>(n);
  int before = byDefault();
  inc<<<1, N>>>(n);
  printf("%d %d\n", before, byDefault());
}
