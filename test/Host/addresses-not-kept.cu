// What kernels compute from elements, by references, copies of objects, pointers
// of their own and distances, has no address: nothing stays managed.
// RUN: %tessera --cuda-path=none %s -o %t.cu 2>&1 | not grep "kept-managed"
// RUN: %tessera-verify %s %t.cu
#include <stdio.h>
#define N 256
struct Cell {
  float weight;
  long count;
  int own[2];
};
__global__ int a[N];
__global__ int a2[N];
__global__ float4 v[N];
__global__ float4 v2[N];
__global__ long l[N];
__global__ long l2[N];
__global__ Cell s[N];
__global__ Cell s2[N];
__global__ unsigned u[N];
__global__ size_t u2[N];
__global__ int c[N];
__global__ int c2[N];

__global__ void ints(const int *x, int *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int &r = x[i];
  const int *p = x + i, *first = &x[0];
  int bytes = ((const char *)&x[i])[0];
  y[i] = r + 1 + *p + int(p - first) + bytes + (threadIdx.x ? x[1] : x[2]);
}
__global__ void vectors(const float4 *x, float4 *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 t = x[i], q = reinterpret_cast<const float4 *>(x)[0];
  const float4 &r = x[i];
  t.x += r.y + q.z;
  y[i] = t;
}
__global__ void longs(const long *x, long *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const long &r = x[i];
  const long *row = x + i, *p = row;
  const long &of_row = row[0];
  long t = p[0];
  y[i] = r + *p + (p - x) + of_row + t;
}
__global__ void objects(const Cell *x, Cell *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Cell t = x[i];
  const Cell &r = x[0];
  t.count += r.count;
  t.own[1] = r.own[0];
  y[i] = t;
  y[i].weight = x[i].weight;
}
__global__ void sizes(const unsigned *x, size_t *y, unsigned long long n) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  size_t at = i * n / n;
  const unsigned *row = x + at;
  y[i] = row[0] + at + (size_t)x[i] * n + (((size_t)row & 3) == 0);
}
__device__ int twice(const int &x) { return 2 * x; }
__device__ const int &larger(const int &x, const int &y) {
  return x < y ? y : x;
}
__global__ void calls(const int *x, int *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int t = twice(x[i]);
  t += larger(x[i], x[0]) + __ldg(&x[3]);
  auto f = [&](const int &q) { return q + x[1]; };
  for (const int *p = x; p != x + 4; ++p)
    t += *p;
  y[i] = f(x[2]) + t;
}
int main() {
  for (int i = 0; i < N; i++) {
    a[i] = u[i] = c[i] = i;
    l[i] = 3 * i;
    v[i] = make_float4(i, 1, 2, 3);
    s[i] = {1.0f * i, i, {i, 2}};
  }
  ints<<<1, N>>>(a, a2);
  vectors<<<1, N>>>(v, v2);
  longs<<<1, N>>>(l, l2);
  objects<<<1, N>>>(s, s2);
  sizes<<<1, N>>>(u, u2, 5);
  calls<<<1, N>>>(c, c2);
  printf("%d %g %ld %ld %zu %d\n", a2[3], v2[7].x, l2[9], s2[4].count, u2[5],
         c2[6]);
}
