// A function of another file gets the pointer, or the kernel moves it.
// RUN: %tessera --cuda-path=none --no-transfers %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: diff %s %t.cu
__global__ void kernel(const float *in, float *out) {
  float sum = 0;
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: 'in' not staged: its pointer is changed, volatile, or handed on [tessera-pointer-escapes]
  const float *const *where = &in;
  for (int k = 0; k < 64; k++)
    sum += in[k] + (where == nullptr);
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  kernel<<<8, 64>>>(in, out);
}
