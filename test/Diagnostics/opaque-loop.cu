// A loop whose bounds data decide: the rows that a block reads are not known.
// RUN: %tessera --cuda-path=none --no-transfers %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: diff %s %t.cu
__global__ void kernel(const float *in, float *out, const int *length) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < length[0]; k++)
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: 'in' not staged: the bounds of a loop around the access are not known: 'length[0]' is read from memory [tessera-opaque-loop]
    sum += in[k];
  out[i] = sum;
}

int main() {
  float *in, *out;
  int *length;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  cudaMalloc(&length, sizeof(int));
  kernel<<<8, 64>>>(in, out, length);
}
