// A thread that needs more stack than there is says so.
// RUN: not %tessera-run %s 2>&1 | FileCheck %s
// CHECK: error: a thread needs more than {{[0-9]+}} KiB of stack in kernel 'deep', thread (0,0,0) of block (0,0,0) [stack-overflow]

__device__ __noinline__ int down(int *p, int n) {
  int local[100];
  for (int i = 0; i < 100; i++)
    local[i] = p[0] + n + i;
  return n ? down(p, n - 1) + local[n % 100] : local[0];
}

__global__ void deep(int *p, int n) { p[1] = down(p, n); }

int main() {
  int *p;
  cudaMallocManaged(&p, 2 * sizeof(int));
  p[0] = 1;
  deep<<<1, 1>>>(p, 1000000);
}
