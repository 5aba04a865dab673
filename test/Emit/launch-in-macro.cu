// A launch that is an argument of a macro changes inside of that argument; one
// that a macro's body makes stays as it is.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu > %t/out.cu 2> %t/err
// RUN: FileCheck %s --input-file=%t/out.cu
// RUN: FileCheck %s --check-prefix=ERR --input-file=%t/err
// ERR: kernel 'other' not changed for launches that cannot change

// CHECK-LABEL: {{^}}int main(
// CHECK:      CHECK((({{.*}} <= {{[0-9]+}} ? line_tiled : line) <<< 4, argc,
// CHECK:      : 0 >>> (in, out)));
// CHECK:      START(other, 4, argc, in, out);
//--- main.cu
#define CHECK(launch) (launch, cudaGetLastError())
#define START(kernel, grid, block, ...) kernel<<<grid, block>>>(__VA_ARGS__)
__global__ void line(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + in[i + 1] + in[i + 2];
}
__global__ void other(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + in[i + 1] + in[i + 2];
}

int main(int argc, char **argv) {
  float *in, *out;
  cudaMalloc(&in, 65536);
  cudaMalloc(&out, 65536);
  CHECK((line<<<4, argc>>>(in, out)));
  START(other, 4, argc, in, out);
}
//--- plan.yaml
kernels:
  - kernel: line
    stages:
      - tiles:
          - array: in
  - kernel: other
    stages:
      - tiles:
          - array: in
