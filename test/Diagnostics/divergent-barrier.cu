// Threads leave the loop at different times, and which is the last is not known:
// a barrier in it would hang.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/plan.yaml \
// RUN:   %t/main.cu > %t/out.cu 2> %t/err
// RUN: FileCheck %t/main.cu --input-file=%t/err
// RUN: diff %t/main.cu %t/out.cu
//--- main.cu
__global__ void kernel(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: 'in' not staged: a barrier would stand in code that not all threads reach [tessera-divergent-barrier]
  for (int k = 0; k < n * (int)threadIdx.x; k++)
    sum += in[k];
  out[i] = sum;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  kernel<<<8, 64>>>(in, out, 3);
}
//--- plan.yaml
kernels:
  - kernel: kernel
    stages:
      - loop: k
        steps: 16
        tiles:
          - array: in
