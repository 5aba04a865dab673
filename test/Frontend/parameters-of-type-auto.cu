// A template whose parameters are `auto` has no name for their types: nothing
// can be declared with them.
// RUN: %tessera --cuda-path=none --no-transfers %s -- -std=c++20 > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: diff %s %t.cu
// CHECK: :[[@LINE+1]]:17: remark: kernel 'sums' not changed: it is a template whose parameters have no types of their own [tessera-template-kernel]
__global__ void sums(const auto *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
int main() {
  float *in, *out;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 4096);
  sums<<<8, 64>>>(in, out);
}
