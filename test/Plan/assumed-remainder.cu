// Blocks that leave out a remainder are no mistake where the user says that
// there is none, and such blocks can be merged.
// RUN: %tessera --cuda-path=none --no-transfers %s 2>&1 >/dev/null | FileCheck %s --implicit-check-not=remainder-not-covered
#include <cuda_runtime.h>

__global__ void guessed(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] += 1;
}

// tessera: assume n % 256 == 0
__global__ void told(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] += 1;
}

// CHECK: taken as true, and not tested: count % 128 == 0
// tessera: assume count % 128 == 0
__global__ void other(float *out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    out[i] += 1;
}

void run(float *out, int n, int m) {
  // CHECK: :[[@LINE+1]]:3: warning: the blocks of 'guessed' do not cover all {{.*}} [tessera-remainder-not-covered]
  guessed<<<n / 256, 256>>>(out, n);
  told<<<m / 256, 256>>>(out, m);
  // CHECK: :[[@LINE+1]]:3: warning: the blocks of 'other' do not cover all {{.*}} [tessera-remainder-not-covered]
  other<<<m / 256, 256>>>(out, m);
}
