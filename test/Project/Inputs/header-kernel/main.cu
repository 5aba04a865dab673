#include "grid.cuh"
#include <stdio.h>
int main() {
  static float x[64 * 40];
  float *in, *out;
  cudaMalloc(&in, sizeof(x));
  cudaMalloc(&out, sizeof(x));
  for (int i = 0; i < 64 * 40; ++i)
    x[i] = i % 7;
  cudaMemcpy(in, x, sizeof(x), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof(x));
  Grid g = {64, 40};
  smooth<<<dim3(4, 3), dim3(16, 16)>>>(in, out, g);
  smooth<<<dim3(2, 5), dim3(32, 8)>>>(out, in, g);
  fill<<<1, 64>>>(in, 2.0f);
  clear<<<1, 64>>>(out);
  cudaMemcpy(x, in, sizeof(x), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (int i = 0; i < 64 * 40; ++i)
    sum = sum * 0.9 + x[i];
  printf("%a\n", sum);
  cudaFree(in);
  cudaFree(out);
}
