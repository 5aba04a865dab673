// Kernels cannot write constant memory.
// RUN: %tessera --cuda-path=none %s 2>&1 > /dev/null | FileCheck %s
// RUN: %tessera --cuda-path=none %s -- -DFIXED 2>&1 > /dev/null | FileCheck %s --check-prefix=FIXED --allow-empty
// FIXED-NOT: tessera-constant-written
#ifdef FIXED
__device__ float table[4];
#else
__constant__ float table[4];
#endif
__constant__ float other[4];

__global__ void fill(const float *a) {
  // CHECK: :[[@LINE+1]]:3: warning: 'fill' writes 'table', which is constant memory: only the host can, by cudaMemcpyToSymbol [tessera-constant-written]
  table[threadIdx.x] = a[threadIdx.x];
}
// CHECK-NOT: tessera-constant-written
__global__ void use(float *a) { a[threadIdx.x] = other[threadIdx.x]; }

int main() {
  float *a;
  cudaMalloc(&a, 4 * sizeof(float));
  fill<<<1, 4>>>(a);
  use<<<1, 4>>>(a);
}
