// Instances share a version only if it may have as many threads, too.
// RUN: %tessera -q --cuda-path=none --no-transfers %s | grep -v '^// ' | FileCheck %s
// CHECK:      __global__ void smooth_tiled(
// CHECK:      __global__ void __launch_bounds__(1024)
// CHECK-NEXT: smooth_tiled_2(
// CHECK-NOT:  __global__
// CHECK:      if constexpr (B == 128) {
// CHECK:        (tiles_fit ? smooth_tiled<B> : smooth<B>)<<<
// CHECK:      } else if constexpr (B == 256) {
// CHECK:        (tiles_fit ? smooth_tiled<B> : smooth<B>)<<<
// CHECK:      } else if constexpr (B == 1024) {
// CHECK:        (tiles_fit ? smooth_tiled_2<B> : smooth<B>)<<<
template <int B>
__global__ void smooth(const float *__restrict__ in, float *__restrict__ out,
                       int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1)
    out[i] = in[i - 1] + in[i] + in[i + 1];
}

template <int B> void start(const float *in, float *out, int n) {
  smooth<B><<<(n + B - 1) / B, B>>>(in, out, n);
}

void run(const float *in, float *out, int n) {
  start<128>(in, out, n);
  start<256>(in, out, n);
  start<1024>(in, out, n);
}
