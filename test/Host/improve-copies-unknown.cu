// --improve-copies: nothing is known of the only copy, nor of any memory: that is
// said, too.
// RUN: %tessera --cuda-path=none --no-tiles --improve-copies %s -- 2>&1 > /dev/null | FileCheck %s
int main(int argc, char **argv) {
  char *to;
  cudaMallocManaged(&to, 8);
  // CHECK: :[[@LINE+1]]:3: remark: the copy of 'argv' to 'to' stays: the program also shares memory [tessera-copy-kept]
  cudaMemcpy(to, argv, 8, (cudaMemcpyKind)argc);
}
