// Template arguments in an unnamed namespace are spelled without it.
// RUN: split-file %s %t
// RUN: %tessera -q --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu | FileCheck %s
// CHECK: (tiles_fit
// CHECK-NEXT: ? line_tiled<app::Twice>
// CHECK-NEXT: : line<app::Twice>)<<<
//--- main.cu
namespace app {
namespace {
struct Twice {
  float factor;
};
} // namespace
} // namespace app
template <typename T>
__global__ void line(const float *in, float *out, T by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = (in[i] + in[i + 1] + in[i + 2]) * by.factor;
}

int main(int argc, char **argv) {
  float *in, *out;
  cudaMalloc(&in, 65536);
  cudaMalloc(&out, 65536);
  line<<<4, argc>>>(in, out, app::Twice{2});
}
//--- plan.yaml
kernels:
  - kernel: line
    stages:
      - tiles:
          - array: in
