// A block reads elements at a run-time distance: its tile has no known size.
// RUN: %tessera --cuda-path=none --no-transfers %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: diff %s %t.cu
__global__ void kernel(const float *in, float *out, int n) {
  float sum = 0;
  for (int k = blockIdx.x; k < n; k += 64)
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: 'in' not staged: no tile of known size holds what a block reads [tessera-no-bounded-box]
    sum += in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

int main(int argc, char **argv) {
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  kernel<<<8, 64>>>(in, out, argc);
}
