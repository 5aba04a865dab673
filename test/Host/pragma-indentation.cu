// A pragma above a statement keeps its indentation behind new statements.
// RUN: %tessera --cuda-path=none -q %s -o %t.cu
// RUN: FileCheck %s --match-full-lines --strict-whitespace --input-file=%t.cu
__global__ int a[64];
__global__ void next() { a[threadIdx.x] += 1; }
int main() {
  a[3] = 5;
#pragma nv_diag_suppress 177
  next<<<1, 64>>>();
  return a[3];
}
//      CHECK:  CUDA_CHECK(cudaMemcpy(a_dev, a, sizeof(a), cudaMemcpyHostToDevice));
// CHECK-NEXT:#pragma nv_diag_suppress 177
// CHECK-NEXT:  next<<<1, 64>>>(a_dev);
