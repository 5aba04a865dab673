// A window's end changes inside the loop through a cast, a reference, a
// pointer, a closure, a function or an object: the rounds are what they were,
// with a tile, too.
// RUN: %meaning %s --original
// RUN: %meaning %s --options=--array=x:shared
// PRINTS: 2625292 2888720 3154191 3418118 3681283 3944451 4208387 4473856 4737271 4999414
#include <cstdio>
#define N 256
#define W 80

__global__ int from[N + 2 * W];
__global__ int to[N];

struct Moves {
  int &k;
  __device__ void to(int v) const { k = v; }
};
struct Puts {
  __device__ void operator()(int &k, int v) const { k = v; }
};
__device__ void put(int &k, int v) { k = v; }
__device__ void put_there(int *k, int v) { *k = v; }

#define AT (blockIdx.x * blockDim.x + threadIdx.x)
__global__ void by_cast(const int *x, int *r, int m) {
  int i = AT, s = 0;
  for (int k = 0; k < m; ++k) {
    s += x[i + k];
    if (k == 3)
      (int &)m = 10;
  }
  r[i] = s;
}
__global__ void by_reference(const int *x, int *r, int m) {
  int i = AT, s = 0;
  for (int k = 0; k < m; ++k) {
    int &same = m;
    s += x[i + k];
    if (k == 4)
      same = 11;
  }
  r[i] = s;
}
__global__ void by_pointer(const int *x, int *r, int m) {
  int i = AT, s = 0;
  for (int k = 0; k < m; ++k) {
    s += x[i + k];
    int *there = &m;
    if (k == 5)
      *there = 12;
  }
  r[i] = s;
}
__global__ void by_lambda(const int *x, int *r, int m) {
  auto put = [](int &k, int v) { k = v; };
  int i = AT, s = 0;
  for (int k = 0; k < m; ++k) {
    s += x[i + k];
    if (k == 6)
      put(m, 13);
  }
  r[i] = s;
}
__global__ void by_capture(const int *x, int *r, int m) {
  int i = AT, s = 0;
  for (int k = 0; k < m; ++k) {
    s += x[i + k];
    auto put = [&] { m = 14; };
    if (k == 7)
      put();
  }
  r[i] = s;
}
__global__ void by_function(const int *x, int *r, int m) {
  int i = AT, s = 0;
  for (int k = 0; k < m; ++k) {
    s += x[i + k];
    if (k == 8)
      put(m, 15);
  }
  r[i] = s;
}
__global__ void by_address(const int *x, int *r, int m) {
  int i = AT, s = 0;
  for (int k = 0; k < m; ++k) {
    s += x[i + k];
    if (k == 9)
      put_there(&m, 16);
  }
  r[i] = s;
}
__global__ void by_object(const int *x, int *r, int m) {
  int i = AT, s = 0;
  for (int k = 0; k < m; ++k) {
    s += x[i + k];
    Moves moves{m};
    if (k == 10)
      moves.to(17);
  }
  r[i] = s;
}
__global__ void by_functor(const int *x, int *r, int m) {
  int i = AT, s = 0;
  for (int k = 0; k < m; ++k) {
    s += x[i + k];
    if (k == 11)
      Puts()(m, 18);
  }
  r[i] = s;
}
__global__ void by_comma(const int *x, int *r, int m) {
  int i = AT, s = 0;
  for (int k = 0; k < m; ++k) {
    s += x[i + k];
    if (k == 12)
      (s, m) = 19;
  }
  r[i] = s;
}

static void sum() {
  long all = 0;
  for (int i = 0; i < N; ++i)
    all += (long)to[i] * (i + 1);
  printf("%ld ", all);
  for (int i = 0; i < N; ++i)
    to[i] = i;
}

int main(int argc, char **) {
  int m = W - 1 + argc;
  for (int i = 0; i < N + 2 * W; ++i)
    from[i] = 3 * i % 17;
  by_cast<<<N / 64, 64>>>(from, to, m);
  sum();
  by_reference<<<N / 64, 64>>>(from, to, m);
  sum();
  by_pointer<<<N / 64, 64>>>(from, to, m);
  sum();
  by_lambda<<<N / 64, 64>>>(from, to, m);
  sum();
  by_capture<<<N / 64, 64>>>(from, to, m);
  sum();
  by_function<<<N / 64, 64>>>(from, to, m);
  sum();
  by_address<<<N / 64, 64>>>(from, to, m);
  sum();
  by_object<<<N / 64, 64>>>(from, to, m);
  sum();
  by_functor<<<N / 64, 64>>>(from, to, m);
  sum();
  by_comma<<<N / 64, 64>>>(from, to, m);
  sum();
  printf("\n");
}
