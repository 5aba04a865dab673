// Names that a build defines on the command line do not reach our headers.
// RUN: %clang_cuda -fsyntax-only %s -DA=1 -DB=1 -DC=1 -DD=1 -DE=1 -DF=1 -DG=1 \
// RUN:   -DH=1 -DI=1 -DK=1 -DL=1 -DM=1 -DN=1 -DP=1 -DQ=1 -DR=1 -DS=1 -DT=1 \
// RUN:   -DV=1 -DW=1 -DX=1 -DY=1 -DZ=1 -DNAME=1 -DSize=1 -DBlock=1 -DGrid=1 \
// RUN:   -DDevice=1 -DHost=1 -DStream=1 -DType=1 -DValue=1 -DBLOCK=1 -DMODE=1

#include <cooperative_groups/reduce.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <math_constants.h>

__global__ void kernel(float *a) {
  a[threadIdx.x] = sqrtf(N + W) + CUDART_PI_F;
}

int main() {
  float *a;
  cudaMallocManaged(&a, BLOCK * sizeof(float));
  kernel<<<Grid, Block>>>(a);
  return cudaDeviceSynchronize() != cudaSuccess;
}
