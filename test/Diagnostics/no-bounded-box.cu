// A block reads as many elements as only run time knows, a number for each
// block: no tile at the kernel's start holds them.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu > %t/out.cu 2> %t/err
// RUN: FileCheck %s --input-file=%t/err
// RUN: diff %t/main.cu %t/out.cu
// CHECK: main.cu:4:12: remark: 'in' not staged: no tile of known size holds what a block reads [tessera-no-bounded-box]
//--- plan.yaml
kernels:
  - kernel: kernel
    stages:
      - tiles:
          - array: in
//--- main.cu
__global__ void kernel(const float *in, float *out, int n) {
  float sum = 0;
  for (int k = blockIdx.x; k < n; k += 64)
    sum += in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

int main(int argc, char **argv) {
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  kernel<<<8, 64>>>(in, out, argc);
}
