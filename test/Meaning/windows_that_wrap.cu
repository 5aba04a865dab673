// Windows whose subscripts are counted in unsigned and mixed types begin in
// front of the array or wrap: a tile holds what is read then, not what it would
// be without the wrap.
// RUN: %meaning %s --original
// RUN: %meaning %s --options=--array=x:shared
// PRINTS: 2605438 2625968 2605438 2593618 2547695 2620446 2593618 2634106
#include <cstdio>
#define N 256
#define K 10

__global__ int from[N];
__global__ int to[N];

__global__ void below(const int *x, int *r, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = 0;
  for (unsigned k = 0; k < K; ++k) {
    unsigned j = i + k + 0xfffffffcu;
    if (j < n)
      s += x[j];
  }
  r[i] = s;
}
__global__ void minus(const int *x, int *r, unsigned n, unsigned by) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = 0;
  for (unsigned k = 0; k < K; ++k) {
    unsigned j = i - by + k;
    if (j < n)
      s += x[j];
  }
  r[i] = s;
}
__global__ void mixed(const int *x, int *r, size_t n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = 0;
  for (int k = 0; k < K; ++k) {
    size_t j = i + k - sizeof(int);
    if (j < n)
      s += x[j];
  }
  r[i] = s;
}
__global__ void as_signed(const int *x, int *r, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = 0;
  for (unsigned k = 0; k < K; ++k) {
    int j = i + k - 3u;
    if (j >= 0 && j < (int)n)
      s += x[j];
  }
  r[i] = s;
}
__global__ void in_subscript(const int *x, int *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = 0;
  for (int k = 0; k < K; ++k)
    if (i + k >= 5 && i + k < n)
      s += x[i + k - 5u];
  r[i] = s;
}
__global__ void of_byte(const int *x, int *r) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = 0;
  for (int k = 0; k < K; ++k)
    s += x[(unsigned char)(i + k + 253)];
  r[i] = s;
}
__global__ void of_short(const int *x, int *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = 0;
  for (int k = 0; k < K; ++k) {
    unsigned short j = i + k + 65533;
    if (j < n)
      s += x[j];
  }
  r[i] = s;
}
__global__ void down(const int *x, int *r, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = 0;
  for (unsigned k = K; k--;)
    if (i - k < n)
      s += x[i - k];
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

int main() {
  for (int i = 0; i < N; ++i)
    from[i] = 3 * i % 17;
  below<<<N / 64, 64>>>(from, to, N);
  sum();
  minus<<<N / 64, 64>>>(from, to, N, 6);
  sum();
  mixed<<<N / 64, 64>>>(from, to, N);
  sum();
  as_signed<<<N / 64, 64>>>(from, to, N);
  sum();
  in_subscript<<<N / 64, 64>>>(from, to, N);
  sum();
  of_byte<<<N / 64, 64>>>(from, to);
  sum();
  of_short<<<N / 64, 64>>>(from, to, N);
  sum();
  down<<<N / 64, 64>>>(from, to, N);
  sum();
  printf("\n");
}
