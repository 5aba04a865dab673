// Nothing tells that the two pointers lead to different memory.
// RUN: %tessera --cuda-path=none --no-transfers %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: diff %s %t.cu
__global__ void kernel(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += in[blockIdx.x * 64 + k];
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: 'in' not staged: it may overlap 'out', and the kernel writes one of them [tessera-may-alias]
  out[i] = sum;
}

void run(const float *in, float *out) { kernel<<<8, 64>>>(in, out); }
