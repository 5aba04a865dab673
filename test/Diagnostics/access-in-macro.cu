// A macro that declares a variable is not expanded in the text.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/plan.yaml \
// RUN:   %t/main.cu > %t/out.cu 2> %t/err
// RUN: FileCheck %t/main.cu --input-file=%t/err
// RUN: diff %t/main.cu %t/out.cu
//--- main.cu
#define LOAD float next = in[k] + 1;
__global__ void kernel(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 64; k++) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: 'in' not staged: a macro's body makes the access [tessera-access-in-macro]
    LOAD
    sum += next;
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  kernel<<<8, 64>>>(in, out);
}
//--- plan.yaml
kernels:
  - kernel: kernel
    stages:
      - loop: k
        steps: 16
        tiles:
          - array: in
