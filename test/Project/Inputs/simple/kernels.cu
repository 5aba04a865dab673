#include "field.cuh"

__global__ void smooth(float *to) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 2 || y < 2 || x >= W - 2 || y >= H - 2)
    return;
  float sum = 0;
  for (int dy = -2; dy <= 2; dy++)
    for (int dx = -2; dx <= 2; dx++)
      sum += field[y + dy][x + dx];
  to[y * W + x] = sum / 25;
}

__global__ void add(float *to, const float *from) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] += from[i];
}

void step() {
  dim3 block(16, 16);
  smooth<<<dim3(W / 16, H / 16), block>>>(next);
}
