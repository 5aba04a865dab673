// A strip that few rounds use does not pay: such launches start the user's
// kernel, also where threads keep their one output, or grids are cut.
// RUN: %tessera --cuda-path=none --gpu=h100 --no-transfers --coarsen=never %s 2>/dev/null | FileCheck %s
// RUN: %tessera --cuda-path=none --gpu=h100 %s 2>/dev/null | FileCheck %s --check-prefixes=CHECK,PIECES
// RUN: %tessera --cuda-path=none --gpu=h100 --print=plan %s 2>/dev/null | FileCheck %s --check-prefix=PLAN
// PLAN: t/128:left,right {{.*}} chosen
// PLAN: rounds: 60
#include <stdio.h>
#include <stdlib.h>
__global__ void compare(const float *left, const float *right,
                        const float *weight, float *out, int w, int h,
                        int taps) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h)
    return;
  float s = 0;
  for (int t = 0; t < taps; t++)
    s += weight[t] * (left[y * w + x + t] - right[y * w + x + t]);
  atomicAdd(&out[y * w + x], s); // the outputs of a thread gain more
}
int main(int count, char **words) {
  int w = atoi(words[1]), h = atoi(words[2]), taps = atoi(words[3]);
  float *left, *right, *weight, *out;
  cudaMallocManaged(&left, w * h * 4);
  cudaMallocManaged(&right, w * h * 4);
  cudaMallocManaged(&weight, taps * 4);
  cudaMallocManaged(&out, w * h * 4);
  for (int i = 0; i < w * h; i++)
    left[i] = i % 7, right[i] = i % 5, out[i] = 0;
  for (int i = 0; i < taps; i++)
    weight[i] = i;
  dim3 block(32, 8);
  // CHECK: tiles_fit = w >= [[#]] && {{.*}} >= [[#]] && taps >= 60;
  // PIECES: for (unsigned int first = 0;
  // CHECK: tiles_fit ? compare_tiled
  compare<<<dim3((w + 31) / 32, (h + 7) / 8), block>>>(left, right, weight, out,
                                                      w, h - taps, taps);
  cudaDeviceSynchronize();
  printf("%g\n", out[w + 3]);
}
