#pragma once
__global__ void increment(int *a) {
  __shared__ int tile[4];
  tile[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = tile[(threadIdx.x + 1) % 4] + STEP;
}
