// A macro that is more than one statement cannot be edited in part.
// RUN: %tessera --cuda-path=none --no-transfers %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: diff %s %t.cu
#define ADD_TWO                                                                \
  sum += in[k];                                                                \
  sum += in[k + 1];
__global__ void kernel(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 64; k += 2) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: kernel 'kernel' not changed: a macro expands to several statements [tessera-macro-spans-statements]
    ADD_TWO
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  kernel<<<8, 64>>>(in, out);
}
