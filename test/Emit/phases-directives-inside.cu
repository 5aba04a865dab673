// What directives in a kernel's body say, they say of all its phases, also of
// those before.
// RUN: %tessera --cuda-path=none --no-transfers --split-phases=launches %s -o %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: FileCheck %s --check-prefix=RESULT --input-file=%t.cu
// RUN: %tessera -q --cuda-path=none --no-transfers --split-phases=launches --check %t.cu
#include <cuda_runtime.h>

// CHECK-DAG: remark: taken as true, and not tested: n % 64 == 0, in all launches of 'sums_phase1'
// CHECK-DAG: remark: taken as true, and not tested: n >= 64, in all launches of 'sums_phase2'
// CHECK-DAG: remark: 'sums' becomes 2 launches
// CHECK-DAG: remark: 'mid' is left alone: a directive asks for it [tessera-switched-off]
// RESULT:      // tessera: off(mid)
// RESULT-NEXT: #pragma tessera assume n >= 64
// RESULT-NEXT: {{^}}__global__ void sums_phase1(
__global__ void sums(const float *__restrict__ in, float *__restrict__ mid,
                     float *__restrict__ out, int n) {
  // RESULT:      /* tessera: assume
  // RESULT-NEXT:      n % 64 == 0 */
  /* tessera: assume
       n % 64 == 0 */
  int i = blockIdx.x * 64 + threadIdx.x;
  mid[i] = in[i] * 2;
  __syncthreads();
  // RESULT:      // The next phase
  // RESULT-NEXT: // tessera: assume n % 64 == 0
  // RESULT-NEXT: {{^}}__global__ void sums_phase2(
  // RESULT-NOT: __shared__
  float sum = 0; // tessera: off(mid)
  // RESULT: float sum = 0; // tessera: off(mid)
  for (int k = 0; k < 64; k++)
    sum += mid[k] + mid[(blockIdx.x * 64 + 64) % n + k];
#pragma tessera assume n >= 64
  out[i] = sum;
}

void run(const float *in, float *mid, float *out, int n) {
  sums<<<n / 64, 64>>>(in, mid, out, n);
}
