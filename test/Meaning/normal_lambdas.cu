// Lambdas that know members of a structure by value, and elements by
// reference; copies of elements, and names that mean another variable where the
// lambda is called, keep them as they are.
// RUN: %tessera --print=normal --cuda-path=none %s > %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %meaning %s --options= --original
// RUN: %meaning %s --options=--coarsen=always
// SAME: same: output
// PRINTS: 135130884 1381729 82684
#include <cstdio>
struct S { int m, n; };
// CHECK:      void copies(
// CHECK:        c[x] = by() * 1000 + v + s.m;
__global__ void copies(float *a, float *c, S s) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < s.n) {
    float &v = a[x];
    auto by = [=] { return v; };
    auto of = [&] { return v; };
    a[x] += 3;
    v *= 2;
    c[x] = by() * 1000 + of() + s.m;
  }
}
// CHECK:      void hidden(
// CHECK:        t += of(2) + v;
__global__ void hidden(float *a, float *c, S s) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < s.n) {
    const float &v = a[x];
    auto of = [&](int k) { return v * k + s.m; };
    float t = of(3);
    { int v = 3; t += of(2) + v; }
    c[x] = t;
  }
}
// CHECK:      void written(
// CHECK:        inside(x)
// CHECK:        if (k{{[0-9]}} > 4) a[x] += 1;
__global__ void written(float *a, float *c, S s) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  s.n -= 1;
  auto inside = [&](int k) { return k < s.n; };
  if (inside(x)) {
    float &v = a[x];
    auto set = [&](float k) { v = k; if (k > 4) v += 1; };
    set(x * 0.5f);
    c[x] = v;
  }
}
int main() {
  const int n = 300;
  float *x, *r;
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&r, n * sizeof(float));
  for (int i = 0; i < n; ++i)
    x[i] = i;
  auto show = [&] {
    cudaDeviceSynchronize();
      double s = 0;
    for (int i = 0; i < n; ++i)
      s += r[i] * (i % 7);
    printf("%.0f ", s);
  };
  S s = {2, n};
  copies<<<2, 256>>>(x, r, s);
  show();
  hidden<<<2, 256>>>(x, r, s);
  show();
  written<<<2, 256>>>(x, r, s);
  show();
  printf("\n");
}
