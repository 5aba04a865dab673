#include "grid.cuh"
__global__ void smooth(const float *in, float *out, Grid g) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < 2 || j < 2 || i >= g.wide - 2 || j >= g.high - 2)
    return;
  float sum = 0;
  for (int dj = -2; dj <= 2; ++dj)
    for (int di = -2; di <= 2; ++di)
      sum += in[(j + dj) * g.wide + i + di];
  out[j * g.wide + i] = sum;
}
