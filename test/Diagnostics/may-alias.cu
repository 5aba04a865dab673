// Nothing tells that the two pointers lead to different memory, and no launch
// can find out: where the kernel writes depends on data.
// RUN: %tessera --cuda-path=none --no-transfers %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: diff %s %t.cu
__global__ void kernel(const float *in, float *out, const int *where) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += in[blockIdx.x * 64 + k];
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: 'in' not staged: it may overlap 'out', and the kernel writes one of them [tessera-may-alias]
  out[where[i]] = sum;
}

void run(const float *in, float *out, const int *where) {
  kernel<<<8, 64>>>(in, out, where);
}
