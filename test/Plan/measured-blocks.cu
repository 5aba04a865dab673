// What was measured for one size of blocks says nothing of others: the fastest
// are the kernel as it is for the launch with 64 threads, and a tile elsewhere.
// RUN: rm -rf %t && mkdir %t
// RUN: %tessera -q --cuda-path=none --tune=%t/d --tune-candidates=3 %s
// RUN: %python %S/../Driver/Inputs/write_results.py %t/d "" "[[1, 4], [4, 3], [3, 2]]"
// RUN: %tessera -q --tune-results=%t/d/results.json -o %t/plan
// RUN: %tessera -q --cuda-path=none --plan=%t/plan %s | FileCheck %s

// CHECK:      void kernel_tiled(const float *in
// CHECK:      for (int k0 = 0; k0 < 64; k0 += 64)
// CHECK:      {{^}}  kernel<<<8, 64>>>(in, out);
// CHECK-NEXT: {{^}}  kernel_tiled<<<4, atoi(argv[1])>>>(in, out);

#include <stdlib.h>

__global__ void kernel(const float *in, float *out) {
  float sum = 0;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 64; k++)
    sum += in[k];
  out[i] = sum;
}

int main(int argc, char **argv) {
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  kernel<<<8, 64>>>(in, out);
  kernel<<<4, atoi(argv[1])>>>(in, out);
}
