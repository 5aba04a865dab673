// A tile of 256 KiB: more than a block may have.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/plan.yaml \
// RUN:   %t/main.cu > %t/out.cu 2> %t/err
// RUN: FileCheck %t/main.cu --input-file=%t/err
// RUN: diff %t/main.cu %t/out.cu
//--- main.cu
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: 'in' not staged: the tile of 262144 bytes exceeds the 232448 bytes of shared memory a block may use [tessera-shared-memory-limit]
__global__ void kernel(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 65536; k++)
    sum += in[k];
  out[i] = sum;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 65536 * sizeof(float));
  cudaMalloc(&out, 512 * sizeof(float));
  kernel<<<8, 64>>>(in, out);
}
//--- plan.yaml
kernels:
  - kernel: kernel
    stages:
      - tiles:
          - array: in
