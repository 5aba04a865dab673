// A plan from the user: followed where it is legal, else the reason is reported
// and the kernel stays. Its block size picks the launches.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/legal.yaml %t/main.cu > %t/out.cu 2> %t/err
// RUN: FileCheck %s --input-file=%t/out.cu
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/illegal.yaml %t/main.cu 2>&1 > %t/same.cu \
// RUN:   | FileCheck %s --check-prefix=ILLEGAL
// RUN: diff %t/main.cu %t/same.cu
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/nothing.yaml %t/main.cu | diff %t/main.cu -

// CHECK:     in_tile[10];
// CHECK:     kernel_tiled<<<2, 8>>>
// CHECK:     kernel<<<1, 16>>>
// ILLEGAL: remark: 'out' not staged: the kernel also writes it [tessera-written-in-scope]
//--- main.cu
__global__ void kernel(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + in[i + 1] + in[i + 2] + out[0];
}

int main(int argc, char **argv) {
  float *in, *out;
  cudaMalloc(&in, 65536);
  cudaMalloc(&out, 65536);
  kernel<<<2, 8>>>(in, out);
  kernel<<<1, 16>>>(in, out);
}
//--- legal.yaml
kernels:
  - kernel: kernel
    block: [8, 1, 1]
    stages:
      - tiles:
          - array: in
//--- illegal.yaml
kernels:
  - kernel: kernel
    stages:
      - tiles:
          - array: out
//--- nothing.yaml
kernels: []
