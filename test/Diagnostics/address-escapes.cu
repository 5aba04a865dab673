// Someone else may launch the kernel, with another block size.
// RUN: %tessera --cuda-path=none --no-transfers %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: diff %s %t.cu
__global__ void kernel(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

void (*other)(const float *, float *);

int main() {
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  kernel<<<8, 64>>>(in, out);
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: kernel 'kernel' not changed: its address is taken [tessera-address-escapes]
  other = kernel;
  other<<<1, 1024>>>(in, out);
}
