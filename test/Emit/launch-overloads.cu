// Versions of overloaded kernels have names of their own, and where a launch
// chooses, it says which overload the kernel's name means.
// RUN: split-file %s %t
// RUN: %tessera -q --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu > %t/out.cu
// RUN: FileCheck %s --input-file=%t/out.cu

// CHECK-LABEL: {{^}}__global__ void fixed(
// CHECK: __shared__ float in_tile
// CHECK-LABEL: {{^}}__global__ void fixed(
// CHECK: __shared__ double in_tile
// CHECK-LABEL: {{^}}int main(
// CHECK:      fixed<<<4, 64>>>(in, out);
// CHECK-NEXT: fixed<<<4, 64>>>(wide, to);
// CHECK:      (tiles_fit ? line_tiled
// CHECK-NEXT: : static_cast<decltype(&line_tiled)>(
// CHECK-NEXT: line))<<<4, argc
// CHECK:      (tiles_fit2 ? line_tiled_2
// CHECK-NEXT: : static_cast<decltype(&line_tiled_2)>(
// CHECK-NEXT: line))<<<4, argc
//--- main.cu
__global__ void fixed(const float *in, float *out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  out[i] = in[i] + in[i + 1] + in[i + 2];
}
__global__ void fixed(const double *in, double *out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  out[i] = in[i] + in[i + 1];
}
__global__ void line(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + in[i + 1] + in[i + 2];
}
__global__ void line(const double *in, double *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + in[i + 1] + in[i + 2];
}

int main(int argc, char **argv) {
  float *in, *out;
  double *wide, *to;
  cudaMalloc(&in, 65536);
  cudaMalloc(&out, 65536);
  cudaMalloc(&wide, 65536);
  cudaMalloc(&to, 65536);
  fixed<<<4, 64>>>(in, out);
  fixed<<<4, 64>>>(wide, to);
  line<<<4, argc>>>(in, out);
  line<<<4, argc>>>(wide, to);
}
//--- plan.yaml
kernels:
  - kernel: fixed
    stages:
      - tiles:
          - array: in
  - kernel: line
    stages:
      - tiles:
          - array: in
