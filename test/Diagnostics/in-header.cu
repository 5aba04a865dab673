// What other files may have, too, is not changed in a header: a template or an
// inline function is one in the whole program. What the file itself has is.
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: %tessera --cuda-path=none --gpu=tesla-c1060 main.cu -o out.cu 2>&1 | FileCheck %s
// RUN: diff main.cu out.cu && not ls out.window.cuh
// CHECK: main.cu:1:1: remark: 'window' not changed: it is defined in 'window.cuh', and other files may have it, too, where it would not become the same [tessera-in-header]
// RUN: %tessera --cuda-path=none --gpu=tesla-c1060 own.cu -o out.cu 2>&1 | FileCheck %s --check-prefix=OWN
// OWN-NOT: [tessera-in-header]
// OWN: staged 'in'
// Arrays of the simple memory model cannot be left as they are.
// RUN: echo old > out.cu
// RUN: not %tessera --cuda-path=none array.cu -o out.cu 2>&1 | FileCheck %s --check-prefix=ARRAY
// ARRAY: array.cu:1:1: error: shared variable 'a' cannot be placed: it is in a header, and 'run', which other files may have, too, would have to change with it [tessera-unsupported-shared]
// RUN: echo old | diff - out.cu
//--- main.cu
#include "window.cuh"
int main() {
  float *in, *out;
  cudaMalloc(&in, 4160 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  window<<<32, 128>>>(in, out);
}
//--- window.cuh
template <typename T> __global__ void window(const T *in, T *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  T sum = 0;
  for (int k = 0; k < 64; ++k)
    sum += in[i + k];
  out[i] = sum;
}
//--- own.cu
#include "static.cuh"
int main() {
  float *in, *out;
  cudaMalloc(&in, 4160 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  window<<<32, 128>>>(in, out);
}
//--- static.cuh
template <typename T> static __global__ void window(const T *in, T *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  T sum = 0;
  for (int k = 0; k < 64; ++k)
    sum += in[i + k];
  out[i] = sum;
}
//--- array.cu
#include "array.cuh"
int main() {
  run();
  return a[3];
}
//--- array.cuh
__global__ int a[256];
__global__ void set() { a[threadIdx.x] = threadIdx.x; }
inline void run() {
  a[3] = 7;
  set<<<1, 256>>>();
}
