// Functions of other namespaces, templates, with references, that return out of
// branches and loops, and lambdas: in the place of their calls they do what they
// did, or stay.
// RUN: %tessera --print=normal --cuda-path=none %s > %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera --print=normal --cuda-path=none %t.cu | diff %t.cu -
// RUN: %if nvcc %{ nvcc -arch=sm_90 -c %t.cu -o %t.o %}
// RUN: %meaning %s --options=
// RUN: %meaning %s --options=--coarsen=always
// SAME: same: output
// PRINTS: names 120995.00 aliases 59898.00 elements 219435.00 out
// PRINTS: 17989.00 lambdas 60111.00 values 276326.75 conditions 1330.00
// PRINTS: objects 237714.00
#include <cstdio>

constexpr int shift = 3;
namespace other {
constexpr int shift = 5;
__device__ float scaled(const float *p, int n) {
  float t = 0;
  for (int i = 0; i < n; ++i)
    t += p[i] * shift;
  return t;
}
} // namespace other

// Names that mean something else in the kernel.
// CHECK:      void names(
// CHECK:          for (int i2 = 0; i2 < n; ++i2)
// CHECK-NEXT:       t += p[i2] * 5;
// CHECK-NEXT:     c[i] = t + shift;
__global__ void names(const float *a, float *c, int n) {
  int i = threadIdx.x;
  int shift = 100;
  if (i < 64)
    c[i] = other::scaled(a + i, n) + shift;
}

// A reference that is given twice, and one that others read meanwhile.
__device__ void exchange(float &x, float &y, int n) {
  for (int i = 0; i < n; ++i) {
    x += 1;
    y *= 2;
  }
}
__device__ void add_all(const float &x, float &y, int n) {
  for (int i = 0; i < n; ++i)
    y += x;
}
__device__ float bump(float &x, int n) {
  for (int i = 0; i < n; ++i)
    x += 1;
  return x;
}
// CHECK:      void aliases(
// CHECK:        for (int i2 = 0; i2 < n; ++i2) {
// CHECK-NEXT:     v += 1;
// CHECK-NEXT:     v *= 2;
// CHECK:        add_all(u, u, n);
// CHECK:          u += w;
// CHECK:        float b = z;
__global__ void aliases(const float *a, float *c, int n) {
  int i = threadIdx.x;
  float v = a[i], u = 1, w = 2, z = 3;
  exchange(v, v, n);
  add_all(u, u, n);
  add_all(w, u, n);
  float b = bump(z, n);
  if (i < 64)
    c[i] = v + u * 3 + w + b + z;
}
__device__ void stores(const float &x, float *p, int n) {
  for (int i = 0; i < n; ++i)
    p[i] += x;
}
// CHECK:      void elements(
// CHECK:          stores(c[i * 4], c + i * 4, 4);
__global__ void elements(float *c) {
  int i = threadIdx.x;
  if (i < 16)
    stores(c[i * 4], c + i * 4, 4);
}

// What comes after some of the ways out.
__device__ float ways(const float *p, int i, int n) {
  float t = 0;
  if (i > 10) {
    if (i > 20)
      return -1;
    t = 5;
  }
  for (int k = 0; k < n; ++k)
    t += p[k];
  return t;
}
__device__ float partly(const float *p, int n) {
  float t = 0;
  for (int k = 0; k < n; ++k) {
    t += p[k];
    if (t > 30)
      return k;
  }
  return t;
}
__device__ int nested(const float *p, int n) {
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < k; ++j)
      if (p[k] == p[j])
        return k * 100 + j;
  return -1;
}
__device__ int branches(const float *p, int i, int n) {
  if (i % 3 == 0) {
    return 7;
  } else if (i % 3 == 1) {
    int t = 0;
    for (int k = 0; k < n; ++k)
      t += k;
    return t;
  }
  {
    int t = 1;
    if (p[i] > 0)
      return t;
  }
  return 2;
}
// CHECK:      void out(
// CHECK:          result3 = 7;
// CHECK:          c[i] = ways(a + i, i, n) + partly(a + i, n) * 2
// CHECK-SAME:            + nested(a + i, n) * 3 + result3;
__global__ void out(const float *a, float *c, int n) {
  int i = threadIdx.x;
  if (i < 64)
    c[i] = ways(a + i, i, n) + partly(a + i, n) * 2 + nested(a + i, n) * 3 + branches(a, i, n);
}

// Lambdas: what they keep, what they change, and two calls at once.
// CHECK:      void lambdas(
// CHECK:        auto add = [&](float x) {
__global__ void lambdas(const float *a, float *c, int n) {
  int i = threadIdx.x;
  float base = a[i];
  auto kept = [=](int k) { return base + k; };
  float sum = 0, other = 0;
  auto add = [&](float x) {
    for (int k = 0; k < n; ++k)
      sum += x;
    return sum;
  };
  base += 100;
  other = add(1) + sum * 0;
  other += kept(1);
  float seen = sum;
  add(seen);
  auto both = [&](float x) { return add(x) + kept(2); };
  other += both(2);
  if (i < 64)
    c[i] = sum + other * 3 + seen;
}

// Values become what is returned, and what is taken.
template <typename T> __device__ T next(T x, int n) {
  for (int i = 0; i < n; ++i)
    x += 100;
  return x;
}
template <typename T, int N> __device__ T power(T x) {
  T r = 1;
  for (int i = 0; i < N; ++i)
    r *= x;
  return r;
}
__device__ int whole(float x, int n) {
  for (int i = 0; i < n; ++i)
    x += 0.75f;
  return x;
}
__device__ unsigned low(int x, int n = shift) {
  for (int i = 0; i < n; ++i)
    x -= 1;
  return x;
}
// CHECK:      void values(
// CHECK:          unsigned char x = i;
// CHECK:          for (int i5 = 0; i5 < 3; ++i5)
// CHECK:          (int)x6 * 0.5f
__global__ void values(const float *a, float *c, int n) {
  int i = threadIdx.x;
  if (i < 64)
    c[i] = next<unsigned char>(i, n) + next<int>(i, n) + next(0.5f, n) +
           power<int, 3>(i % 4) + power<float, 2>(0.5f) + whole(i + 0.5f, n) * 0.5f +
           (low(i) > 5u ? 1 : 0);
}

// Both sides of a condition.
__device__ bool any(const float *p, int n) {
  for (int i = 0; i < n; ++i)
    if (p[i] > 20)
      return true;
  return false;
}
// CHECK:      void conditions(
// CHECK:        if (i < 32) {
// CHECK:              result = true;
// CHECK-NEXT:         break;
// CHECK:        if (i < 32 && any(a + i, n) && any(a + i + 1, n))
__global__ void conditions(const float *a, float *c, int n) {
  int i = threadIdx.x;
  if (i < 32 && any(a + i, n))
    c[i] = 1;
  if (i < 32 && any(a + i, n) && any(a + i + 1, n))
    c[i + 32] = 2;
  else if (i < 32)
    c[i + 32] = 3;
  bool late = i < 16 || any(a, n);
  if (late && !any(a + i, n / 2))
    c[i] += 10;
}

// Objects by value, changed and not.
struct Three {
  float a, b, c;
};
__device__ float use(Three t, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i)
    s += t.a * t.b - t.c;
  return s;
}
__device__ float changes(Three t, int n) {
  for (int i = 0; i < n; ++i)
    t.a += 1;
  return t.a;
}
// CHECK:      void objects(
// CHECK:        float t3_a = t_a;
// CHECK:        s += s4 + t5_a + t_a2;
__global__ void objects(const float *a, float *c, int n) {
  int i = threadIdx.x;
  Three t;
  t.a = a[i];
  t.b = 2;
  t.c = i;
  float s = use(t, n);
  t.a = 50;
  s += use(t, n) + changes(t, n) + t.a;
  const Three *p = (const Three *)a;
  for (int k = 0; k < 3; ++k)
    s += use(p[k * 7 + i % 2], n);
  if (i < 64)
    c[i] = s;
}

int main() {
  float ha[256], hc[64], *a, *c;
  for (int i = 0; i < 256; ++i)
    ha[i] = i * 37 % 23;
  cudaMalloc(&a, sizeof ha);
  cudaMalloc(&c, sizeof hc);
  cudaMemcpy(a, ha, sizeof ha, cudaMemcpyHostToDevice);
  auto show = [&](const char *name) {
    cudaMemcpy(hc, c, sizeof hc, cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int i = 0; i < 64; ++i)
      sum += (i % 11 + 1) * hc[i];
    printf("%s %.2f\n", name, sum);
    cudaMemset(c, 0, sizeof hc);
  };
  names<<<1, 64>>>(a, c, 4);
  show("names");
  aliases<<<1, 64>>>(a, c, 3);
  show("aliases");
  names<<<1, 64>>>(a, c, 2);
  elements<<<1, 64>>>(c);
  show("elements");
  out<<<1, 64>>>(a, c, 9);
  show("out");
  lambdas<<<1, 64>>>(a, c, 3);
  show("lambdas");
  values<<<1, 64>>>(a, c, 3);
  show("values");
  conditions<<<1, 32>>>(a, c, 4);
  show("conditions");
  objects<<<1, 64>>>(a, c, 2);
  show("objects");
  cudaFree(a);
  cudaFree(c);
}
