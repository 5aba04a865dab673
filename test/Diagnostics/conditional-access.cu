// Data decide whether the element is read: to load it may be out of bounds.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/plan.yaml \
// RUN:   %t/main.cu > %t/out.cu 2> %t/err
// RUN: FileCheck %t/main.cu --input-file=%t/err
// RUN: diff %t/main.cu %t/out.cu
//--- main.cu
__global__ void kernel(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 64; k++)
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: 'in' not staged: whether the element is read depends on data: 'out[i]' is read from memory [tessera-conditional-access]
    sum += out[i] > 0 ? in[k] : 1;
  out[i] = sum;
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
