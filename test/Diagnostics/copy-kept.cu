// A copy that each round of a loop needs, and one that nobody knows enough of.
// RUN: %tessera --cuda-path=none --improve-copies %s 2>&1 > /dev/null | FileCheck %s
__global__ void next(int *a) { a[threadIdx.x] += 1; }

int main() {
  int a[8] = {1}, *d;
  cudaMalloc(&d, sizeof(a));
  for (int t = 0; t < 3; t++) {
    a[t] = t;
    // CHECK: :[[@LINE+1]]:5: remark: the copy of 'a' to 'd' stays: line [[@LINE-1]] writes 'a', and line [[@LINE+2]] reads 'd' [tessera-copy-kept]
    cudaMemcpy(d, a, sizeof(a), cudaMemcpyHostToDevice);
    next<<<1, 8>>>(d);
  }
  // CHECK: :[[@LINE+1]]:3: remark: the copy of 'd + 1' to 'a' stays: 'd + 1' is not the start of memory that is followed [tessera-copy-kept]
  cudaMemcpy(a, d + 1, sizeof(a) - 4, cudaMemcpyDeviceToHost);
  cudaFree(d);
  return a[0];
}
