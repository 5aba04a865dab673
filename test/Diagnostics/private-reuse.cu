// The same thread reads its element again: the compiler keeps it in a register.
// RUN: %tessera --cuda-path=none --no-transfers %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: diff %s %t.cu
__global__ void kernel(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 10; k++)
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: 'in' not staged: only the same thread reads an element again; a register serves it [tessera-private-reuse]
    sum += k * in[i];
  out[i] = sum;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  kernel<<<8, 64>>>(in, out);
}
