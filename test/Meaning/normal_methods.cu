// Functions that change an object stand in the place of their calls where
// nothing else of the statement knows it: methods, and those that get a
// reference.
// RUN: %tessera --print=normal --cuda-path=none %s > %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %meaning %s --options= --original
// RUN: %meaning %s --options=--coarsen=always
// SAME: same: output
// PRINTS: 1 16983.000 2 25873469.000 3 394456.000 4 565429.000 5 15561.000
#include <cstdio>
struct P { int x, y; };
struct Rng { unsigned s; __device__ unsigned next() { s = s * 1664525u + 1013904223u; return s; } __device__ unsigned peek() const { return s; } };
struct Acc { float v = 0; int n = 0; __device__ void add(float x) { v += x; ++n; } __device__ float mean() const { return n ? v / n : 0; }
  __device__ Acc &plus(float x) { v += x; return *this; } __device__ float take(float x) { add(x); return mean(); } };
class Hid { int k; public: __device__ Hid(int a) : k(a) {} __device__ int inc() { return ++k; } __device__ int get() const { return k; } };
__device__ void move(P &p, int by) { p.x += by; p.y -= by; }
__device__ int bump(P &p) { p.x++; return p.x; }
__device__ int both(P &a, P &b) { a.x += 1; b.x += 2; return a.x * 10 + b.x; }
__device__ int sum(const P &a, const P &b) { return a.x + b.y; }
__device__ void addTo(P &a, const P &b) { a.x += b.x; a.y += b.x; }
__device__ void swap(P &a, P &b) { P t = a; a = b; b = t; }
// CHECK:      void sums(
// CHECK:        a_v += x; ++a_n; r.s = r.s * 1664525u + 1013904223u;
// CHECK:        (r.next() & 7)
__global__ void sums(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Rng r = {i * 77u};
  Acc a;
  for (int k = 0; k < 5; ++k) { a.add(in[(i + k) % n]); r.next(); }
  if (i < n) out[i] = a.mean() + (r.peek() & 15) + (r.next() & 7) + r.peek() % 3;
}
// CHECK:      void references(
// CHECK:        q.x++;
// CHECK-NEXT:   int u = bump(p) * 100 + q.x;
// CHECK:        swap(p, q);
__global__ void references(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  P p = {i, 2}, q = p;
  move(p, 3);
  int t = p.x + bump(p), u = bump(p) * 100 + bump(q), v = both(p, q), w = both(p, p);
  swap(p, q);
  int z = sum(p, q) + sum({1, 2}, p);
  addTo(p, p);
  if (i < n) out[i] = in[i] + t + u + v + w + z + p.x * 3 + p.y + q.x * 5;
}
// CHECK:      void others(
// CHECK:        a.plus(1).plus(2);
// CHECK:        int z = h.inc() + h.get();
__global__ void others(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Acc a, b;
  float s = 0;
  a.plus(1).plus(2);
  for (int k = 0; k < 4; ++k) s += b.take(in[(i + k) % n]) * k;
  if (i < n && b.take(3) > 0.5f) s += a.v;
  if (i % 2 && bump(*(P *)&a) > 3) s += 1;
  Hid h(i); h.inc(); int z = h.inc() + h.get();
  if (i < n) out[i] = s + a.n + b.v + z;
}
// CHECK:      void loops(
// CHECK:        while (bump(p) < i + 3)
__global__ void loops(const float *in, float *out, int n, P s) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s.x += 1; bump(s);
  P p = {i, 1};
  while (bump(p) < i + 3) s.y += p.x;
  for (int k = bump(p); k < i + 7; k += bump(p) - i) s.y++;
  p.x = bump(p) + p.y; 
  if (i < n) out[i] = in[i] + s.x + s.y + p.x;
}
// CHECK:      void numbers(
// CHECK:        unsigned int b = r.s;
__global__ void numbers(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Rng r{(unsigned)i};
  float x = 0;
  for (int k = 0; k < 3; ++k) x += in[r.next() % n] * (r.next() % 5);
  unsigned a = r.next(), b = r.next();
  if (i < n) out[i] = x + a % 7 - b % 5;
}
int main() {
  const int n = 300;
  float *x, *r;
  cudaMallocManaged(&x, n * sizeof(float)); cudaMallocManaged(&r, n * sizeof(float));
  for (int i = 0; i < n; ++i) x[i] = i % 13 - 4;
  auto show = [&](int k) { cudaDeviceSynchronize(); double s = 0; for (int i = 1; i < n; ++i) { s += r[i] * (i % 7 + 1); r[i] = 0; } printf("%d %.3f\n", k, s); };
  sums<<<2, 256>>>(x, r, n); show(1);
  references<<<2, 256>>>(x, r, n); show(2);
  others<<<2, 256>>>(x, r, n); show(3);
  loops<<<2, 256>>>(x, r, n, P{3, 4}); show(4);
  numbers<<<2, 256>>>(x, r, n); show(5);
  cudaFree(x); cudaFree(r);
}
