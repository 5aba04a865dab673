// Constructors and destructors that no expression spells read and write arrays:
// inherited, delegating, defaulted ones, those of elements, fillers, members,
// bases, captured and caught copies.
// RUN: %meaning %s --original
// PRINTS: 10 12 7 6 / 904 / 2 9 9 / 5 15 30 10 / 15 16 17 / 18 21
// PRINTS: 18 19 20 / 51 61 / 22 23
#include <stdio.h>
#include <string>
#include <tuple>
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

__global__ void fill(int *x, int from) { x[threadIdx.x] = from + threadIdx.x; }
__global__ void inc(int *x) { x[threadIdx.x] += 1; }

struct Reads {
  int v;
  explicit Reads(int i) { v = a[i]; }
  Reads() : Reads(4) {}
};
struct Heir : Reads {
  using Reads::Reads;
  int w = a[9];
};

struct Writes {
  explicit Writes(int to) {
    for (int i = 0; i < N; ++i)
      b[i] = to;
  }
};
struct Between : Writes {
  using Writes::Writes;
};
struct Last : Between {
  using Between::Between;
};

struct Filler {
  int v;
  Filler() { v = c[6]; }
  Filler(int v) : v(v) {}
};

struct Counted {
  int v;
  Counted() { v = d[5]++; }
  ~Counted() { d[6] += 3; }
};

struct Virtual {
  int v;
  explicit Virtual(int i = 2) { v = e[i]; }
};
struct Left : virtual Virtual {};
struct Right : virtual Virtual {
  Right() : Virtual(3) {}
};
struct Both : Left, Right {
  Both() = default;
};
struct Nested {
  Both both[2];
  int own = e[4];
};

struct Copied {
  int v = 0;
  Copied() {}
  Copied(const Copied &) { v = f[8]; }
};

struct Parts {
  int from;
};
template <int I> int get(const Parts &p) { return g[p.from + I]; }
template <> struct std::tuple_size<Parts> {
  static constexpr size_t value = 3;
};
template <size_t I> struct std::tuple_element<I, Parts> {
  using type = int;
};

struct Keeps {
  int &r = h[3];
  int *p = h + 5;
};

struct Element {
  int v;
  Element(int i = 7) { v = k[i]; }
};

int main() {
  fill<<<1, N>>>(a, 3);
  Heir one(7), two;
  Reads three;
  printf("%d %d %d ", one.v, one.w, two.v);
  fill<<<1, N>>>(a, 2);
  three = Reads();
  printf("%d / ", three.v);

  inc<<<1, N>>>(b);
  Last last(13);
  inc<<<1, N>>>(b);
  int sum = 8;
  for (int i = 0; i < N; ++i)
    sum += b[i];
  printf("%d / ", sum);

  fill<<<1, N>>>(c, 3);
  Filler fillers[3] = {2};
  printf("%d %d %d / ", fillers[0].v, fillers[1].v, fillers[2].v);

  fill<<<1, N>>>(d, 0);
  Counted *some = new Counted[3]{};
  inc<<<1, N>>>(d);
  int first = some[0].v;
  delete[] some;
  inc<<<1, N>>>(d);
  {
    Counted more[2][2];
    inc<<<1, N>>>(d);
  }
  printf("%d %d %d %d / ", first, d[5], d[6], d[7]);

  fill<<<1, N>>>(e, 13);
  Nested nested;
  fill<<<1, N>>>(e, 14);
  Nested again = Nested();
  printf("%d %d %d / ", nested.both[1].v, again.both[0].v, nested.own);

  fill<<<1, N>>>(f, 10);
  Copied original;
  auto closure = [original] { return original.v; };
  fill<<<1, N>>>(f, 13);
  int caught = 0;
  try {
    throw original;
  } catch (Copied copy) {
    caught = copy.v;
  }
  printf("%d %d\n", closure(), caught);

  fill<<<1, N>>>(g, 14);
  Parts parts{4};
  auto [p, q, r] = parts;
  printf("%d %d %d / ", p, q, r);

  fill<<<1, N>>>(h, 0);
  Keeps keeps;
  keeps.r = 50;
  *keeps.p = 60;
  inc<<<1, N>>>(h);
  printf("%d %d / ", h[3], h[5]);

  fill<<<1, N>>>(k, 15);
  Element elements[2][2] = {{8}};
  printf("%d %d\n", elements[1][1].v, elements[0][0].v);
}
