// Versions are declared in what the kernel is declared in, also if a header has
// that; those that no launch starts are left out.
// RUN: split-file %s %t
// RUN: %tessera -q --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu > %t/out.cu
// RUN: FileCheck %s --input-file=%t/out.cu
// RUN: %tessera --cuda-path=none --no-transfers %t/friend.cu > %t/friend.out 2> %t/err
// RUN: diff %t/friend.cu %t/friend.out
// RUN: FileCheck %s --check-prefix=ERR --input-file=%t/err
// ERR: friend.cu:2:17: remark: kernel 'inner' not changed: it is a friend of a class in another file
// RUN: %tessera -q --cuda-path=none --no-transfers --start=2 %t/started.cu > %t/started.out
// RUN: FileCheck %s --check-prefix=STARTED --input-file=%t/started.out
// STARTED: __global__ void sums(
// STARTED: __global__ void sums_registers(
// STARTED-NOT: sums_tiled
// STARTED: sums_registers<float><<<

// CHECK:      #include "kernels.h"
// CHECK-NEXT: namespace app {
// CHECK-NEXT: inline namespace v1 {
// CHECK-NEXT: __global__ void first_tiled(const float *in, float *out);
// CHECK-NEXT: } // inline namespace v1
// CHECK-NEXT: } // namespace app
// CHECK-NEXT: extern "C" {
// CHECK-NEXT: __global__ void second_tiled(const float *in, float *out);
// CHECK-NEXT: } // extern "C"
// CHECK:      extern "C" __global__ void third(const float *, float *);
// CHECK-NEXT: extern "C" __global__ void third_tiled(const float *, float *);
// CHECK: {{\(tiles_fit[0-9]* \? app::first_tiled : app::first\)<<<}}
// CHECK: {{\(tiles_fit[0-9]* \? second_tiled : second\)<<<}}
// CHECK: {{\(tiles_fit[0-9]* \? third_tiled : third\)<<<}}
// CHECK: __global__ void app::v1::first_tiled(const float *in, float *out ) {
//--- kernels.h
namespace app {
inline namespace v1 {
__global__ void first(const float *, float *);
}
} // namespace app
extern "C" __global__ void second(const float *, float *);
//--- main.cu
#include "kernels.h"
extern "C" __global__ void third(const float *, float *);

int main(int argc, char **argv) {
  float *in, *out;
  cudaMalloc(&in, 65536);
  cudaMalloc(&out, 65536);
  app::first<<<4, argc>>>(in, out);
  second<<<4, argc>>>(in, out);
  third<<<4, argc>>>(in, out);
}

__global__ void app::v1::first(const float *in, float *out = nullptr) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + in[i + 1] + in[i + 2];
}
extern "C" {
__global__ void second(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + in[i + 1] + in[i + 2];
}
__global__ void third(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] + in[i + 1] + in[i + 2];
}
}
//--- cell.h
class Cell {
  friend __global__ void inner(const Cell *, float *);
  float v;
};
//--- friend.cu
#include "cell.h"
__global__ void inner(const Cell *in, float *out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  out[i] = in[i].v + in[i + 1].v + in[i + 2].v;
}
void start(const Cell *in, float *out) { inner<<<4, 64>>>(in, out); }
//--- started.cu
template <class T> __global__ void sums(const T *m, T *s, int r, int c);
int main(int argc, char **argv) {
  float *a, *out;
  cudaMallocManaged(&a, argc * argc * sizeof(float));
  cudaMallocManaged(&out, argc * argc * sizeof(float));
  sums<<<(argc + 63) / 64, 64>>>(a, out, argc, argc);
  cudaDeviceSynchronize();
}
template <class T> __global__ void sums(const T *m, T *s, int r, int c) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < c) {
    s[j] = 0;
    for (int i = 0; i < r; i++)
      s[j] += m[i * c + j];
    s[j] /= r;
  }
}
//--- plan.yaml
kernels:
  - kernel: first
    stages:
      - tiles:
          - array: in
  - kernel: second
    stages:
      - tiles:
          - array: in
  - kernel: third
    stages:
      - tiles:
          - array: in
