// Statements without a model: here `switch`.
// RUN: %tessera --cuda-path=none --no-transfers %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: diff %s %t.cu
__global__ void kernel(const float *in, float *out) {
  float sum = 0;
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: kernel 'kernel' not changed: it has a statement of an unusual kind ({{.*}}) [tessera-unsupported-statement]
  switch (threadIdx.x % 2) {
  case 0:
    sum = in[0];
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  kernel<<<8, 64>>>(in, out);
}
