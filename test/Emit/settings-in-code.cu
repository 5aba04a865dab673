// Macros that flags can change and that `#if` cannot compute are held to their
// values at the end of the file, where all that they name is declared. Of a
// macro that is no integer at all, those made from it are. What depends on the
// place is not.
// RUN: %tessera --cuda-path=none -q %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %clang_cuda -fsyntax-only %t.cu
// RUN: not %clang_cuda -fsyntax-only -DN=128 %t.cu 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not %clang_cuda -fsyntax-only "-DM=sizeof(int)" %t.cu 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not %clang_cuda -fsyntax-only -DSCALE=3.0 %t.cu 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not %clang_cuda -fsyntax-only -DTHREADS=64 %t.cu 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: error: static assertion failed{{.*}}: made for these values: translate the original again
// RUN: %tessera-verify %s %t.cu
#include <stdio.h>
#ifndef BYTES
#define BYTES 1024
#endif
#ifndef N
#define N (BYTES / sizeof(real))
#endif
#ifndef M
#define M (int)sizeof(Pair)
#endif
#ifndef SCALE
#define SCALE 2.0
#endif
#ifndef THREADS
#define THREADS Threads
#endif
#ifndef LOCAL
#define LOCAL width
#endif
#ifndef PLACE
#define PLACE (__LINE__ + 1)
#endif
#define WIDE ((int)(64 * SCALE))
typedef float real;
struct Pair {
  int a, b;
};
const int Threads = 32;

// CHECK:      {{^}}#if (BYTES) != 1024
// CHECK:      {{^}}int main() {
// CHECK:      {{^}}static_assert((M) == 8, "made for these values: translate the original again");
// CHECK-NEXT: {{^}}static_assert((N) == 256,
// CHECK-NEXT: {{^}}              "made for these values: translate the original again");
// CHECK-NEXT: {{^}}static_assert((THREADS) == 32,
// CHECK-NEXT: "made
// CHECK-NEXT: {{^}}static_assert((WIDE) == 128,
// CHECK-NEXT: "made
// CHECK-NOT:  static_assert
__global__ real a[N + M], b[N], c[WIDE];
__global__ void step() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = a[i] + a[i + 1] + a[i + M];
}
__global__ void other() {
  c[blockIdx.x * blockDim.x + threadIdx.x] = SCALE;
}
int main() {
  const int width = 4;
  for (int i = 0; i < (int)N + M; i++)
    a[i] = i;
  step<<<N / THREADS, THREADS>>>();
  other<<<WIDE / THREADS, THREADS>>>();
  float sum = 0;
  for (int i = 0; i < N; i++)
    sum += b[i];
  for (int i = 0; i < WIDE; i += LOCAL)
    sum += c[i];
  printf("%g %d\n", sum, PLACE > 0);
  return 0;
}
