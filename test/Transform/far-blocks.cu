// What is copied is found with 64 bits where the user's subscripts have them:
// a grid times what its blocks compute may not fit 32.
// RUN: %tessera -q --cuda-path=none --gpu=h100 --no-transfers %s | FileCheck %s
// CHECK-LABEL: void smooth_tiled(
// CHECK-NOT: (int){{gridDim|blockIdx}}
// CHECK: (long long)gridDim.x
// CHECK-NOT: (int){{gridDim|blockIdx}}
// CHECK-LABEL: int main(
#include <stdlib.h>
__global__ void smooth(const float *in, float *out, size_t n, int radius) {
  const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i < radius || i + radius >= n)
    return;
  float sum = 0;
  for (int d = -radius; d <= radius; ++d)
    sum += in[i + d];
  out[i] = sum / (2 * radius + 1);
}

int main(int argc, char **argv) {
  const size_t n = atol(argv[1]);
  const int radius = atoi(argv[2]);
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  smooth<<<(n + 127) / 128, 128>>>(in, out, n, radius);
}
