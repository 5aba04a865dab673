// A kernel may have the name of a function of CUDA with other parameters: where
// a launch chooses, it says that the kernel is meant.
// RUN: %tessera -q --cuda-path=none --no-transfers --gpu=tesla-c1060 %s | FileCheck %s
// RUN: %if nvcc %{ %tessera -q --no-transfers --gpu=tesla-c1060 %s | FileCheck %s %}
__global__ void norm(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + in[i + 1] + in[i + 2];
}
__global__ void any(const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + in[i + 1] + in[i + 2];
}
namespace app {
__global__ void hypot(const double *in, double *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + in[i + 1] + in[i + 2];
}
} // namespace app

int main(int argc, char **argv) {
  float *in, *out;
  cudaMalloc(&in, 65536);
  cudaMalloc(&out, 65536);
  // CHECK: static_cast<decltype(&norm_{{[^)]*}})>({{[[:space:]]*}}norm))<<<4, argc
  norm<<<4, argc>>>(in, out);
  // CHECK: static_cast<decltype(&any_{{[^)]*}})>({{[[:space:]]*}}any))<<<4, argc
  any<<<4, argc>>>((const int *)in, (int *)out);
  // CHECK: ? app::hypot_{{.*}}{{[[:space:]]*}}: app::hypot)<<<4, argc
  app::hypot<<<4, argc>>>((const double *)in, (double *)out);
}
