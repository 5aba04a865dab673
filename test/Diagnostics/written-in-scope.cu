// The kernel writes the array that it shares.
// RUN: %tessera --cuda-path=none --no-transfers %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: diff %s %t.cu
__global__ void kernel(float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += in[blockIdx.x * 64 + k];
  out[i] = sum;
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: 'in' not staged: the kernel also writes it [tessera-written-in-scope]
  in[i + 2048] = sum;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  kernel<<<8, 64>>>(in, out);
}
