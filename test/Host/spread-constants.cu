// Each GPU has constant memory of its own: what copies to it is done for each.
// Constants that host code only initialises need nothing.
// RUN: %tessera -q --cuda-path=none --gpus=all %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --devices 1 --seeds 2 %s %t.cu -- 50 37
// RUN: %tessera-verify --devices 3 --seeds 4 %s %t.cu -- 50 37
// RUN: %tessera-verify --devices 4 --seeds 2 %s %t.cu -- 1 1
// RUN: %tessera-verify --devices 2 --seeds 2 %s %t.cu -- 16 16
#include <stdio.h>
#include <stdlib.h>
#define R 2
#define CHECK_CALL(call)                                                       \
  do {                                                                         \
    if ((call) != cudaSuccess)                                                 \
      exit(1);                                                                 \
  } while (0)

__constant__ float across[2 * R + 1], along[2 * R + 1];
__constant__ float scale[2] = {2, 3};

__global__ void convolve(const float *in, float *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  float sum = 0;
  for (int dy = -R; dy <= R; dy++)
    for (int dx = -R; dx <= R; dx++)
      if (y + dy >= 0 && y + dy < height && x + dx >= 0 && x + dx < width)
        sum += along[dy + R] * across[dx + R] * in[(y + dy) * width + x + dx];
  out[y * width + x] = sum * scale[0] + scale[1];
}

int main(int argc, char **argv) {
  int width = atoi(argv[1]), height = atoi(argv[2]);
  float *in, *out, f[2 * R + 1];
  for (int i = 0; i <= 2 * R; i++)
    f[i] = 1.0f / (i + 1);
  // CHECK: // Each GPU has constants of its own.
  // CHECK-NEXT: for (int gpu = 0; gpu < gpus; ++gpu) {
  // CHECK-NEXT: CUDA_CHECK(cudaSetDevice(gpu));
  // CHECK-NEXT: cudaMemcpyToSymbol(across, f, sizeof(across));
  // CHECK-NEXT: }
  // CHECK-NEXT: CUDA_CHECK(cudaSetDevice(0));
  cudaMemcpyToSymbol(across, f, sizeof(across));
  f[0] = argc;
  if (argc > 2)
    // CHECK: CHECK_CALL(cudaMemcpyToSymbol(along, f, sizeof f));
    CHECK_CALL(cudaMemcpyToSymbol(along, f, sizeof f));
  cudaMallocManaged(&in, width * height * sizeof(float));
  cudaMallocManaged(&out, width * height * sizeof(float));
  for (int i = 0; i < width * height; i++)
    in[i] = i * 37 % 1000;
  // CHECK: upload_rows(in_dev, in, Rows(height, (height + 15) / 16, 16, 2, 2, width));
  convolve<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(
      in, out, width, height);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < width * height; i++)
    sum = sum * 0.75 + out[i];
  printf("%.17g\n", sum);
  cudaFree(in);
  cudaFree(out);
}
