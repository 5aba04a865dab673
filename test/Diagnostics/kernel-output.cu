// What a kernel prints cannot be waited for in the middle of a statement.
// RUN: not %tessera --cuda-path=none -q %s -- -DRETURNS 2>&1 | FileCheck %s --check-prefixes=RETURNS,ANY
// RUN: not %tessera --cuda-path=none -q %s -- -DWHILE 2>&1 | FileCheck %s --check-prefixes=WHILE,ANY
// RUN: not %tessera --cuda-path=none -q %s -- -DREST 2>&1 | FileCheck %s --check-prefixes=REST,ANY
// RUN: not %tessera --cuda-path=none -q %s -- -DUNSEEN 2>&1 | FileCheck %s --check-prefixes=RETURNS,ANY
// RUN: not %tessera --cuda-path=none -q %s -- -DSTREAM 2>&1 | FileCheck %s --check-prefixes=REST,ANY
// RUN: not %tessera --cuda-path=none -q %s -- -DCALLS 2>&1 | FileCheck %s --check-prefixes=REST,ANY
// RUN: not %tessera --cuda-path=none -q %s -- -DEACH 2>&1 | FileCheck %s --check-prefixes=REST,ANY
// RUN: not %tessera --cuda-path=none -q %s -- -DNOROW 2>&1 | FileCheck %s --check-prefixes=REST,ANY
// RUN: %tessera --cuda-path=none -q %s -- -DERRORS | FileCheck %s --check-prefix=WAITS
// RUN: %tessera --cuda-path=none -q %s -- -DSORTED | FileCheck %s --check-prefix=SORTED
// RUN: %tessera --cuda-path=none -q %s -- -DQUIET | FileCheck %s --check-prefix=QUIET --implicit-check-not=Synchronize
// Managed memory has CUDA's own rules.
// RUN: %tessera --cuda-path=none -q %s -- -DMANAGED -DRETURNS | FileCheck %s --check-prefix=QUIET
#include <cstdio>
#include <algorithm>
#include <iostream>
#ifdef MANAGED
#define SHARED __managed__
#else
#define SHARED __global__
#endif
SHARED int cells[64];
__device__ void unseen(int n);

__global__ void next() { cells[threadIdx.x] += 1; }
#if defined QUIET
__global__ void report(int n) { n++; }
#elif defined UNSEEN
__global__ void report(int n) { unseen(n); }
#else
__global__ void report(int n) { printf("step %d\n", n); }
#endif

// RETURNS: error: what kernel 'report' prints may come too late: a return statement launches a kernel
// WHILE: error: what kernel 'report' prints may come too late: a condition, or what stands beside one, launches a kernel
// REST: error: what kernel 'report' prints may come too late: the rest of a statement that launches a kernel may use it
// ANY-SAME: : nothing can wait before its end; make the launch a statement [tessera-kernel-output]
// QUIET: return report<<<1, 1>>>(n), n + 1;
// WAITS: std::cerr << n << '\n';
// SORTED: std::swap(n, n);
// SORTED-NEXT: cudaGetLastError
// SORTED-NEXT: cudaDeviceSynchronize
// WAITS-NEXT: cudaGetLastError
// WAITS-NEXT: cudaDeviceSynchronize
static void told() { puts("launched"); }
static void shown(int n) { printf("%d\n", n); }
static int reported(int n) {
#if defined WHILE
  while (report<<<1, 1>>>(n), n < 3)
    n++;
  return n;
#elif defined REST
  n += (report<<<1, 1>>>(n), printf("launched\n"));
  return n;
#elif defined STREAM
  n += (report<<<1, 1>>>(n), std::cout << "launched " << n << '\n', 1);
  return n;
#elif defined CALLS
  report<<<1, 1>>>(n), told();
  return n;
#elif defined EACH
  report<<<1, 1>>>(n), std::for_each(&n, &n + 1, shown);
  return n;
#elif defined NOROW
  report<<<1, 1>>>(n), putw(n, stdout);
  return n;
#elif defined SORTED
  report<<<1, 1>>>(n), n = abs(n), std::swap(n, n);
  return n;
#elif defined ERRORS
  report<<<1, 1>>>(n), fprintf(stderr, "launched\n"), std::cerr << n << '\n';
  return n;
#else
  return report<<<1, 1>>>(n), n + 1;
#endif
}

int main() {
  next<<<1, 64>>>();
  printf("next is %d\n", reported(1));
}
