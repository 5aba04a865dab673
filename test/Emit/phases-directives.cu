// What directives say of a kernel, they say of its phases.
// RUN: %tessera --cuda-path=none --no-transfers --split-phases=launches %s -o %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: FileCheck %s --check-prefix=RESULT --input-file=%t.cu
// RUN: %tessera -q --cuda-path=none --no-transfers --split-phases=launches --check %t.cu
#include <cuda_runtime.h>

// CHECK: remark: taken as true, and not tested: n % 64 == 0, in all launches of 'sums_phase1'
// CHECK: remark: 'sums' becomes 2 launches
// CHECK: remark: 'mid' is left alone: a directive asks for it [tessera-switched-off]
// tessera: off(mid)
// Some words.
#pragma tessera assume n % 64 == 0
__global__ void sums(const float *__restrict__ in, float *__restrict__ mid,
                     float *__restrict__ out, int n) {
  // RESULT: // tessera: off(mid)
  // RESULT: #pragma tessera assume n % 64 == 0
  // RESULT-NEXT: void sums_phase1(
  int i = blockIdx.x * 64 + threadIdx.x;
  mid[i] = in[i] * 2;
  __syncthreads();
  // RESULT: // tessera: off(mid)
  // RESULT-NEXT: #pragma tessera assume n % 64 == 0
  // RESULT-NEXT: void sums_phase2(
  // RESULT-NOT: __shared__
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += mid[k] + mid[(blockIdx.x * 64 + 64) % n + k];
  out[i] = sum;
}

void run(const float *in, float *mid, float *out, int n) {
  sums<<<n / 64, 64>>>(in, mid, out, n);
}
