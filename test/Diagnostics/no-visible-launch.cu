// Another file launches the kernel: its block size is not known.
// RUN: %tessera --cuda-path=none --no-transfers %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: diff %s %t.cu
// CHECK: :[[@LINE+1]]:17: remark: kernel 'kernel' not changed: no launch of it was found [tessera-no-visible-launch]
__global__ void kernel(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
