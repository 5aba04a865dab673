// Kernels in their normal form compute what they did, and have no other one.
// RUN: %tessera --print=normal --cuda-path=none %s > %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera --print=normal --cuda-path=none %t.cu | diff %t.cu -
// RUN: %if nvcc %{ nvcc -arch=sm_90 -c %t.cu -o %t.o %}
// SAME: same: output
#include <cstdio>

// Set late, more than once, and seen behind a loop.
// CHECK:      {{^}}__global__ void later(
// CHECK:        {{^ *}}int i = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK:          {{^ *}}float s = 0;
__global__ void later(float *o, int n) {
  int i, j;
  float s;
  i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    s = 0;
    for (j = 0; j < 3; j++)
      s += j * i;
    for (j = 5; j > 2; j--)
      s -= j;
    o[i] = s + j;
  }
}

// A variable that is declared beside another may have its value of it, also
// where one of that name is around.
// CHECK:      {{^}}__global__ void beside(
// CHECK-NEXT:   {{^ *}}int lane = threadIdx.x, i = blockIdx.x * 16 + lane;
// CHECK:        {{^ *}}for (int k = 0; k < n; ++k)
// CHECK:        {{^ *}}const int n = 3, m = n + i;
// CHECK-NEXT:   {{^ *}}for (int k = 0; k < n; ++k)
__global__ void beside(float *o, int n) {
  int lane = threadIdx.x, i = blockIdx.x * 16 + lane;
  float s = 0;
  for (int k = 0;; ++k) {
    if (k >= n)
      break;
    s += k * lane;
  }
  {
    const int n = 3, m = n + i;
    for (int k = 0;; ++k) {
      if (k >= n)
        break;
      s += k * m;
    }
  }
  o[i] = s;
}

// What rounds hand on stays where it is.
// CHECK:      {{^}}__global__ void carried(
// CHECK:          {{^ *}}int t = k + last;
// CHECK:          {{^ *}}last = t % 5;
__global__ void carried(float *o, int n) {
  int i = threadIdx.x, last = 7, t;
  float s = 0;
  for (int k = 0; k < n; ++k) {
    t = k + last;
    s += t;
    last = t % 5;
  }
  o[i] = s;
}

// Loops that count in their body.
// CHECK:      {{^}}__global__ void whiles(
// CHECK:        {{^ *}}for (k = 0; k < n; k++)
// CHECK:        {{^ *}}for (m = n; m > n_value; --m)
// CHECK:        {{^ *}}for (q = 0; q < n_value2; q++)
// CHECK:        {{^ *}}for (; z < n; )
__global__ void whiles(const float *a, float *o, int n) {
  int i = threadIdx.x, k = 0, m = n;
  float s = 0;
  while (k < n) {
    s += a[k];
    k++;
    s += a[k - 1] * 2;
  }
  do {
    s -= a[m - 1];
    --m;
  } while (m > n / 2);
  int q = 0;
  do {
    s += a[q];
    q++;
  } while (q < n);
  int z = 0;
  for (;;) {
    if (z >= n)
      break;
    if (a[z] > 5) {
      z += 2;
      continue;
    }
    s += 1;
    ++z;
  }
  int left = n, by = 1;
  while (left > 0) {
    left -= by;
    by = 2;
    s += left;
  }
  int found = 0;
  while (found < n) {
    ++found;
    if (a[found - 1] > 6)
      break;
  }
  o[i] = s + k + m + q + z + found;
}

// Pointers that walk.
// CHECK:      {{^}}__global__ void pointers(
// CHECK:          {{^ *}}s += a[at2] * 3;
// CHECK:          {{^ *}}s += r[k2];
__global__ void pointers(const float *a, float *o, int n) {
  const float *p = a, *e = a + n;
  float s = 0;
  for (; p != e; ++p)
    s += *p * 3;
  for (const float *q = a + 1; q < e; q += 2)
    s -= q[-1];
  const float *r = a + n;
  for (int k = 0; k < n; ++k) {
    --r;
    if (k % 3 == 0)
      continue;
    s += *r * k;
  }
  for (int k = n; k > 0; --k, ++r)
    s += r[0];
  a += 2;
  const float *w = a;
  for (int k = 0; k + 2 < n; k += 1)
    s += *w++ * 0.5f;
  const float *d = a;
  for (unsigned k = 1; k + 3 < n; k += 2) {
    s += d[0] + d[1u];
    d += 2;
  }
  int lo = 0;
  const float *c = a;
  for (int k = lo; k < 4; ++k) {
    lo = 9;
    s += *c++;
  }
  o[threadIdx.x] = s + a[0] + (w - a);
}

// Conditions by other names.
// CHECK:      {{^}}__global__ void flags(
// CHECK:        {{^ *}}if (x >= 1 && x < w - 1 && !both) s += 100;
__global__ void flags(const float *a, float *o, int n, int w) {
  int x = threadIdx.x;
  bool in = true;
  if (x < 1)
    in = false;
  if (x >= w - 1)
    in = false;
  int c = x;
  if (c > 3)
    c = 3;
  else
    c = c + 1;
  bool both = in & (x < n);
  float s = 0;
  if (both | (x == 5))
    s += a[x % n];
  if (in && !both) s += 100;
  x += 2;
  if (x & 1)
    s += a[c];
  o[threadIdx.x] = s + x + c;
}

// Names that mean another variable further inside.
// CHECK:      {{^}}__global__ void shadows(
// CHECK:        {{^ *}}if (inside)
__global__ void shadows(const float *a, float *o, int n) {
  int k = 5;
  float s = 0;
  bool inside = k < n;
  for (int k = 0; k < n; ++k) {
    int t;
    t = k * 2;
    s += a[k] * t;
    {
      int k;
      k = t;
      s += k;
    }
    if (inside)
      s += 1;
  }
  int t;
  t = k;
  o[threadIdx.x] = s + k * 10 + t;
}

// Types that wrap.
__global__ void wraps(const float *a, float *o, unsigned n) {
  unsigned k = n, at = 0;
  float s = 0;
  while (k-- > 0) {
    s = s * 0.5f + a[k];
    at += 3;
  }
  unsigned char c = 250;
  for (int i = 0; i < 10; ++i) {
    s += c;
    c += 1;
  }
  size_t z = 0;
  int step = 2;
  for (unsigned u = 0; u < n; u += step) {
    z += u;
    step = 1 + (u % 2);
  }
  const float *p = a + n - 1;
  for (unsigned u = 0; u < n; ++u)
    s += *p--;
  o[threadIdx.x] = s + at + k + c + z;
}

// Ways that the shape does not show.
// CHECK:      {{^}}__global__ void labels(
// CHECK:        {{^ *}}i += 3;
__global__ void labels(float *o, int n) {
  int i = threadIdx.x;
again:
  i += 3;
  o[threadIdx.x] = i;
  if (i < n)
    goto again;
}

int main() {
  const int N = 13;
  float *a, *o;
  cudaMallocManaged(&a, N * 4);
  cudaMallocManaged(&o, 64 * 4);
  for (int i = 0; i < N; ++i)
    a[i] = (i * 7) % 9 + 0.25f;
  auto show = [&](const char *name) {
    cudaDeviceSynchronize();
    double s = 0;
    for (int i = 0; i < 16; ++i)
      s += o[i] * (i + 1);
    printf("%s %.6f\n", name, s);
    for (int i = 0; i < 64; ++i)
      o[i] = 0;
  };
  later<<<1, 16>>>(o, 11);
  show("later");
  beside<<<1, 16>>>(o, 9);
  show("beside");
  carried<<<1, 16>>>(o, 9);
  show("carried");
  whiles<<<1, 16>>>(a, o, N);
  show("whiles");
  pointers<<<1, 16>>>(a, o, N);
  show("pointers");
  flags<<<1, 16>>>(a, o, 11, 9);
  show("flags");
  shadows<<<1, 16>>>(a, o, N);
  show("shadows");
  wraps<<<1, 16>>>(a, o, N);
  show("wraps");
  labels<<<1, 16>>>(o, 50);
  show("labels");
}
