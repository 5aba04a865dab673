// What is read alone gets no `const` where an overload, a deduced type or the
// type of the kernel sees it; and tiles, which are not `const`, are not used
// where that is seen.
// RUN: %meaning %s --original
// RUN: %meaning %s --options=
// RUN: %meaning %s --options=--no-transfers
// RUN: %meaning %s "--options=--array=a:shared --array=b:shared --start=1"
// RUN: %tessera -q --cuda-path=none %s | FileCheck %s
// Where nothing sees it, it helps the compiler.
// CHECK: void plain(const float *__restrict__ a, float *__restrict__ o,
// CHECK: void overloads(float *__restrict__ a, float *__restrict__ o, int n)
// CHECK: void deduced(
// CHECK: b_tile
// CHECK: auto &r = a[y * 64 + k];
// PRINTS: plain 1129, overloads 1129, elements 1129, traits 1129, alias 1129, named 1129, reference 1129, cast 1129, passed 1129, first 1129, second -819, pointed 1129, instance 1129
// PRINTS: deduced -379, forwarded -379, methods -379, conversions -379
#include <cstdio>
struct V {
  float x;
  __device__ float get() { return 2 * x; }
  __device__ float get() const { return -x; }
  __device__ operator double() { return 2 * x; }
  __device__ operator float() const { return -x; }
};
__device__ float which(float *) { return 1; }
__device__ float which(const float *) { return 2; }
__device__ float element(float &) { return 1; }
__device__ float element(const float &) { return 2; }
__device__ float sign(float &x) { return 2 * x; }
__device__ float sign(const float &x) { return -x; }
template <class T> struct Is {
  static constexpr float Value = 1;
};
template <class T> struct Is<const T> {
  static constexpr float Value = 2;
};
template <class T> __device__ float trait(T *p, int j) { return p[j] * Is<T>::Value; }
__device__ float at(float *p, int j) { return p[j]; }

__global__ void plain(float *a, float *o, int n) {
  int i = threadIdx.x;
  for (int j = 0; j < n; j++)
    o[i] += a[j];
}
__global__ void overloads(float *a, float *o, int n) {
  int i = threadIdx.x;
  for (int j = 0; j < n; j++)
    o[i] += a[j] * which(a);
}
__global__ void elements(float *a, float *o, int n) {
  int i = threadIdx.x;
  for (int j = 0; j < n; j++)
    o[i] += a[j] * element(a[j]);
}
__global__ void traits(float *a, float *o, int n) {
  int i = threadIdx.x;
  for (int j = 0; j < n; j++)
    o[i] += trait(a, j);
}
__global__ void alias(float *a, float *o, int n) {
  int i = threadIdx.x;
  float *p = a;
  for (int j = 0; j < n; j++)
    o[i] += p[j];
}
__global__ void named(float *a, float *o, int n) {
  int i = threadIdx.x;
  auto p = a;
  for (int j = 0; j < n; j++)
    o[i] += p[j] * Is<decltype(*p)>::Value;
}
__global__ void reference(float *a, float *o, int n) {
  int i = threadIdx.x;
  for (int j = 0; j < n; j++) {
    float &r = a[j];
    o[i] += r;
  }
}
__global__ void cast(void *v, float *o, int n) {
  int i = threadIdx.x;
  for (int j = 0; j < n; j++)
    o[i] += static_cast<float *>(v)[j];
}
__global__ void passed(float *a, float *o, int n) {
  int i = threadIdx.x;
  for (int j = 0; j < n; j++)
    o[i] += at(a, j);
}
__global__ void both(float *a, float *o, int n) {
  int i = threadIdx.x;
  for (int j = 0; j < n; j++)
    o[i] += a[j];
}
__global__ void both(const float *a, float *o, int n) {
  int i = threadIdx.x;
  for (int j = 0; j < n; j++)
    o[i] -= a[j] * 20 / 27.525f;
}
__global__ void pointed(float *a, float *o, int n) {
  int i = threadIdx.x;
  for (int j = 0; j < n; j++)
    o[i] += a[j];
}
template <class T> __global__ void instance(T *a, T *o, int n) {
  int i = threadIdx.x;
  for (int j = 0; j < n; j++)
    o[i] += a[j];
}
template __global__ void instance<float>(float *, float *, int);

__global__ void deduced(const float *a, const float *b, float *o) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float s = 0;
  for (int k = 0; k < 64; k++) {
    auto &r = a[y * 64 + k];
    s += sign(r) * b[k * 64 + x];
  }
  o[y * 64 + x] = s;
}
__global__ void forwarded(const float *a, const float *b, float *o) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float s = 0;
  for (int k = 0; k < 64; k++) {
    auto &&r = b[k * 64 + x];
    s += sign(r) * a[y * 64 + k];
  }
  o[y * 64 + x] = s;
}
__global__ void methods(const V *a, const V *b, float *o) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float s = 0;
  for (int k = 0; k < 64; k++) {
    s += a[y * 64 + k].get() * b[k * 64 + x].x;
  }
  o[y * 64 + x] = s;
}
__global__ void conversions(const V *a, const V *b, float *o) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float s = 0;
  for (int k = 0; k < 64; k++) {
    float f = a[y * 64 + k];
    s += f * b[k * 64 + x].x;
  }
  o[y * 64 + x] = s;
}

__managed__ float a[64], o[64], p[64 * 64], q[64 * 64], r[64 * 64];
__managed__ V v[64 * 64], w[64 * 64];

static const char *separator = "";
static void report(const char *name, float value) {
  printf("%s%s %.0f", separator, name, value);
  separator = ", ";
}
static void begin() {
  for (int i = 0; i < 64; i++) {
    a[i] = i;
    o[i] = 1;
  }
}

int main() {
#define SUM(NAME, LAUNCH)                                                      \
  begin();                                                                     \
  LAUNCH;                                                                      \
  cudaDeviceSynchronize();                                                     \
  report(#NAME, o[5]);
  SUM(plain, (plain<<<1, 64>>>(a, o, 48)))
  SUM(overloads, (overloads<<<1, 64>>>(a, o, 48)))
  SUM(elements, (elements<<<1, 64>>>(a, o, 48)))
  SUM(traits, (traits<<<1, 64>>>(a, o, 48)))
  SUM(alias, (alias<<<1, 64>>>(a, o, 48)))
  SUM(named, (named<<<1, 64>>>(a, o, 48)))
  SUM(reference, (reference<<<1, 64>>>(a, o, 48)))
  SUM(cast, (cast<<<1, 64>>>(a, o, 48)))
  SUM(passed, (passed<<<1, 64>>>(a, o, 48)))
  SUM(first, (both<<<1, 64>>>(a, o, 48)))
  SUM(second, (both<<<1, 64>>>((const float *)a, o, 48)))
  void (*kernel)(float *, float *, int) = pointed;
  SUM(pointed, (kernel<<<1, 64>>>(a, o, 48)))
  SUM(instance, (instance<<<1, 64>>>(a, o, 48)))
  printf("\n");
  separator = "";
  for (int i = 0; i < 64 * 64; i++) {
    p[i] = v[i].x = i % 7;
    q[i] = w[i].x = i % 5;
  }
  dim3 grid(4, 4), block(16, 16);
#define ELEMENT(NAME, A, B)                                                    \
  NAME<<<grid, block>>>(A, B, r);                                              \
  cudaDeviceSynchronize();                                                     \
  report(#NAME, r[0]);
  ELEMENT(deduced, p, q)
  ELEMENT(forwarded, p, q)
  ELEMENT(methods, v, w)
  ELEMENT(conversions, v, w)
  printf("\n");
}
