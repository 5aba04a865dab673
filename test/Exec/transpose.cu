// A padded tile, several rows per thread, pitch and copies in two dimensions.
// RUN: %tessera-run %s | FileCheck %s
// RUN: %tessera-run --seed=3 %s | FileCheck %s
// CHECK: wrong 0
#include <cstdio>

#define TILE 16
#define ROWS 4

__global__ void transpose(const float *in, float *out, int width, int height,
                          int inPitch, int outPitch) {
  __shared__ float tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < width && y + j < height)
      tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * inPitch + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < height && y + j < width)
      out[(y + j) * outPitch + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main() {
  const int width = 37, height = 21;
  static float in[height][width], out[width][height];
  for (int i = 0; i < height; i++)
    for (int j = 0; j < width; j++)
      in[i][j] = i * width + j;
  float *a, *b;
  size_t pitchA, pitchB;
  cudaMallocPitch(&a, &pitchA, width * sizeof(float), height);
  cudaMallocPitch(&b, &pitchB, height * sizeof(float), width);
  cudaMemcpy2D(a, pitchA, in, sizeof(in[0]), sizeof(in[0]), height,
               cudaMemcpyHostToDevice);
  dim3 grid((width + TILE - 1) / TILE, (height + TILE - 1) / TILE);
  transpose<<<grid, dim3(TILE, ROWS)>>>(a, b, width, height, pitchA / 4,
                                        pitchB / 4);
  cudaMemcpy2D(out, sizeof(out[0]), b, pitchB, sizeof(out[0]), width,
               cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < height; i++)
    for (int j = 0; j < width; j++)
      wrong += out[j][i] != in[i][j];
  printf("wrong %d\n", wrong);
  cudaFree(a);
  cudaFree(b);
}
