// A cooperative launch is asked for where the device holds all blocks, and the
// phases are launched one by one where it does not.
// RUN: %tessera -q --split-phases --cuda-path=none %s | FileCheck %s --match-full-lines --strict-whitespace
#include <stdio.h>

//      CHECK:// All phases of 'smooth' in one launch.
// CHECK-NEXT:__global__ void smooth(float *x, float *p, int steps) {
// CHECK-NEXT:  const int i = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK-NEXT:  for (int t = 0; t < steps; t++) {
// CHECK-NEXT:    p[i] = x[127 - i];
// CHECK-NEXT:    cooperative_groups::this_grid().sync();
// CHECK-NEXT:    x[i] = p[127 - i] * 0.5f;
// CHECK-NEXT:    cooperative_groups::this_grid().sync();
// CHECK-NEXT:  }
// CHECK-NEXT:}
//      CHECK:static void launch_smooth(dim3 grid, dim3 block, size_t bytes,
// CHECK-NEXT:                          cudaStream_t stream, float *x, float *p, int steps) {
// CHECK-NEXT:  int device, possible, processors, blocks;
//      CHECK:  if (possible && wanted > 0 && wanted <= (size_t)processors * blocks) {
// CHECK-NEXT:    void *arguments[] = {(void *)&x, (void *)&p, (void *)&steps};
// CHECK-NEXT:    CUDA_CHECK(cudaLaunchCooperativeKernel((const void *)smooth, grid, block,
// CHECK-NEXT:                                           arguments, bytes, stream));
// CHECK-NEXT:    return;
// CHECK-NEXT:  }
// CHECK-NEXT:  for (int t = 0; t < steps; t++) {
// CHECK-NEXT:    smooth_phase1<<<grid, block, bytes, stream>>>(x, p, steps);
// CHECK-NEXT:    smooth_phase2<<<grid, block, bytes, stream>>>(x, p, steps);
// CHECK-NEXT:  }
// CHECK-NEXT:}
__global__ void smooth(float *x, float *p, int steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int t = 0; t < steps; t++) {
    p[i] = x[127 - i];
    __syncthreads();
    x[i] = p[127 - i] * 0.5f;
  }
}

int main(int argc, char **) {
  float *x, *p;
  cudaMalloc(&x, 128 * sizeof(float));
  cudaMalloc(&p, 128 * sizeof(float));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
//      CHECK:  launch_smooth(2, 64, 0, stream, x, p, argc);
  smooth<<<2, 64, 0, stream>>>(x, p, argc);
  cudaStreamDestroy(stream);
  cudaFree(x);
  cudaFree(p);
}
