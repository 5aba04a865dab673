#include "blur.cuh"
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000;
  size_t bytes = (n + 16) * sizeof(float);
  float *host = (float *)malloc(bytes);
  for (int i = 0; i < n + 16; i++)
    host[i] = (float)(i * 7 % 13);
  float *in, *out;
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);
  cudaMemcpy(in, host, bytes, cudaMemcpyHostToDevice);
  blur<<<(n + 255) / 256, 256>>>(in, out, n);
  scale<<<(n + 255) / 256, 256>>>(out, 0.5f, n);
  cudaMemcpy(host, out, n * sizeof(float), cudaMemcpyDeviceToHost);
  float sum = 0;
  for (int i = 0; i < n; i++)
    sum += host[i];
  printf("%g\n", sum);
  cudaFree(in);
  cudaFree(out);
  free(host);
}
