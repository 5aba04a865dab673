// Loops over rows end where a narrow type says; a row behind that end keeps the
// host's values. A wide argument reaches a parameter of fewer bits.
// RUN: %meaning %s --original
// RUN: %meaning %s --options=--pieces=3
// PRINTS: 17720034 7802080 8038529 6817440 6571680 8294754 6578535 6579174 6579750
#include <cstdio>
#define ROWS 40
#define N 64
enum Small : unsigned char { None };
enum class Wide : short { None };

__global__ int a[ROWS][N];
__global__ int b[ROWS][N];
__global__ int c[ROWS][N];
__global__ int d[ROWS][N];
__global__ int e[ROWS][N];
__global__ int f[ROWS][N];
__global__ int g[ROWS * N];
__global__ int h[ROWS * N];
__global__ int j[ROWS * N];

__global__ void of_char(int *x, int v) {
  x[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
__global__ void of_enum(int *x, int v) {
  x[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
__global__ void of_wide(int *x, int v) {
  x[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
__global__ void of_cast(int *x, int v) {
  x[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
__global__ void of_bool(int *x, int v) {
  x[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
__global__ void of_bits(int *x, int v) {
  x[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
__global__ void to_int(int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = 9;
}
__global__ void to_unsigned(int *x, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = 9;
}
__global__ void from_double(int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = 9;
}

static void reset(int *x) {
  for (int i = 0; i < ROWS * N; ++i)
    x[i] = i % 5;
}
static void total(const int *x) {
  long sum = 0;
  for (int i = 0; i < ROWS * N; ++i)
    sum += (long)x[i] * (i + 1);
  printf("%ld ", sum);
}

int main() {
  reset(a[0]);
  signed char few = 256 + 33;
  for (int i = 0; i < few; ++i)
    of_char<<<1, N>>>(a[i], 7);
  total(a[0]);

  reset(b[0]);
  Small small = (Small)(512 + 11);
  for (int i = 0; i < small; ++i)
    of_enum<<<1, N>>>(b[i], 7);
  total(b[0]);

  reset(c[0]);
  Wide wide = (Wide)((3 << 16) + 12);
  for (int i = 0; i < (int)wide; ++i)
    of_wide<<<1, N>>>(c[i], 7);
  total(c[0]);

  reset(d[0]);
  long far = (1L << 32) + 5;
  for (int i = 0; i < (int)far; ++i)
    of_cast<<<1, N>>>(d[i], 7);
  total(d[0]);

  reset(e[0]);
  bool some = 40;
  for (int i = 0; i < some; ++i)
    of_bool<<<1, N>>>(e[i], 7);
  total(e[0]);

  reset(f[0]);
  struct {
    unsigned n : 4;
  } bits = {};
  bits.n = 16 + 13;
  for (unsigned i = 0; i < bits.n; ++i)
    of_bits<<<1, N>>>(f[i], 7);
  total(f[0]);

  reset(g);
  to_int<<<ROWS, N>>>(g, 0x10000000000LL + 70);
  total(g);
  reset(h);
  to_unsigned<<<ROWS, N>>>(h, -4294967296LL + 71);
  total(h);
  reset(j);
  from_double<<<ROWS, N>>>(j, 72.99);
  total(j);
  printf("\n");
}
