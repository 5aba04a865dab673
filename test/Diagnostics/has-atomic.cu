// Atomic accesses stay where they are.
// RUN: %tessera --cuda-path=none --no-transfers %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: diff %s %t.cu
__global__ void kernel(int *in, float *out) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: 'in' not staged: it is accessed atomically [tessera-has-atomic]
  int old = atomicAdd(&in[threadIdx.x / 8], 1);
  out[blockIdx.x * 64 + threadIdx.x] = old;
}

int main() {
  int *in;
  float *out;
  cudaMalloc(&in, 4096 * sizeof(int));
  cudaMalloc(&out, 4096 * sizeof(float));
  kernel<<<8, 64>>>(in, out);
}
