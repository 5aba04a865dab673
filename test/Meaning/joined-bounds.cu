// Loops that end at the least of several bounds keep all of them in strips, in
// nests, and where launches are cut into pieces.
// RUN: %meaning %s --original --options=--start=1
// RUN: %meaning %s --options=--pieces=3
// PRINTS: 27439 137156 34271 -650
// PRINTS: 13731 89150 13719 -1717
#include <cstdio>

#define COUNT 192
__managed__ float in[2 * COUNT], weights[2 * COUNT], out[COUNT];

__global__ void strip(const float *a, const float *w, float *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int j = 0; j < n && j < 24; ++j)
    s += a[i + j] * w[j];
  r[i] = s;
}

__global__ void nest(const float *a, float *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int j = 0; j < n && j < 20; ++j)
    for (int k = 0; k < n && k < 6; ++k)
      s += a[i + j + k];
  r[i] = s;
}

__global__ void three(const float *a, const float *w, float *r, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int j = 0; j < n && (j <= m) && j < 40; j++)
    s += a[i + j] * w[2 * j];
  r[i] = s;
}

__global__ void triangle(const float *a, float *r, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int j = 0; j < n && j < m && j + i < 150 && j < 33; j += 1)
    s += a[j] - a[j + 1];
  r[i] = s;
}

static float sum() {
  cudaDeviceSynchronize();
  float all = 0;
  for (int i = 0; i < COUNT; ++i)
    all += out[i] * (i % 5);
  return all;
}

int main(int argc, char **argv) {
  for (int i = 0; i < 2 * COUNT; ++i)
    in[i] = i % 7, weights[i] = i % 3;
  const int sizes[2][2] = {{69 + argc, 30}, {12 + argc, 90}};
  for (auto [n, m] : sizes) {
    strip<<<COUNT / 64, 64>>>(in, weights, out, n);
    printf("%g ", sum());
    nest<<<COUNT / 64, 64>>>(in, out, n);
    printf("%g ", sum());
    three<<<COUNT / 64, 64>>>(in, weights, out, n, m);
    printf("%g ", sum());
    triangle<<<COUNT / 64, 64>>>(in, out, n, m);
    printf("%g\n", sum());
  }
}
