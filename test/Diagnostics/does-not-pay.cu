// Three neighbours: a cache serves them as well as a tile would.
// RUN: %tessera --cuda-path=none --no-transfers %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: diff %s %t.cu
__global__ void kernel(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: 'in' not staged: estimated gain {{[0-9.]+}} is below {{[0-9.]+}} [tessera-does-not-pay]
  out[i] = in[i - 1] + in[i] + in[i + 1];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  kernel<<<8, 64>>>(in, out);
}
