// What a block touches in one round of a loop that strides over the grid.
// RUN: %tessera --cuda-path=none --print=facts %s | FileCheck %s
__global__ void stencil(const float *in, float *out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    out[i] = in[i] + in[i + 1] + in[i + 2];
}

int main(int argc, char **argv) {
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  stencil<<<8, 128>>>(in, out, 4000);
  stencil<<<argc, 64>>>(in, out, argc);
}

// CHECK-LABEL: facts of stencil for grid 8x1x1 block 128x1x1
// CHECK:   loop i0: uniform
// CHECK:   guard 0: thread
// CHECK:     access2: (i0 + tx + 1) 20 sectors in 4 requests, coalesced
// CHECK:     at i0:
// CHECK-NEXT: tile [i0 : 130] of access1 access2 access3
// CHECK-NEXT: accesses 384, after registers 384, elements 130, sharing 2.95, reuse inter-thread
// CHECK-LABEL: facts of stencil for grid ?x1x1 block 64x1x1
// CHECK:     at i0:
// CHECK-NEXT: tile [i0 : 66] of access1 access2 access3
