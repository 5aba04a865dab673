// Asynchronous copies fill the buffers of the next strips.
// RUN: split-file %s %t
// RUN: %tessera -q --no-transfers --cuda-path=none --plan=%t/two.yaml %t/rows.cu -- | FileCheck %s --check-prefix=TWO
// RUN: %tessera -q --no-transfers --cuda-path=none --plan=%t/four.yaml %t/rows.cu -- | FileCheck %s --check-prefix=FOUR
// RUN: %tessera -q --no-transfers --cuda-path=none --plan=%t/four.yaml --print=plan %t/rows.cu -- | FileCheck %s --check-prefix=PLAN
// RUN: not %tessera -q --no-transfers --cuda-path=none --plan=%t/one.yaml %t/rows.cu -- 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: not %tessera -q --no-transfers --cuda-path=none --plan=%t/three.yaml %t/rows.cu -- 2>&1 | FileCheck %s --check-prefix=THREE
// RUN: not %tessera -q --no-transfers --cuda-path=none --plan=%t/bytes.yaml %t/rows.cu -- 2>&1 | FileCheck %s --check-prefix=BYTES
// RUN: not %tessera -q --no-transfers --cuda-path=none --gpu=gtx-680 --plan=%t/two.yaml %t/rows.cu -- 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: not %tessera -q --no-transfers --cuda-path=none --plan=%t/moved.yaml %t/rows.cu -- 2>&1 | FileCheck %s --check-prefix=MOVED
// RUN: %tessera -q --no-transfers --cuda-path=none --plan=%t/pairs.yaml %t/rows.cu -- | FileCheck %s --check-prefix=COUNTED

// The header comes first: the program's macros may be names that it uses.
// TWO:      #include <cuda_pipeline.h>
// TWO:      #include <cstdio>
// TWO:         float a_tile[2][32][17];
// TWO:         // Copy the next strips of a during this one.
// TWO-NEXT:    int buffer = 0;
// TWO-NEXT:    auto copy = [&](int j0, int to) {
// TWO:             if (a_x < n && a_y < m)
// TWO-NEXT:          __pipeline_memcpy_async(&a_tile[to][a_row + y * 2][a_column],
// TWO:         if (0 < n)
// TWO-NEXT:      copy(0, buffer);
// TWO-NEXT:    __pipeline_commit();
// TWO-NEXT:    for (int j0 = 0; j0 < n; j0 += 16) {
// TWO-NEXT:      __pipeline_wait_prior(0);
// TWO-NEXT:      __syncthreads();
// TWO-NEXT:      if (j0 + 16 < n)
// TWO-NEXT:        copy(j0 + 16, buffer ^ 1);
// TWO-NEXT:      __pipeline_commit();
// TWO-NEXT:      if (active)
// TWO-NEXT:        for (int j = j0; j < j0 + 16 && j < n; ++j)
// TWO-NEXT:          sum += a_tile[buffer][threadIdx.x][j - j0];
// TWO-NEXT:      buffer ^= 1;
// TWO-NEXT:    }

// FOUR:        float a_tile[4][32][17];
// FOUR:        int buffer = 0, next = 0;
// FOUR-NEXT:   auto copy = [&](int j0) {
// FOUR:                __pipeline_memcpy_async(&a_tile[next][a_row + y * 2]
// FOUR:        for (; next < 3; ++next) {
// FOUR-NEXT:     if (next * 16 < n)
// FOUR-NEXT:       copy(next * 16);
// FOUR-NEXT:     __pipeline_commit();
// FOUR-NEXT:   }
// FOUR-NEXT:   for (int j0 = 0; j0 < n; j0 += 16) {
// FOUR-NEXT:     __pipeline_wait_prior(2);
// FOUR-NEXT:     __syncthreads();
// FOUR-NEXT:     if (j0 + 48 < n)
// FOUR-NEXT:       copy(j0 + 48);
// FOUR-NEXT:     __pipeline_commit();
// FOUR:          sum += a_tile[buffer]
// FOUR-NEXT:     buffer = buffer < 3 ? buffer + 1 : 0;
// FOUR-NEXT:     next = next < 3 ? next + 1 : 0;

// PLAN:      buffers: 4
// PLAN-NEXT: async: true

// ONE: one.yaml:{{.*}}'async' needs 2 to 8 'buffers'
// THREE: three.yaml:{{.*}}'buffers' is 1 or 2, or more with 'async'
// BYTES: kernel 'sum_shorts': array 's': asynchronous copies move 4, 8 or 16 bytes [tessera-bad-plan]
// MOVED: kernel 'sum_fractions': array 'f': asynchronous copies move numbers and their vectors [tessera-bad-plan]
// COUNTED:      int buffer = 0;
// COUNTED-NEXT: unsigned{{( int)?}} next = 0;
// COUNTED:      __pipeline_memcpy_async(&p_tile[next]{{.*}}
// COUNTED:      sizeof(float2));
// OLD: kernel 'sum_rows': asynchronous copies need sm_70 [tessera-bad-plan]

//--- two.yaml
kernels:
  - kernel: sum_rows
    stages:
      - { loop: j, steps: 16, buffers: 2, async: true, tiles: [ { array: a, group: 0 } ] }
//--- four.yaml
kernels:
  - kernel: sum_rows
    stages:
      - { loop: j, steps: 16, buffers: 4, async: true, tiles: [ { array: a, group: 0 } ] }
//--- one.yaml
kernels:
  - kernel: sum_rows
    stages:
      - { loop: j, steps: 16, async: true, tiles: [ { array: a, group: 0 } ] }
//--- three.yaml
kernels:
  - kernel: sum_rows
    stages:
      - { loop: j, steps: 16, buffers: 3, tiles: [ { array: a, group: 0 } ] }
//--- bytes.yaml
kernels:
  - kernel: sum_shorts
    stages:
      - { loop: j, steps: 16, buffers: 2, async: true, tiles: [ { array: s, group: 0 } ] }
//--- moved.yaml
kernels:
  - kernel: sum_fractions
    stages:
      - { loop: j, steps: 16, buffers: 2, async: true, tiles: [ { array: f, group: 0 } ] }
//--- pairs.yaml
kernels:
  - kernel: sum_pairs
    stages:
      - { loop: j, steps: 16, buffers: 3, async: true, tiles: [ { array: p, group: 0 } ] }
//--- rows.cu
#include <cstdio>
// Who copies one may do something.
struct Fraction {
  int over, under;
  __device__ Fraction(const Fraction &F) : over(F.over), under(F.under) {}
};
__global__ void sum_fractions(const Fraction *f, int *sums, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  if (i < m)
    for (int j = 0; j < n; ++j)
      sum += f[i * n + j].over;
  sums[i] = sum;
}
__global__ void sum_pairs(const float2 *p, float *sums, unsigned m,
                          unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  if (i < m)
    for (unsigned j = 0; j < n; ++j)
      sum += p[i * n + j].x;
  sums[i] = sum;
}
__global__ void sum_rows(const float *a, float *sums, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  if (i < m)
    for (int j = 0; j < n; ++j)
      sum += a[i * n + j];
  sums[i] = sum;
}
__global__ void sum_shorts(const short *s, int *sums, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  if (i < m)
    for (int j = 0; j < n; ++j)
      sum += s[i * n + j];
  sums[i] = sum;
}
int main() {
  int m = 128, n = 100, *t;
  float *a, *sums;
  short *s;
  cudaMalloc(&a, m * n * sizeof(float));
  cudaMalloc(&sums, m * sizeof(float));
  cudaMalloc(&s, m * n * sizeof(short));
  cudaMalloc(&t, m * sizeof(int));
  sum_rows<<<m / 32, 32>>>(a, sums, m, n);
  Fraction *f;
  float2 *p;
  cudaMalloc(&f, m * n * sizeof(Fraction));
  cudaMalloc(&p, m * n * sizeof(float2));
  sum_fractions<<<m / 32, 32>>>(f, t, m, n);
  sum_pairs<<<m / 32, 32>>>(p, sums, m, n);
  sum_shorts<<<m / 32, 32>>>(s, t, m, n);
}
