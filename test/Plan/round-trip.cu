// A printed plan, followed, gives the same plan and the same program. It may be
// printed with the transfers.
// RUN: %tessera --cuda-path=none --print=plan %s > %t.yaml 2> %t.err
// RUN: %tessera --cuda-path=none --print=plan --plan=%t.yaml %s 2> %t.err2 \
// RUN:   | grep -v '^#' > %t.again
// RUN: grep -v '^#' %t.yaml | diff - %t.again
// RUN: %tessera --cuda-path=none %s > %t.cu
// RUN: %tessera --cuda-path=none --plan=%t.yaml %s | diff %t.cu -
// RUN: %tessera --cuda-path=none --coarsen=never --print=plan %s 2>/dev/null | FileCheck %s

// Losers are kept, with the reason.
// CHECK: # window 64x1x1
// CHECK: #   start:in  cost {{[0-9]+}} -> {{[0-9]+}}, 904 bytes  chosen
// CHECK: #   k/16:in  cost {{[0-9]+}} -> {{[0-9]+}}, 568 bytes  does-not-pay
// CHECK: #   k/32:in  cost {{[0-9]+}} -> {{[0-9]+}}, 632 bytes  dominated
// CHECK: # window 128x1x1
// CHECK: # scale 64x1x1
// CHECK: #   'in' not staged: each element is read once per block [no-reuse]
// CHECK: kernels:
// CHECK-NEXT: - kernel: window
// CHECK-NEXT:   block: [ 64, 1, 1 ]
// CHECK-NEXT:   stages:
// CHECK-NEXT:   - tiles:
// CHECK-NEXT:     - array: in
// CHECK-NEXT:       group: 0
// CHECK-NEXT:       padding: 0
// CHECK-NEXT: - kernel: window
// CHECK-NEXT:   block: [ 128, 1, 1 ]
__global__ float last[64];
__global__ void window(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 100; k++)
    sum += in[2 * i + k];
  out[i] = sum;
}

__global__ void scale(const float *in, float *out) {
  last[threadIdx.x] = out[threadIdx.x] = 2 * in[threadIdx.x];
}

int main() {
  float *x, *y;
  cudaMalloc(&x, 1024);
  cudaMalloc(&y, 1024);
  window<<<8, 64>>>(x, y);
  window<<<4, 128>>>(x, y);
  scale<<<1, 64>>>(x, y);
  return last[3] == 5;
}
