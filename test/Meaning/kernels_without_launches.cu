// Kernels that nothing launches stand among others whose memory becomes constant.
// RUN: %meaning %s --options=--improve-copies
// PRINTS: 29 30 12
#include <cstdio>

__global__ void clear(float *p) { p[threadIdx.x] = 0; }
__global__ void shift(const float *from, float *to, const float *by, int n) {
  if (threadIdx.x < n)
    to[threadIdx.x] = from[threadIdx.x] + by[0];
}
__global__ void convolve(const float *in, float *out, const float *weight,
                         int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float sum = 0;
    for (int k = 0; k < 12; k++)
      sum += in[(i + k) % n] * weight[k];
    out[i] = sum;
  }
}
__global__ void scale(float *p, float *by) { p[threadIdx.x] *= by[1]; }

__constant__ float offset[2] = {1, 2};
__global__ void add(float *out) { out[threadIdx.x] += offset[0]; }
__global__ void unusedAdd(float *out, float *offset) {
  out[threadIdx.x] += offset[0];
}

int main() {
  float h[192], w[12], *a, *b, *weights;
  for (int i = 0; i < 192; i++)
    h[i] = i % 5;
  for (int i = 0; i < 12; i++)
    w[i] = i % 4;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof h);
  cudaMalloc(&weights, sizeof w);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(weights, w, sizeof w, cudaMemcpyHostToDevice);
  for (int t = 0; t < 3; t++)
    convolve<<<3, 64>>>(a, b, weights, 192);
  cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g", h[5]);
  add<<<1, 64>>>(b);
  cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
  printf(" %g %d\n", h[5], int(sizeof w / sizeof *w));
  cudaFree(a);
  cudaFree(b);
  cudaFree(weights);
}
