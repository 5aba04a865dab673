// Functions in the place of their calls, elements by their own names, bounds
// that are known, and what launches say: the normal form computes what the
// kernels did, and so do versions made of it.
// RUN: %tessera --print=normal --cuda-path=none %s > %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera --print=normal --cuda-path=none %t.cu | diff %t.cu -
// RUN: %if nvcc %{ nvcc -arch=sm_90 -c %t.cu -o %t.o %}
// RUN: %meaning %s --options=
// RUN: %meaning %s --options=--coarsen=always
// SAME: same: output
// PRINTS: start 10239 product 212102 ids 10449 moved 18010 chain 11437
// PRINTS: effects 11105 bump 11891 names 11311 kept 10671 rows 28827
// PRINTS: cells 11534 edges 11526 strides 517204 half 48824 signs 10334
// PRINTS: member 10518
#include <cstdio>

__device__ float dot(const float *row, const float *col, int n) {
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += row[k] * col[k * n];
  return sum;
}
// The variables of the function have names that the kernel has, too.
// CHECK:      {{^}}__global__ void product(
// CHECK:          {{^ *}}const float *row2 = a + row * n;
// CHECK:            {{^ *}}sum2 += row2[k] * col[k * n];
// CHECK:          {{^ *}}c[row * n + x] = sum2 + sum;
__global__ void product(const float *a, const float *b, float *c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = row % 2;
  if (row < n && x < n)
    c[row * n + x] = dot(a + row * n, b + x, n) + sum;
}

__device__ int index() { return blockIdx.x * blockDim.x + threadIdx.x; }
// CHECK:      {{^}}__global__ void ids(
// CHECK-NEXT:   {{^ *}}int i = blockIdx.x * blockDim.x + threadIdx.x;
__global__ void ids(float *c, int n) {
  int i = index();
  if (i < n)
    c[i] = i % 5;
}

// Its parameters are its own, and narrower than what they get.
__device__ float moved(const float *p, int from, short by) {
  float s = 0;
  for (; from < 12; from += by)
    s += p[from];
  from = 3;
  return s * from;
}
__global__ void moves(const float *a, float *c, unsigned n) {
  unsigned i = threadIdx.x;
  if (i < n)
    c[i] = moved(a, i % 4, 65537 + i % 2) + moved(a, 1, 2);
}

// CHECK:      {{^}}__global__ void chain(
// CHECK:        {{^ *}}c[i] = (i < 3 ? 5 : i > 20 ? (int)a[i] : (int)(blockIdx.x + i)) * 2;
__device__ int pick(const float *a, int i) {
  if (i < 3)
    return 5;
  if (i > 20)
    return a[i];
  return blockIdx.x + i;
}
__global__ void chain(const float *a, float *c) {
  int i = threadIdx.x;
  c[i] = pick(a, i) * 2;
}

// What it writes is read in the order of the user's.
__device__ float bump(float *p, int i) {
  p[i] += 1;
  return p[i] * 2;
}
__global__ void effects(float *c) {
  int i = threadIdx.x;
  c[i] = c[i] + bump(c, i) + c[i] * (i > 5 ? bump(c, i) : 1);
  if (i > 3 && bump(c, i) > 9)
    c[i] -= 1;
}

__device__ void store(float *p, int i, float v) {
  if (i % 3)
    p[i] = v;
  p[i] += blockIdx.x;
}
// CHECK:      {{^}}__global__ void bumps(
// CHECK-NOT:    store(
__global__ void bumps(float *c) {
  int i = threadIdx.x;
  for (int k = 0; k < 3; ++k)
    store(c, i, k * i);
}

// Names that mean something else in the kernel.
__constant__ int scale = 3;
__device__ float scaled(const float *p, int i) {
  float s = 0;
  for (int k = 0; k < scale; ++k)
    s += p[i + k];
  return s;
}
__global__ void names(const float *a, float *c, int scale) {
  int i = threadIdx.x;
  c[i] = scaled(a, i) + scale;
}

// An element whose index moves on.
// CHECK:      {{^}}__global__ void kept(
// CHECK:          {{^ *}}c[i] = 0;
// CHECK:            {{^ *}}c[i] += a[k];
__global__ void kept(const float *a, float *c) {
  int i = threadIdx.x;
  float &r = c[i];
  r = 0;
  for (int k = 0; k < 4; ++k)
    r += a[k];
  i += 1;
  if (i == 40)
    c[0] += r;
}

// CHECK:      {{^}}__global__ void rows(
// CHECK:        {{^ *}}const float *row = a + i * n;
// CHECK:          {{^ *}}s = s * 0.5f + row[n - 1 - k2];
__global__ void rows(const float *a, float *c, int n) {
  int i = threadIdx.x;
  if (i < n) {
    const float *row = a + i * n;
    float s = 0;
    for (int k = n; k-- > 0;)
      s = s * 0.5f + row[k];
    int left = n;
    while (left--)
      s += left;
    c[i] = int(s);
  }
}

// CHECK:      {{^}}__global__ void cells(
// CHECK:          {{^ *}}c[i] = a[i - 1] + a[i + 1] + a[max(i - 2, 0)];
// CHECK:          {{^ *}}c[i] = a[max(i - 1, 0)];
__global__ void cells(const float *a, float *c, int n) {
  int i = threadIdx.x;
  if (i >= 1 && i < n - 1)
    c[i] = a[max(i - 1, 0)] + a[min(i + 1, n - 1)] + a[max(i - 2, 0)];
  else
    c[i] = a[max(i - 1, 0)];
}
// Numbers without a sign wrap.
__global__ void edges(const float *a, float *c, unsigned n) {
  unsigned i = threadIdx.x;
  if (i < n - 1)
    c[i] = a[min(i, n - 1)] + a[min(i - 1, n - 1)];
  int k = i;
  if (k > 1) {
    k -= 3;
    c[i] += a[max(k, 0)];
  }
}

// Grids with a thread for each round, and with fewer.
// CHECK:      {{^}}__global__ void strides(
// CHECK:        {{^ *}}int i2 = blockIdx.x * blockDim.x + threadIdx.x + 1;
// CHECK-NEXT:   {{^ *}}if (i2 < n - 1)
// CHECK:        {{^ *}}for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < 2 * n;
__global__ void strides(const float *a, float *b, float *c, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x + 1; i < n - 1;
       i += gridDim.x * blockDim.x)
    c[i] += a[i - 1] + a[i + 1];
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < 2 * n;
       i += gridDim.x * blockDim.x)
    b[i] += i;
}

// CHECK:      {{^}}__global__ void halves(
// CHECK-NEXT:   {{^ *}}const int half_n = n / 2;
// CHECK:          {{^ *}}for (int k = 0; k < half_n; ++k)
__global__ void halves(const float *a, float *c, int n, long long m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float s = 0;
    for (int k = 0; k < n / 2; ++k)
      s += a[i * (n / 2) + k] * a[k];
    c[i] = s + (m >> 1) % 7;
  }
}
// Divisions round towards zero, shifts down.
__global__ void signs(float *c, int n) {
  int i = threadIdx.x;
  if (i + n / 2 >= 0 && i + (n >> 1) > 1)
    c[i] = 1 + i % (n & 3 | 1);
}
struct Size {
  int w, h;
};
__global__ void members(const float *a, float *c, Size s) {
  int i = threadIdx.x;
  if (i < s.h)
    for (int k = 0; k < s.w / 4; ++k)
      c[i] += a[i * (s.w / 4) + k];
}

__managed__ float a[64 * 64], b[64 * 64], c[64 * 64];
static void start() {
  for (int i = 0; i < 64 * 64; ++i) {
    a[i] = i % 7;
    b[i] = i % 3;
    c[i] = i % 2;
  }
}
static void sum(const char *name) {
  cudaDeviceSynchronize();
  double s = 0;
  for (int i = 0; i < 64 * 64; ++i)
    s += c[i] * (i % 4 + 1) + b[i];
  printf("%s %.0f ", name, s);
  start();
}

int main() {
  start();
  sum("start");
  product<<<dim3(2, 2), dim3(16, 16)>>>(a, b, c, 30), sum("product");
  ids<<<2, 32>>>(c, 60), sum("ids");
  moves<<<1, 32>>>(a, c, 30), sum("moved");
  chain<<<1, 32>>>(a, c), sum("chain");
  effects<<<1, 32>>>(c), sum("effects");
  bumps<<<1, 32>>>(c), sum("bump");
  names<<<1, 32>>>(a, c, 5), sum("names");
  kept<<<1, 32>>>(a, c), sum("kept");
  rows<<<1, 32>>>(a, c, 25), sum("rows");
  cells<<<1, 64>>>(a, c, 64), sum("cells");
  edges<<<1, 64>>>(a, c, 64), sum("edges");
  strides<<<(500 + 31) / 32, 32>>>(a, b, c, 500), sum("strides");
  halves<<<2, 32>>>(a, c, 61, 1ll << 40), sum("half");
  signs<<<1, 32>>>(c, -5), sum("signs");
  members<<<1, 32>>>(a, c, {9, 20}), sum("member");
  printf("\n");
}
