// Loops that a flag tells to go on, that start several variables at once, and
// whose counters are of other types than their bounds or than what moves along.
// RUN: %tessera --print=normal --cuda-path=none %s > %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %s %t.cu -- 0 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %s %t.cu -- -3 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %s %t.cu -- 4294967301 | FileCheck %s --check-prefix=SAME
// RUN: %tessera --print=normal --cuda-path=none %t.cu | diff %t.cu -
// RUN: %if nvcc %{ nvcc -arch=sm_90 -c %t.cu -o %t.o %}
// RUN: %meaning %s --options=--coarsen=always
// SAME: same: output
// PRINTS: 21 21 21 21 21 28
// PRINTS: 21 21 21 21 21
// PRINTS: 21 21 21 21
// PRINTS: 15 15 15
#include <cstdio>
#include <cstdlib>

// CHECK:      {{^}}__global__ void flags(
// CHECK-NEXT:   {{^ *}}const int n_value = n > 1 ? n : 1;
// CHECK:        {{^ *}}for (int k = 0; k < n; ++k) {
// CHECK-NEXT:     {{^ *}}sum{{[0-9]*}} += a[k];
// CHECK-NEXT:   {{^ *}}}
// CHECK:        {{^ *}}for (int k{{[0-9]*}} = 0; k{{[0-9]*}} < n_value; ++k{{[0-9]*}}) {
// CHECK:        {{^ *}}for (int k{{[0-9]*}} = 0; k{{[0-9]*}} < n_value; ++k{{[0-9]*}}) {
// CHECK:        {{^ *}}for (int k{{[0-9]*}} = 0; k{{[0-9]*}} < n_value; ++k{{[0-9]*}}) {
__global__ void flags(const int *a, int *c, int n) {
  int sum = 0;
  int k = 0;
  bool more = k < n;
  while (more) {
    sum += a[k];
    ++k;
    more = k < n;
  }
  c[0] = sum;

  sum = 0;
  k = 0;
  bool next = true;
  while (next) {
    sum += a[k];
    ++k;
    next = k < n;
  }
  c[1] = sum;

  sum = 0;
  k = 0;
  bool done = false;
  while (!done) {
    sum += a[k];
    ++k;
    if (k >= n)
      done = true;
  }
  c[2] = sum;

  sum = 0;
  k = 0;
  int again = 1;
  while (again) {
    sum += a[k];
    ++k;
    again = again && k < n;
  }
  c[3] = sum;
}

// Flags that are more than that.
// CHECK:      {{^}}__global__ void others(
// CHECK:        {{^ *}}while (more) {
// CHECK:        {{^ *}}while (early) {
__global__ void others(const int *a, int *c, int n) {
  int sum = 0;
  int k = 0;
  bool more = n > 0;
  while (more) {
    sum += a[k];
    more = k + 1 < n;
    if (more)
      ++k;
  }
  c[4] = sum;

  // It is set before the counter is.
  sum = 0;
  k = 0;
  bool early = true;
  while (early) {
    sum += a[k];
    early = k < n;
    ++k;
  }
  c[5] = sum + (early ? 100 : 0);
}

// CHECK:      {{^}}__global__ void starts(
// CHECK:        {{^ *}}int end = n;
// CHECK-NEXT:   {{^ *}}for (int k = 0; k < end; ++k) {
// CHECK:        {{^ *}}for (int k{{[0-9]*}} = 0; k{{[0-9]*}} < (int)n; ++k{{[0-9]*}})
// CHECK-NEXT:     {{^ *}}sum{{[0-9]*}} += a[(int)n - 1 - k{{[0-9]*}}];
// CHECK:        {{^ *}}for (int k{{[0-9]*}} = 0; k{{[0-9]*}} < 1 + (int)(n - 1); ++k{{[0-9]*}})
// CHECK:        {{^ *}}for (int {{.*}} = 0; {{.*}} < (int)n; ++{{.*}}) {
__global__ void starts(const int *a, int *c, long long n) {
  int sum = 0;
  int k, end;
  for (k = 0, end = n; k < end; ++k)
    sum += a[k];
  c[6] = sum;
  sum = 0;
  for (int k = n; k-- > 0;)
    sum += a[k];
  c[7] = sum;
  sum = 0;
  for (int k = n - 1; k >= 0; --k)
    sum += a[k];
  c[8] = sum;
  sum = 0;
  k = 0;
  for (int left = n; left > 0; --left) {
    sum += a[k];
    ++k;
  }
  c[9] = sum;
  sum = 0;
  int i = 0;
  for (long long j = 0; j < int(n); ++j) {
    sum += a[i];
    i += 1;
  }
  c[10] = sum;
}

struct Size {
  unsigned n;
  int m;
};

// CHECK:      {{^}}__global__ void members(
// CHECK:        {{^ *}}for (int k = 0; k < s.n; ++k)
// CHECK:        {{^ *}}for (int {{.*}} = 0; {{.*}} < s.m; ++{{.*}})
// CHECK-NEXT:     {{^ *}}sum{{[0-9]*}} += a[s.m - 1 - {{.*}}];
// CHECK:        {{^ *}}for (unsigned j = 0; j < s.n; ++j) {
// CHECK-NEXT:     {{^ *}}sum{{[0-9]*}} += a{{[0-9]*}}[at + (int)j];
// CHECK:        {{^ *}}for (int j = 0; j < s.m; ++j) {
// CHECK-NEXT:     {{^ *}}sum{{[0-9]*}} += a{{[0-9]*}}[far + (long long)j];
__global__ void members(const int *a, int *c, Size s) {
  int sum = 0;
  if (s.n > 0) {
    int k = 0;
    do {
      sum += a[k];
      ++k;
    } while (k < s.n);
  }
  c[11] = sum;
  sum = 0;
  for (int k = s.m - 1; k >= 0; --k)
    sum += a[k];
  c[12] = sum;
  sum = 0;
  int at = -3;
  a += 3;
  for (unsigned j = 0; j < s.n; ++j) {
    sum += a[at];
    ++at;
  }
  c[13] = sum;
  sum = 0;
  long long far = -3;
  for (int j = 0; j < s.m; ++j) {
    sum += a[far];
    ++far;
  }
  c[14] = sum;
}

// A guard says that numbers without a sign are not 0.
// CHECK:      {{^}}__global__ void guards(
// CHECK:        {{^ *}}for (int k = 0; k < n; ++k)
// CHECK:        {{^ *}}for (int k{{[0-9]*}} = 0; k{{[0-9]*}} < n; ++k{{[0-9]*}})
// CHECK:        {{^ *}}for (int k{{[0-9]*}} = 0; k{{[0-9]*}} < n; ++k{{[0-9]*}})
__global__ void guards(const int *a, int *c, size_t n) {
  int sum = 0;
  int k = 0;
  if (n != 0)
    do {
      sum += a[k];
      ++k;
    } while (k < n);
  c[15] = sum - a[5];
  sum = 0;
  if (n == 0)
    return;
  k = 0;
  do {
    sum += a[k];
    ++k;
  } while (k < n);
  c[16] = sum - a[5];
  sum = 0;
  k = 0;
  if (n > 0 || c[16] > 1000)
    do {
      sum += a[k];
      ++k;
    } while (k < n);
  c[17] = sum - a[5];
}

int main(int argc, char **argv) {
  long long n = argc > 1 ? atoll(argv[1]) : 6;
  int *a, *c;
  cudaMallocManaged(&a, 64 * sizeof(int));
  cudaMallocManaged(&c, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i)
    a[i] = i + 1, c[i] = 0;
  flags<<<1, 1>>>(a, c, n);
  others<<<1, 1>>>(a, c, n);
  starts<<<1, 1>>>(a, c, n);
  Size s = {n > 0 ? unsigned(n) : 0, int(n)};
  members<<<1, 1>>>(a, c, s);
  guards<<<1, 1>>>(a, c, n > 0 ? int(n) : 0);
  cudaDeviceSynchronize();
  for (int i = 0; i < 18; ++i)
    printf("%d%c", c[i], i == 5 || i == 10 || i == 14 || i == 17 ? '\n' : ' ');
}
