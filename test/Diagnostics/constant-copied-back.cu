// Constant memory has what the host copied there.
// RUN: %tessera --cuda-path=none %s 2>&1 > /dev/null | FileCheck %s
// RUN: %tessera --cuda-path=none %s -- -DFIXED 2>&1 > /dev/null | FileCheck %s --check-prefix=FIXED --allow-empty
// FIXED-NOT: tessera-constant-copied-back
#ifdef FIXED
__device__ float table[4];
#else
__constant__ float table[4];
#endif
__global__ void use(float *a) { a[threadIdx.x] = table[threadIdx.x % 4]; }

int main() {
  float h[4] = {1, 2, 3, 4}, *a;
  cudaMalloc(&a, 64 * sizeof(float));
  // CHECK-NOT: tessera-constant-copied-back
  cudaMemcpyToSymbol(table, h, sizeof(h));
  use<<<1, 64>>>(a);
  // CHECK: :[[@LINE+1]]:3: remark: 'table' is copied back, and no kernel changes constant memory: the host has what it copied there [tessera-constant-copied-back]
  cudaMemcpyFromSymbol(h, table, sizeof(h));
}
