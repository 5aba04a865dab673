// A copy in a loop is made once, but where a directive is before it.
// RUN: %tessera --cuda-path=none --improve-copies %s 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.err
// REMARK: remark: the copy of 'in' to 'in_dev' is made once, before the loop
// REMARK: remark: the copy of 'in' to 'in_dev' stays: a directive asks for it [tessera-copy-kept]
#include <cuda_runtime.h>

__global__ void add(const float *in, float *out) {
  out[blockIdx.x * 64 + threadIdx.x] += in[blockIdx.x * 64 + threadIdx.x];
}

float in[4096], out[4096];

int main() {
  float *in_dev, *out_dev;
  cudaMalloc(&in_dev, sizeof(in));
  cudaMalloc(&out_dev, sizeof(out));
  cudaMemset(out_dev, 0, sizeof(out));
  // CHECK: cudaMemcpy(in_dev, in
  // CHECK-NEXT: for (int i = 0; i < 8; i++) {
  // CHECK-NEXT: add
  for (int i = 0; i < 8; i++) {
    cudaMemcpy(in_dev, in, sizeof(in), cudaMemcpyHostToDevice);
    add<<<64, 64>>>(in_dev, out_dev);
  }
  // CHECK: for (int i = 0; i < 8; i++) {
  // CHECK-NEXT: // tessera: off
  // CHECK-NEXT: cudaMemcpy(in_dev, in
  in[0] = 1;
  for (int i = 0; i < 8; i++) {
    // tessera: off
    cudaMemcpy(in_dev, in, sizeof(in), cudaMemcpyHostToDevice);
    add<<<64, 64>>>(in_dev, out_dev);
  }
  cudaMemcpy(out, out_dev, sizeof(out), cudaMemcpyDeviceToHost);
  return out[0];
}
