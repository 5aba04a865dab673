// Threads that write one value to one place are warned about, once.
// RUN: %tessera-run %s 2>&1 | FileCheck %s
// RUN: not %tessera-run -DVALUE=threadIdx.x %s 2>&1 | FileCheck %s --check-prefix=DIFFER
#ifndef VALUE
#define VALUE 1
#endif

__global__ void flag(int *f) {
  // CHECK: :[[@LINE+3]]:{{.*}} warning: {{.*}}; both write the same value [same-value-race]
  // CHECK-NOT: [same-value-race]
  // DIFFER: :[[@LINE+1]]:{{.*}} error: {{.*}} [data-race]
  *f = VALUE;
}

int main() {
  int *f;
  cudaMalloc(&f, sizeof(int));
  flag<<<2, 32>>>(f);
}
