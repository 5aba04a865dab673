// Pitfall 18: an array of double at an odd place of the dynamic shared memory.
// RUN: not %tessera-run %s 2>&1 | FileCheck %s

__global__ void k(double *a, int n) {
  extern __shared__ float first[];
  double *second = (double *)&first[n];
  first[0] = 1;
  // CHECK: :[[@LINE+1]]:13: error: thread (0,0,0) of block (0,0,0) in kernel 'k' accesses 'first' at byte 12, where an address that is a multiple of 8 is needed [misaligned-access]
  second[0] = 2;
  a[0] = first[0] + second[0];
}

int main() {
  double *a;
  cudaMalloc(&a, sizeof(double));
  k<<<1, 1, 64>>>(a, 3);
  cudaDeviceSynchronize();
}
