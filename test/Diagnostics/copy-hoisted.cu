// A copy that is the same in each round of a loop.
// RUN: %tessera --cuda-path=none --improve-copies %s 2>&1 > /dev/null | FileCheck %s
__global__ void next(const int *a) {}

int main() {
  int a[8] = {1}, *d;
  cudaMalloc(&d, sizeof(a));
  for (int t = 0; t < 3; t++) {
    // CHECK: :[[@LINE+1]]:5: remark: the copy of 'a' to 'd' is made once, before the loop [tessera-copy-hoisted]
    cudaMemcpy(d, a, sizeof(a), cudaMemcpyHostToDevice);
    next<<<1, 8>>>(d);
  }
  cudaFree(d);
  return a[0];
}
