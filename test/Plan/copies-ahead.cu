// Threads with a row each share their rows in blocks of a warp. Loops one after
// the other share a tile; what they write to rows goes out through one.
// RUN: %tessera -q --no-transfers --cuda-path=none --print=plan %s -- | FileCheck %s
// RUN: %tessera -q --no-transfers --cuda-path=none --gpu=v100 --print=plan %s -- | FileCheck %s --check-prefix=OLD
// RUN: %tessera -q --no-transfers --cuda-path=none --array=in:global --print=plan %s -- | FileCheck %s --check-prefix=KEPT
// RUN: %tessera -q --no-transfers --cuda-path=none %s -- | FileCheck %s --check-prefix=TEXT
// RUN: %tessera -q --no-transfers --cuda-path=none %s -- | FileCheck %s --check-prefix=TESTS
// RUN: %tessera --no-transfers --cuda-path=none %s -o %t.cu -- 2>&1 | FileCheck %s --check-prefix=SAID

// CHECK: # scale 128x1x1
// CHECK: #   blocks 32x1x1 j/64:in*4 j_2/64:in*4,out*4  cycles {{.*}}  chosen
// CHECK: #   blocks 32x1x1 j/32:in j_2/32:in,out  cycles {{.*}}  otherwise
// Of columns vectors alone are copied.
// CHECK: # columns 128x1x1
// CHECK: #   blocks 32x1x1 j/64:in*4  cycles {{.*}}  chosen
// CHECK-NOT: blocks {{.*}}:in{{ }}
// CHECK: # few 128x1x1
// CHECK-NOT: blocks 32
// CHECK: kernels:
// CHECK: relaunch: [ 32, 1, 1 ]
// CHECK: buffers: 3
// CHECK: async: true
// CHECK: copied: 4
// Strips pay from one on, of columns from eight on.
// TESTS: n >= 64 &&
// TESTS-SAME: n % 4 == 0 &&
// TESTS-NEXT: (size_t)in % 16 == 0 && (size_t)out % 16 == 0
// TESTS: n >= 32 &&
// TESTS: m >= 512 &&
// TESTS: n % 4 == 0 && (size_t)in % 16 == 0

// OLD-NOT: blocks 32
// KEPT: # scale
// KEPT-NOT: blocks 32
// KEPT: # columns

// TEXT:     float in_tile[3][32][Wide ? 68 : 33];
// TEXT-NOT: in_tile[3]
// TEXT:     // Copy the next strips of in during this one.
// TEXT:       largest = fmaxf(largest, in_tile[buffer][threadIdx.x][j - j0]);
// TEXT:     next = next < 2 ? next + 1 : 0;
// TEXT-NEXT: }
// TEXT-NEXT: __syncthreads();
// TEXT:     out_tile[threadIdx.x][j - j02] =
// TEXT:     __syncthreads();
// TEXT:     // Store this step's part of out.

// SAID: staged 'in' in shared memory: 26112 bytes per block
// SAID-NOT: staged 'in'
// SAID-NOT: 'in' not staged

#include <cstdio>
__global__ void scale(const float *in, float *out, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m) {
    float largest = 0;
    for (int j = 0; j < n; ++j)
      largest = fmaxf(largest, in[i * n + j]);
    for (int j = 0; j < n; ++j)
      out[i * n + j] = in[i * n + j] / largest;
  }
}
__global__ void columns(const float *in, float *out, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float sum = 0;
    for (int j = 0; j < m; ++j)
      // SAID: :[[@LINE+1]]:14: remark: staged 'in' in shared memory: 24576 bytes per block
      sum += in[j * n + i];
    out[i] = sum;
  }
}
// The loop is too short.
__global__ void few(const float *in, float *out, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m) {
    float sum = 0;
    for (int j = 0; j < 20; ++j)
      sum += in[i * 20 + j];
    out[i] = sum;
  }
}
void run(const float *in, float *out, int m, int n) {
  scale<<<(m + 127) / 128, 128>>>(in, out, m, n);
  columns<<<(m + 127) / 128, 128>>>(in, out, m, n);
  few<<<(m + 127) / 128, 128>>>(in, out, m);
}
