// The text of the kernel differs between architectures; one was read.
// RUN: %tessera --cuda-path=none --no-transfers %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: diff %s %t.cu
// CHECK: :[[@LINE+1]]:17: remark: kernel 'kernel' not changed: its text depends on the device architecture [tessera-arch-conditional]
__global__ void kernel(const float *in, float *out) {
  float sum = 0;
#if __CUDA_ARCH__ >= 800
  sum = 1;
#endif
  for (int k = 0; k < 64; k++)
    sum += in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  kernel<<<8, 64>>>(in, out);
}
