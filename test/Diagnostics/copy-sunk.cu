// A copy of which only the last one in a loop counts.
// RUN: %tessera --cuda-path=none --improve-copies %s 2>&1 > /dev/null | FileCheck %s
__global__ void next(int *a) { a[threadIdx.x] = threadIdx.x; }

int main() {
  int a[8] = {1}, *d;
  cudaMalloc(&d, sizeof(a));
  for (int t = 0; t < 3; t++) {
    next<<<1, 8>>>(d);
    // CHECK: :[[@LINE+1]]:5: remark: the copy of 'd' to 'a' is made once, behind the loop [tessera-copy-sunk]
    cudaMemcpy(a, d, sizeof(a), cudaMemcpyDeviceToHost);
  }
  cudaFree(d);
  return a[0];
}
