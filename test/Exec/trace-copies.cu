// --trace-copies prints each copy between host and device with its array, size
// and place, and what all of them move.
// RUN: %tessera-run --trace-copies %s 2>&1 | FileCheck %s
// RUN: %tessera-run %s 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty
// QUIET-NOT: copy
__device__ float table[8];
__global__ void k(float *a) { a[threadIdx.x] += table[threadIdx.x]; }
int main() {
  float host[8] = {}, *a, *b;
  cudaMalloc(&a, sizeof(host));
  cudaMalloc(&b, sizeof(host));
  // CHECK: trace-copies.cu:[[@LINE+1]]:3: remark: 'a' to the device, 32 bytes [copy]
  cudaMemcpy(a, host, sizeof(host), cudaMemcpyHostToDevice);
  // CHECK: trace-copies.cu:[[@LINE+1]]:3: remark: 'table' to the device, 16 bytes [copy]
  cudaMemcpyToSymbol(table, host, 16);
  cudaMemcpy(b, a, sizeof(host), cudaMemcpyDeviceToDevice);
  k<<<1, 4>>>(b);
  // CHECK: trace-copies.cu:[[@LINE+1]]:3: remark: 'b' to the host, 12 bytes [copy]
  cudaMemcpy2D(host, 6, b, 8, 6, 2, cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  // CHECK: tessera-run: remark: 3 copies, 48 bytes to the device, 12 bytes to the host [copies]
  return 0;
}
