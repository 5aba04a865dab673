// Loops that step, end or compare in other words count in their header.
// RUN: %tessera --print=normal --cuda-path=none %s > %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu -- 13 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify %s %t.cu -- 6 | FileCheck %s --check-prefix=SAME
// RUN: %meaning %s --options=
// RUN: %meaning %s --options=--coarsen=always
// SAME: same: output
// PRINTS: 2021463712 1381081240 3203773408 4029141472 3044693636
#include <cstdio>
#include <cstdlib>

// Steps in tests.
// CHECK:      {{^}}__global__ void steps(
// CHECK:        {{^ *}}for (int k = 0; k < n; ++k) s += a[k];
// CHECK:        {{^ *}}for (int l = 1; l <= n; l++) s += 2 * a[l - 1];
// CHECK:        {{^ *}}for (int d = 0; d < n_value; ++d) {
// CHECK:        {{^ *}}for (int e = 0; e < n; ++e) {
// CHECK:        {{^ *}}for (int left2 = 0; left2 < n; ++left2) s += a[n - 1 - left2] *
__global__ void steps(const int *a, int *y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = i;
  int k = -1;
  while (++k < n) s += a[k];
  for (int l = 0; l++ < n;) s += 2 * a[l - 1];
  int d = 0;
  do s += 3 * a[d]; while (++d < n);
  int e = 0;
  do {
    s += 4 * a[e];
    if (++e == n) break;
  } while (true);
  int left = n;
  while (left--) s += a[left] * (n - 1 - left);
  y[i] = s;
}

// Tests at the end, and such that may stop at once.
// CHECK:      {{^}}__global__ void ends(
// CHECK:        {{^ *}}for (int k = 0; k < n_value; ++k)
// CHECK:        {{^ *}}for (int l = 0; l < n_value; ++l)
// CHECK:        {{^ *}}if (n > 3) {
// CHECK:        {{^ *}}for (int f = 0; f < n; ++f)
// CHECK:        {{^ *}}if (i < 40)
// CHECK:        {{^ *}}for (int g = 0; g < n; ++g) s += a[g];
__global__ void ends(const int *a, int *y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = i;
  for (int k = 0;;) {
    s += a[k];
    ++k;
    if (k >= n) break;
  }
  int l = 0;
  while (true) {
    s += 2 * a[l];
    if (l + 1 >= n) break;
    ++l;
  }
  bool done = n <= 3;
  int f = 0;
  while (!done) {
    s += 5 * a[f];
    if (++f >= n) done = true;
  }
  for (int g = 0; g < n && i < 40; ++g) s += a[g];
  y[i] = s;
}

// Comparisons.
// CHECK:      {{^}}__global__ void compares(
// CHECK-DAG:    {{^ *}}const int n_value = n - (n >> 1);
// CHECK-DAG:    {{^ *}}const int n_value2 = n > 3 ? n - 3 : 0;
// CHECK:        {{^ *}}for (int k = 0; k < n; ++k) s += a[k];
// CHECK:        {{^ *}}for (int j = 0; j < n_value; ++j) s += a[j];
// CHECK:        {{^ *}}for (int u = 0; u < n_value2; u += 4)
// CHECK:        {{^ *}}for (int at = 0; at < n; ++at) s += row[at] *
// CHECK:        {{^ *}}for (int left2 = 0; left2 < n; ++left2) {
__global__ void compares(const int *a, int *y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = i;
  for (int k = 0; !(k >= n); ++k) s += a[k];
  for (int j = 0; j < n - j; ++j) s += a[j];
  for (int u = 0; u + 3 < n; u += 4) s += a[u] * a[u + 3];
  const int *row = a + (i & 3);
  for (const int *p = row; p != row + n; ++p) s += *p * (int)(p - row);
  const int *p = row;
  for (int left = n; left; --left) s += *p++;
  y[i] = s;
}

// Without a sign, downwards.
// CHECK:      {{^}}__global__ void unsigned_down(
// CHECK:        {{^ *}}for (unsigned int k2 = 0u; k2 < n; ++k2)
// CHECK:        {{^ *}}for (unsigned int l2 = 0u; l2 < n; ++l2)
// CHECK:        {{^ *}}for (unsigned int m2 = 0u; m2 < n; ++m2)
__global__ void unsigned_down(const int *a, int *y, unsigned n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = i;
  for (unsigned k = n; k-- > 0;) s = s * 3 + a[k];
  for (unsigned l = n; l != 0; --l) s = s * 3 + a[l - 1];
  for (unsigned m = n - 1; m < n; --m) s = s * 3 + a[m];
  y[i] = s;
}

// What something else ends, or sees, or steps, keeps its words.
// CHECK:      {{^}}__global__ void others(
// CHECK:        {{^ *}}for (int less = n - 20 - 1; less + 1 != 0; less--) {
// CHECK:        {{^ *}}do {
// CHECK:        {{^ *}}while (++k2 < r--)
// CHECK:        {{^ *}}for (; k2 < 20; ++k2)
__global__ void others(const int *a, int *y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = i, c = 0;
  int less = n - 20;
  while (less--) {
    s += a[c];
    if (++c > 9) break;
  }
  int k = 0;
  do {
    s += a[k];
    if (s % 3 == 0) continue;
    s += 7;
  } while (++k < n);
  int r = n;
  k = 0;
  while (++k < r--) s += a[k];
  for (int o = 0; o < 3; ++o) {
    for (; k < 20; ++k) s += k;
    k -= 2;
  }
  y[i] = s + k;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 7;
  int *a, *y;
  cudaMallocManaged(&a, 64 * sizeof(int));
  cudaMallocManaged(&y, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) a[i] = i * 7 % 11;
  for (int which = 0; which < 5; ++which) {
    if (which == 0) steps<<<2, 32>>>(a, y, n);
    if (which == 1) ends<<<2, 32>>>(a, y, n);
    if (which == 2) compares<<<2, 32>>>(a, y, n);
    if (which == 3) unsigned_down<<<2, 32>>>(a, y, n);
    if (which == 4) others<<<2, 32>>>(a, y, n);
    cudaDeviceSynchronize();
    unsigned sum = 0;
    for (int i = 0; i < 64; ++i) sum = sum * 5 + y[i];
    printf("%u\n", sum);
  }
  cudaFree(a);
  cudaFree(y);
}
