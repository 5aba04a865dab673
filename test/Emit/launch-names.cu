// A launch names the version as it names the kernel, unless that finds the
// kernel alone: then it starts the kernel.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu > %t/out.cu 2> %t/err
// RUN: FileCheck %s --input-file=%t/out.cu
// RUN: FileCheck %s --check-prefix=ERR --input-file=%t/err
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/kept.yaml %t/kept.cu > %t/kept.out 2> %t/kept.err
// RUN: diff %t/kept.cu %t/kept.out
// RUN: FileCheck %s --check-prefix=KEPT --input-file=%t/kept.err
// KEPT: kernel 'byMacro' not changed: its launches cannot test
// KEPT: kernel 'declared' not changed: its launches cannot test

// CHECK: {{\(tiles_fit[0-9]* \? line_tiled : line\)<<<}}
// CHECK: {{\(tiles_fit[0-9]* \? app::line_tiled : app::line\)<<<}}
// CHECK: {{\(tiles_fit[0-9]* \? line_tiled : line\)<<<}}
// CHECK: {{\(tiles_fit[0-9]* \? z ::inner::line_tiled}}
// CHECK: {{: z ::inner::line\)<<<}}
// ERR-NOT: not changed
//--- main.cu
namespace app {
inline namespace inner {
namespace {
__global__ void line(const float *__restrict__ in, float *__restrict__ out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + in[i + 1] + in[i + 2];
}
} // namespace
} // namespace inner
void start(const float *in, float *out, int block) {
  line<<<4, block>>>(in, out);
}
} // namespace app

int main(int argc, char **argv) {
  float *in, *out;
  cudaMalloc(&in, 65536);
  cudaMalloc(&out, 65536);
  app::line<<<4, argc>>>(in, out);
  using namespace app;
  line<<<4, argc>>>(in, out);
  namespace z = app;
  z :: inner::line<<<4, argc>>>(in, out);
  start(in, out, argc);
}
//--- kept.cu
namespace app {
__global__ void byMacro(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + in[i + 1] + in[i + 2];
}
__global__ void declared(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + in[i + 1] + in[i + 2];
}
} // namespace app
#define KERNEL app::byMacro
using app::declared;

int main(int argc, char **argv) {
  float *in, *out;
  cudaMalloc(&in, 65536);
  cudaMalloc(&out, 65536);
  KERNEL<<<4, argc>>>(in, out);
  declared<<<4, argc>>>(in, out);
}
//--- plan.yaml
kernels:
  - kernel: line
    stages:
      - tiles:
          - array: in
//--- kept.yaml
kernels:
  - kernel: byMacro
    stages:
      - tiles:
          - array: in
  - kernel: declared
    stages:
      - tiles:
          - array: in
