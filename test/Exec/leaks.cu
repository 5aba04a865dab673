// What is never freed, and never waited for, is said at the end.
// RUN: %tessera-run %s 2>&1 | FileCheck %s
// RUN: %tessera-run -DRESET %s 2>&1 | FileCheck %s --check-prefix=RESET --allow-empty
// RESET-NOT: warning

__global__ void k(int *a) { *a = 1; }

int main() {
  int *a, *b;
  // CHECK: leaks.cu:[[@LINE+5]]:{{[0-9]+}}: warning: the program ends without waiting for kernel 'k' [never-waited]
  // CHECK-NEXT: leaks.cu:[[@LINE+1]]:{{[0-9]+}}: warning: 'a' (4 bytes) is never freed [never-freed]
  cudaMalloc(&a, sizeof(int));
  cudaMallocManaged(&b, sizeof(int));
  cudaFree(b);
  k<<<1, 1>>>(a);
  // CHECK-NOT: warning
#ifdef RESET
  cudaDeviceReset();
#endif
}
