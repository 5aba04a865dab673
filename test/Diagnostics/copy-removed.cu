// A copy between memory that holds the same already.
// RUN: %tessera --cuda-path=none --improve-copies %s 2>&1 > /dev/null | FileCheck %s
int main() {
  int a[8] = {1}, *d;
  cudaMalloc(&d, sizeof(a));
  cudaMemcpy(d, a, sizeof(a), cudaMemcpyHostToDevice);
  // CHECK: :[[@LINE+1]]:3: remark: the copy of 'd' to 'a' is removed: both hold the same already [tessera-copy-removed]
  cudaMemcpy(a, d, sizeof(a), cudaMemcpyDeviceToHost);
  cudaFree(d);
  return a[0];
}
